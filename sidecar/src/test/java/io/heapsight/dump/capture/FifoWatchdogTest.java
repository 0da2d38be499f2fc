/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump.capture;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.attach.FifoReader;
import io.heapsight.http.ReplayedTarget;
import io.heapsight.proc.LocalFiles;
import io.heapsight.transfer.TargetFile;
import io.heapsight.transfer.TransferLimit;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Real readers; processes as targets that write. */
@Timeout(60)
class FifoWatchdogTest {
    private static final Duration LONGEST = Duration.ofSeconds(20);

    /** Longer than a stall may last. */
    private static final Duration LATE = Duration.ofSeconds(6);

    /** Longer than a reader without a parent waits for a writer. */
    private static final Duration LATER = Duration.ofSeconds(10);

    @TempDir Path folder;
    private final CancelSignal cancel = new CancelSignal();
    private Path fifo;
    private Path into;
    private ReplayedTarget target;

    @BeforeEach
    void open() throws Exception {
        fifo = folder.resolve("fifo");
        into = Files.createFile(folder.resolve("into"));
        target = new ReplayedTarget(7, "Shop");
    }

    @AfterEach
    void close() {
        target.close();
    }

    @Test
    void readerStoppedBeforeItsFirstByteReleasesTheTarget() throws Exception {
        try (FifoReader reader = FifoReader.start(fifo, into);
                FifoWatchdog watch = watch(reader)) {
            long pid = newestChild();
            assertThat(shell("kill -STOP " + pid).waitFor()).isZero();

            Process writer = shell("exec cat /dev/zero > '%s'".formatted(fifo));

            assertThat(ended(writer)).as("it doesn't wait for the stopped reader").isTrue();
            assertThat(writer.exitValue()).as("not 0: it got SIGPIPE or an error").isNotZero();
            assertThat(watch.hasStalled()).isTrue();
            assertThat(into).isEmptyFile();
        }
    }

    @Test
    void targetMayBeLateWithItsFirstByte() throws Exception {
        try (FifoReader reader = FifoReader.start(fifo, into);
                FifoWatchdog watch = watch(reader)) {
            Thread.sleep(LATE);

            Process writer = shell("echo late > '%s'".formatted(fifo));

            assertThat(ended(writer)).isTrue();
            assertThat(reader.awaitEnd(LONGEST)).isEmpty();
            assertThat(watch.hasStalled()).isFalse();
            assertThat(into).hasContent("late\n");
        }
    }

    @Test
    void targetThatIsLateAfterACancellationWritesNoFile() throws Exception {
        try (FifoReader reader = FifoReader.start(fifo, into);
                FifoWatchdog _ = watch(reader)) {
            cancel.cancel();
            assertThat(reader.awaitEnd(LONGEST)).contains("exit code 137");
            Thread.sleep(LATER);

            String part = "head -c 1000000 /dev/zero";
            Process writer = shell("(%s; sleep 2; %s) > '%s'".formatted(part, part, fifo));

            assertThat(ended(writer)).isTrue();
            assertThat(writer.exitValue()).as("not 0: it got SIGPIPE or an error").isNotZero();
            assertThat(Files.isRegularFile(fifo)).as("a file in its place").isFalse();
            assertThat(into).isEmptyFile();
        }
    }

    /** As after SIGSTOP to the sidecar's main process, at the end of the dump. */
    @Test
    void dumpThatIsCompleteWhenTheSidecarResumesHasNotStalled() throws Exception {
        CountDownLatch frozen = new CountDownLatch(1);
        CountDownLatch resumes = new CountDownLatch(1);
        Progress freezes =
                (_, _, _) -> {
                    frozen.countDown();
                    awaitQuietly(resumes);
                };
        try (FifoReader reader = FifoReader.start(fifo, into);
                FifoWatchdog watch = watch(reader, freezes)) {
            frozen.await();
            assertThat(ended(shell("echo all > '%s'".formatted(fifo)))).isTrue();
            assertThat(reader.awaitEnd(LONGEST)).isEmpty();
            Thread.sleep(LATE);

            resumes.countDown();

            Thread.sleep(DumpFileWatchdog.INTERVAL.multipliedBy(4));
            assertThat(watch.hasStalled()).isFalse();
            assertThat(into).hasContent("all\n");
        }
    }

    @Test
    void targetIsReleasedWhenTheSidecarResumesInTheMiddle() throws Exception {
        CountDownLatch resumes = new CountDownLatch(1);
        try (FifoReader reader = FifoReader.start(fifo, into);
                FifoWatchdog watch = watch(reader, (_, _, _) -> awaitQuietly(resumes))) {
            Process writer = shell("exec cat /dev/zero > '%s'".formatted(fifo));
            Thread.sleep(LATE);

            resumes.countDown();

            assertThat(ended(writer)).isTrue();
            assertThat(watch.hasStalled()).isTrue();
        }
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private FifoWatchdog watch(FifoReader reader) {
        return watch(reader, Progress.SILENT);
    }

    private FifoWatchdog watch(FifoReader reader, Progress progress) {
        TargetFile place =
                new TargetFile(
                        fifo.toString(), fifo, new LocalFiles(), TargetFile.Manner.STREAMED, "");
        TransferLimit ceiling = new TransferLimit(Long.MAX_VALUE, "");
        return new FifoWatchdog(
                new FifoDump(target, place, into, ceiling), reader, 1, progress, cancel);
    }

    private static boolean ended(Process writer) throws InterruptedException {
        boolean ended = writer.waitFor(LONGEST.toSeconds(), TimeUnit.SECONDS);
        writer.destroyForcibly();
        return ended;
    }

    private static long newestChild() {
        return ProcessHandle.current()
                .children()
                .max(Comparator.comparing(child -> child.info().startInstant().orElseThrow()))
                .map(ProcessHandle::pid)
                .orElseThrow();
    }

    private static Process shell(String script) throws IOException {
        return new ProcessBuilder("sh", "-c", script)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }
}
