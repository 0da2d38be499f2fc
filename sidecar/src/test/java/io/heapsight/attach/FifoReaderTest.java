/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.attach;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Real readers, and real processes as writers. */
@Timeout(60)
class FifoReaderTest {
    private static final Duration LONGEST = Duration.ofSeconds(30);

    /** More than the capacity of a pipe. */
    private static final int BYTES = 3_000_000;

    @TempDir Path folder;
    private Path fifo;
    private Path into;

    @BeforeEach
    void paths() throws IOException {
        fifo = folder.resolve("fifo");
        into = Files.createFile(folder.resolve("into"));
    }

    @Test
    void everyWrittenByteIsRead() throws Exception {
        Path source = Files.write(folder.resolve("source"), randomBytes());
        try (FifoReader reader = FifoReader.start(fifo, into)) {
            Process writer = shell("cat '%s' > '%s'".formatted(source, fifo));

            assertThat(writer.waitFor()).isZero();
            assertThat(reader.awaitEnd(LONGEST)).isEmpty();
            assertThat(reader.hasFailed()).isFalse();
            assertThat(into).hasSameBinaryContentAs(source);
        }
    }

    @Test
    void writerContinuesIfItsReaderIsStopped() throws Exception {
        try (FifoReader reader = FifoReader.start(fifo, into)) {
            Process writer = shell("exec cat /dev/zero > '%s'".formatted(fifo));
            while (Files.size(into) == 0) {
                Thread.onSpinWait();
            }

            reader.stop();

            assertThat(writer.waitFor()).as("not 0: it got SIGPIPE or an error").isNotZero();
            assertThat(reader.awaitEnd(LONGEST)).contains("exit code 137");
            assertThat(reader.hasFailed()).isTrue();
        }
    }

    /** As if the whole sidecar is stopped, and no process can end the reader. */
    @Test
    void writerContinuesIfItsReaderGotSigstop() throws Exception {
        try (FifoReader reader = FifoReader.start(fifo, into)) {
            long pid =
                    ProcessHandle.current()
                            .children()
                            .max(Comparator.comparing(child -> child.info().startInstant().get()))
                            .map(ProcessHandle::pid)
                            .orElseThrow();
            Process writer = shell("exec cat /dev/zero > '%s'".formatted(fifo));
            while (Files.size(into) == 0) {
                Thread.onSpinWait();
            }

            assertThat(shell("kill -STOP " + pid).waitFor()).isZero();

            assertThat(writer.waitFor()).as("not 0: it got SIGPIPE or an error").isNotZero();
            assertThat(reader.awaitEnd(LONGEST)).contains("exit code 137");
        }
    }

    /** The reader ended too early: the writer opened the FIFO and waits for another reader. */
    @Test
    void writerWithoutReaderIsReleased() throws Exception {
        FifoReader.start(fifo, into).close();
        Process writer = shell("exec cat /dev/zero > '%s'".formatted(fifo));
        assertThat(writer.waitFor(100, TimeUnit.MILLISECONDS)).as("it waits").isFalse();

        try (FifoReader releaser = FifoReader.start(fifo, Path.of("/dev/null"))) {
            releaser.letGo();

            assertThat(writer.waitFor()).isNotZero();
            assertThat(releaser.awaitEnd(LONGEST)).isNotEmpty();
            assertThat(fifo).doesNotExist();
        }
    }

    @Test
    void readerWithoutParentAndWriterEndsAndRemovesTheFifo() throws Exception {
        try (FifoReader reader = FifoReader.start(fifo, into)) {
            reader.letGo();

            assertThat(reader.awaitEnd(LONGEST)).contains("exit code 1");
            assertThat(fifo).doesNotExist();
        }
    }

    @Test
    void everyStreamedByteIsReadAndNoFifoIsLeft() throws Exception {
        Path source = Files.write(folder.resolve("source"), randomBytes());
        Path streamed = folder.resolve("own/fifo");
        try (FifoReader reader = FifoReader.stream(streamed)) {
            Process writer = shell("cat '%s' > '%s'".formatted(source, streamed));

            assertThat(reader.output().readAllBytes()).isEqualTo(Files.readAllBytes(source));
            assertThat(writer.waitFor()).isZero();
            assertThat(reader.awaitEnd(LONGEST)).isEmpty();
            assertThat(streamed.getParent()).doesNotExist();
        }
    }

    /** JDK 21 needs minutes of CPU time to write a thread dump without reader. */
    @Test
    void writerOfACancelledStreamEndsWithoutError() throws Exception {
        Path source = Files.write(folder.resolve("source"), randomBytes());
        Path streamed = folder.resolve("own/fifo");
        FifoReader reader = FifoReader.stream(streamed);
        Process writer = shell("cat '%s' > '%s'".formatted(source, streamed));
        assertThat(reader.output().read()).isNotNegative();

        reader.close();

        assertThat(writer.waitFor()).isZero();
        assertThat(reader.awaitEnd(LONGEST)).isEmpty();
        assertThat(streamed.getParent()).doesNotExist();
    }

    @Test
    void lateWriterCreatesNoFile() throws Exception {
        Path streamed = folder.resolve("own/fifo");
        FifoReader reader = FifoReader.stream(streamed);
        reader.close();
        assertThat(reader.awaitEnd(LONGEST)).contains("exit code 1");

        assertThat(shell("echo late > '%s'".formatted(streamed)).waitFor()).isNotZero();

        assertThat(streamed.getParent()).doesNotExist();
    }

    @Test
    void streamFollowsNoLinkInPlaceOfItsFolder() throws Exception {
        Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
        Files.createSymbolicLink(folder.resolve("own"), elsewhere);

        assertThatThrownBy(() -> FifoReader.stream(folder.resolve("own/fifo")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("own");
        assertThat(elsewhere).isEmptyDirectory();
    }

    @Test
    void namesTheReasonForAMissingFifo() {
        Path nowhere = folder.resolve("missing/fifo");

        assertThatThrownBy(() -> FifoReader.start(nowhere, into))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("can't create a FIFO at " + nowhere + ": errno 2");
    }

    private static byte[] randomBytes() {
        byte[] bytes = new byte[BYTES];
        new Random(1).nextBytes(bytes);
        return bytes;
    }

    private static Process shell(String script) throws IOException {
        return new ProcessBuilder("sh", "-c", script)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }
}
