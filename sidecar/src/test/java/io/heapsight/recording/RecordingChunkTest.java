/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.recording;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Chunks of a killed JVM. */
class RecordingChunkTest {
    private static final int SIZE = 8;
    private static final int START = 32;
    private static final int STATE = 64;
    private static final byte BEING_WRITTEN = (byte) 255;

    @TempDir private Path folder;

    @Test
    void flushedChunkIsRepairedWithoutEventsAfterTheFlush() throws IOException {
        byte[] whole = recording();
        byte[] killed = Arrays.copyOf(whole, whole.length + 1000);
        Arrays.fill(killed, whole.length, killed.length, (byte) 3);
        killed[STATE] = 7;

        assertThat(joined(killed)).isEqualTo(whole);
    }

    @Test
    void chunkWithPartlyWrittenHeaderIsWalked() throws IOException {
        byte[] whole = recording();
        byte[] killed = whole.clone();
        Arrays.fill(killed, SIZE, START, (byte) 0x55);
        killed[STATE] = BEING_WRITTEN;

        assertThat(events(joined(killed))).isEqualTo(events(whole)).isNotEmpty();
    }

    @Test
    void chunksAreJoinedToOneRecording() throws IOException {
        byte[] killed = recording();
        killed[STATE] = 1;
        byte[] chunk = joined(killed);
        byte[] both = Arrays.copyOf(chunk, 2 * chunk.length);
        System.arraycopy(chunk, 0, both, chunk.length, chunk.length);

        assertThat(events(both)).hasSize(2 * events(chunk).size());
    }

    @Test
    void foreignOrIncompleteChunkIsSkipped() throws IOException {
        assertThat(chunkOf(new byte[0])).isEmpty();
        assertThat(chunkOf(new byte[4096])).isEmpty();
        byte[] begun = Arrays.copyOf(recording(), RecordingChunk.HEADER_BYTES);
        assertThat(chunkOf(begun)).isEmpty();
    }

    @Test
    void anyTruncationOrMutationIsSurvived() throws IOException {
        byte[] whole = recording();
        long seed = 20261126;
        Random random = new Random(seed);
        for (int i = 0; i < 2000; i++) {
            byte[] spoiled = Arrays.copyOf(whole, random.nextInt(whole.length) + 1);
            for (int each = 0; each < 3; each++) {
                spoiled[random.nextInt(spoiled.length)] = (byte) random.nextInt();
            }
            if (spoiled.length > STATE && random.nextBoolean()) {
                spoiled[STATE] = BEING_WRITTEN;
            }
            assertThat(chunkOf(spoiled).map(bytes -> bytes.length).orElse(0))
                    .as("seed %d, %d", seed, i)
                    .isLessThanOrEqualTo(spoiled.length);
        }
    }

    private byte[] joined(byte[] chunk) throws IOException {
        return chunkOf(chunk).orElseThrow();
    }

    /** Writes a file with these bytes; returns the repaired chunk. */
    private Optional<byte[]> chunkOf(byte[] bytes) throws IOException {
        Path from = Files.write(folder.resolve("chunk.jfr"), bytes);
        Path to = folder.resolve("joined.jfr");
        try (FileChannel file = FileChannel.open(from);
                FileChannel out =
                        FileChannel.open(
                                to,
                                StandardOpenOption.CREATE,
                                StandardOpenOption.WRITE,
                                StandardOpenOption.TRUNCATE_EXISTING)) {
            Optional<RecordingChunk> chunk = RecordingChunk.of(file);
            if (chunk.isEmpty()) {
                return Optional.empty();
            }
            chunk.get().writeTo(out);
            assertThat(out.size()).isEqualTo(chunk.get().bytes());
        }
        return Optional.of(Files.readAllBytes(to));
    }

    private List<String> events(byte[] recording) throws IOException {
        Path file = Files.write(folder.resolve("read.jfr"), recording);
        return RecordingFile.readAllEvents(file).stream().map(RecordedEvent::toString).toList();
    }

    /** One chunk. */
    private byte[] recording() throws IOException {
        Path file = folder.resolve("whole.jfr");
        try (Recording recording = new Recording()) {
            recording.enable("jdk.ActiveSetting");
            recording.enable("jdk.CPULoad").withPeriod(Duration.ofMillis(10));
            recording.start();
            recording.stop();
            recording.dump(file);
        }
        byte[] bytes = Files.readAllBytes(file);
        assertThat(ByteBuffer.wrap(bytes).getLong(SIZE)).isEqualTo(bytes.length);
        return bytes;
    }
}
