/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump.capture;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.proc.LocalFiles;
import io.heapsight.proc.MountedFolder;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.Progress;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A process as a target that writes a file on a small disk. */
@Timeout(60)
class DumpFileWatchdogTest {
    private static final int DISK_MEBIBYTES = 60;
    private static final LocalFiles FILES = new LocalFiles();

    @TempDir Path folder;

    @Test
    void dumpThatExceedsItsEstimateDoesNotFillTheDisk() throws Exception {
        try (MountedFolder disk = MountedFolder.memory(folder, DISK_MEBIBYTES)) {
            Path file = disk.path().resolve("dump.hprof");
            long free = FILES.usableBytes(disk.path());
            try (DumpFileWatchdog watch = watch(file, new CancelSignal())) {
                Process writer = writer(file, 55_000_000, 100);

                assertThat(writer.waitFor(40, TimeUnit.SECONDS)).isTrue();
                assertThat(writer.exitValue()).as("0: the disk was never full").isZero();
                assertThat(watch.isTooMuch()).isTrue();
            }
            // 0 if the watchdog emptied it once more after the last bytes.
            assertThat(FILES.status(file).bytes()).isIn(0L, 65_000_000L);
            assertThat(FILES.usableBytes(disk.path())).isGreaterThan(free / 2);
        }
    }

    @Test
    void dumpThatFitsIsNotDiscarded() throws Exception {
        try (MountedFolder disk = MountedFolder.memory(folder, DISK_MEBIBYTES)) {
            Path file = disk.path().resolve("dump.hprof");
            try (DumpFileWatchdog watch = watch(file, new CancelSignal())) {
                Process writer = writer(file, 50_000_000, 10);

                assertThat(writer.waitFor(40, TimeUnit.SECONDS)).isTrue();
                assertThat(watch.isTooMuch()).isFalse();
            }
            assertThat(FILES.usableBytes(disk.path())).isLessThan(12_000_000);
        }
    }

    /** A JVM copies segments afterwards, and ends at the size that they had before. */
    @Test
    void segmentsThatExceedTheDiskAreDiscardedAndKeepTheirSize() throws Exception {
        try (MountedFolder disk = MountedFolder.memory(folder, DISK_MEBIBYTES)) {
            Path segment = disk.path().resolve("dump.hprof.p0");
            long free = FILES.usableBytes(disk.path());
            Path file = disk.path().resolve("dump.hprof");
            try (DumpFileWatchdog watch = watch(file, new CancelSignal())) {
                Process writer = writer(segment, 55_000_000, 100);

                assertThat(writer.waitFor(40, TimeUnit.SECONDS)).isTrue();
                assertThat(writer.exitValue()).as("0: the disk was never full").isZero();
                assertThat(watch.isTooMuch()).isTrue();
            }
            assertThat(FILES.status(segment).bytes()).isEqualTo(65_000_000);
            assertThat(FILES.usableBytes(disk.path())).isGreaterThan(free / 2);
        }
    }

    @Test
    void cancelledDumpFreesItsSpaceWhileTheTargetWritesOn() throws Exception {
        try (MountedFolder disk = MountedFolder.memory(folder, DISK_MEBIBYTES)) {
            long free = FILES.usableBytes(disk.path());
            CancelSignal cancel = new CancelSignal();
            try (DumpFileWatchdog _ = watch(disk.path().resolve("dump.hprof"), cancel)) {
                Process writer = writer(disk.path().resolve("dump.hprof"), 50_000_000, 1000);
                Awaitility.await().until(() -> FILES.usableBytes(disk.path()) < free / 2);

                cancel.cancel();

                Awaitility.await().until(() -> FILES.usableBytes(disk.path()) > free / 10 * 9);
                assertThat(writer.isAlive()).isTrue();
                writer.destroyForcibly();
            }
        }
    }

    private static DumpFileWatchdog watch(Path file, CancelSignal cancel) throws Exception {
        return new DumpFileWatchdog(new SegmentedDumpFile(FILES, file), 1, Progress.SILENT, cancel);
    }

    /** Writes some bytes at once, then 100 kB about every 50 ms. */
    private static Process writer(Path file, int bytes, int more) throws Exception {
        String script =
                "(head -c %d /dev/zero; for i in $(seq %d); do sleep 0.05; head -c 100000 /dev/zero || exit 1; done) > '%s'"
                        .formatted(bytes, more, file);
        return new ProcessBuilder("sh", "-c", script)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }
}
