/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.heapsight.proc.LocalFiles;
import io.heapsight.proc.MountedFolder;
import io.heapsight.proc.ProcFs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NeededSpaceTest {
    private static final LocalFiles FILES = new LocalFiles();
    private static final Path MEMORY = Path.of("/dev/shm");

    @TempDir Path folder;

    @Test
    void overlayOfAContainerSharesTheDiskBelow() throws Exception {
        NeededSpace needed = ofTheFreeSpace();
        try (MountedFolder container = MountedFolder.overlay(folder)) {
            assertThat(FILES.status(container.path().resolve(".")).device())
                    .isNotEqualTo(FILES.status(folder).device());

            Awaitility.await() // other programs may write at that moment
                    .until(
                            () -> shortage(needed, container),
                            shortage -> shortage.contains("the file and its copy need"));
        }
    }

    @Test
    void anotherDiskIsNotShared() throws Exception {
        Path ours = Files.createDirectory(folder.resolve("ours"));
        try (MountedFolder container = MountedFolder.memory(folder, 8)) {
            NeededSpace needed = new NeededSpace(1, Optional.of(ours), Long.MAX_VALUE, 0);

            assertThat(shortage(needed, container)).isEmpty();
        }
    }

    @Test
    void anotherDiskWithTheSameFreeSpaceIsNotShared() throws Exception {
        assumeThat(MEMORY).isWritable();
        Path ours = Files.createTempDirectory(MEMORY, "heapsight");
        int mebibytes = (int) (MEMORY.toFile().getTotalSpace() >> 20) + 1;
        try (MountedFolder container = MountedFolder.memory(folder, mebibytes)) {
            NeededSpace needed = new NeededSpace(1, Optional.of(ours), Long.MAX_VALUE, 0);
            Path filler = container.path().resolve("filler");
            Awaitility.await() // other programs may write at that moment
                    .until(
                            () -> {
                                Files.deleteIfExists(filler);
                                long more = FILES.usableBytes(container.path()) - free(ours);
                                Files.write(filler, new byte[(int) more]);
                                String shortage = shortage(needed, container);
                                return FILES.usableBytes(container.path()) == free(ours)
                                        ? Optional.of(shortage)
                                        : Optional.empty();
                            },
                            shortage -> shortage.equals(Optional.of("")));
        } finally {
            Files.delete(ours);
        }
    }

    private static long free(Path folder) {
        return FILES.usableBytes(folder);
    }

    private static String shortage(NeededSpace needed, MountedFolder container) throws IOException {
        return needed.shortage(ProcFs.system(), container.pid(), container.path());
    }

    /** Space for the file, but not for its copy, too. */
    private NeededSpace ofTheFreeSpace() {
        long free = FILES.usableBytes(folder);
        return new NeededSpace(free / 10 * 6, Optional.of(folder), free / 10 * 12, 0);
    }
}
