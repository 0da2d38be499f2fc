/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.heapsight.http.ReplayedTarget;
import io.heapsight.jvm.TargetConnection;
import io.heapsight.proc.LocalFiles;
import io.heapsight.proc.ProcFs;
import io.heapsight.transfer.TargetFile.Manner;
import io.heapsight.transfer.WriteInTarget;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A target whose folder is on the disk of the sidecar, which has its actual free space. */
class DestinationSelectorTest {
    private static final DumpCommandOptions JDK_8 = DumpCommandOptions.usualOf(8);
    private static final DumpCommandOptions JDK_17 = DumpCommandOptions.usualOf(17);
    private static final Path OTHER_DISK = Path.of("/dev/shm");

    @TempDir Path folder;
    private final DestinationSelector places =
            new DestinationSelector(
                    ProcFs.system(), new WriteInTarget(Optional.of("/tmp"), DumpWrite.FILE_END));
    private ReplayedTarget target;
    private long free;

    @BeforeEach
    void open() throws Exception {
        target = new ReplayedTarget(7, "Shop").seenIn(proc(folder));
        free = new LocalFiles().usableBytes(folder);
    }

    @AfterEach
    void close() {
        target.close();
    }

    @Test
    void storedDumpsMakeRoomForATargetOnTheSameDisk() throws Exception {
        long dump = free / 10 * 8;

        assertThatThrownBy(() -> inTarget(JDK_8, dump, 0))
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining("the file and its copy need");

        assertThat(inTarget(JDK_8, dump, free)).isEqualTo(Manner.COPIED);
    }

    @Test
    void targetOnTheSameDiskLeavesRoomForTheCopy() throws Exception {
        assertThat(inTarget(JDK_17, free / 10 * 4, 0)).isEqualTo(Manner.COPIED);
        assertThat(inTarget(JDK_17, free / 10 * 8, 0)).isEqualTo(Manner.STREAMED);
    }

    @Test
    void storedDumpsMakeNoRoomForATargetOnAnotherDisk() throws Exception {
        assumeThat(OTHER_DISK).isWritable();
        Path other = Files.createTempDirectory(OTHER_DISK, "heapsight");
        long freeThere = new LocalFiles().usableBytes(other);
        try (ReplayedTarget elsewhere = new ReplayedTarget(7, "Shop").seenIn(proc(other))) {
            assertThat(inTarget(elsewhere, JDK_8, freeThere / 10 * 8, 0)).isEqualTo(Manner.COPIED);
            assertThatThrownBy(() -> inTarget(elsewhere, JDK_8, freeThere * 2, freeThere * 8))
                    .isInstanceOf(ProblemException.class)
                    .hasMessageContaining("/tmp has free");
        } finally {
            for (String each : new String[] {"7/root/tmp", "7/root", "7", ""}) {
                Files.delete(other.resolve(each));
            }
        }
    }

    @Test
    void dumpsInProgressReserveTheSpaceThatTheyHaveNotWrittenYet() throws Exception {
        Path other = folder.resolve("other.hprof");
        places.begin("other", other, free / 10 * 8);
        assertThatThrownBy(() -> requireRoom(free / 10 * 4))
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining("beside dumps in progress");

        try (RandomAccessFile sparse = new RandomAccessFile(other.toFile(), "rw")) {
            sparse.setLength(free / 10 * 8);
            requireRoom(free / 10 * 4);
        }

        Files.delete(other);
        places.end("other");
        requireRoom(free / 10 * 4);
    }

    private void requireRoom(long dumpBytes) throws ProblemException, IOException {
        HeapSize heap = new HeapSize(dumpBytes / 6 * 5, dumpBytes / 6 * 5, 0);
        places.requireRoom(target, folder, new DumpSpaceEstimate(heap, JDK_8, false), true, 0);
    }

    private Manner inTarget(DumpCommandOptions options, long dumpBytes, long freedBytes)
            throws ProblemException {
        return inTarget(target, options, dumpBytes, freedBytes);
    }

    private Manner inTarget(
            TargetConnection of, DumpCommandOptions options, long dumpBytes, long freedBytes)
            throws ProblemException {
        HeapSize heap = new HeapSize(dumpBytes / 6 * 5, dumpBytes / 6 * 5, 0);
        return places.inTarget(
                        of,
                        "20261129T200000000Z-7",
                        new DumpSpaceEstimate(heap, options, false),
                        new DestinationSelector.Copy(folder, freedBytes),
                        "a test")
                .manner();
    }

    private static Path proc(Path root) throws IOException {
        Files.createDirectories(root.resolve("7/root/tmp"));
        return root;
    }
}
