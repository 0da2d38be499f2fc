/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.recording.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.heapsight.recording.RecordingSummary;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Progress;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A header marked as being written makes the JDK's parser wait forever for the JVM, which was
 * killed.
 */
class UnfinishedRecordingTest {
    private static final int METADATA_POSITION = 24;
    private static final int STATE = 64;

    @TempDir private Path folder;

    @Test
    void partlyWrittenHeaderIsRefusedAtOnce() throws IOException {
        Path file = Files.write(folder.resolve("half.jfr"), beingWritten(recording()));
        assertThatThrownBy(() -> RecordingSummarizer.read(file, Progress.SILENT))
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining("its header is incomplete");
    }

    @Test
    void headerWithoutMetadataOffsetIsRefusedAtOnce() throws IOException {
        byte[] begun = recording();
        Arrays.fill(begun, METADATA_POSITION, METADATA_POSITION + Long.BYTES, (byte) 0);
        Path file = Files.write(folder.resolve("begun.jfr"), begun);
        assertThatThrownBy(() -> RecordingSummarizer.read(file, Progress.SILENT))
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining("its header is incomplete");
    }

    @Test
    void chunksBeforeAPartlyWrittenHeaderAreSummarised() throws IOException, ProblemException {
        byte[] whole = recording();
        // The JDK's parser reads the next event before it returns one.
        long events = summary(whole).events() - 1;
        ByteArrayOutputStream chunks = new ByteArrayOutputStream();
        chunks.writeBytes(whole);
        chunks.writeBytes(beingWritten(whole));

        RecordingSummary summary = summary(chunks.toByteArray());

        assertThat(summary.events()).isEqualTo(events);
        assertThat(summary.notes())
                .singleElement()
                .asString()
                .contains("damaged or truncated: events after the first " + events);
    }

    private RecordingSummary summary(byte[] recording) throws IOException, ProblemException {
        Path file = Files.write(folder.resolve("summarised.jfr"), recording);
        return RecordingSummarizer.read(file, Progress.SILENT, Duration.ofMillis(500));
    }

    private byte[] recording() throws IOException {
        Path file = folder.resolve("whole.jfr");
        RecordedProgram.recordFew(file);
        return Files.readAllBytes(file);
    }

    private static byte[] beingWritten(byte[] recording) {
        byte[] unfinished = recording.clone();
        unfinished[STATE] = (byte) 255;
        return unfinished;
    }
}
