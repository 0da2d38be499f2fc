/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.proc.LocalFiles;
import io.heapsight.proc.MountedFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NeededSpaceTest {
    private static final LocalFiles FILES = new LocalFiles();

    @TempDir Path folder;

    @Test
    void overlayOfAContainerSharesTheDiskBelow() throws Exception {
        NeededSpace needed = ofTheFreeSpace();
        try (MountedFolder container = MountedFolder.overlay(folder)) {
            assertThat(FILES.status(container.path().resolve(".")).device())
                    .isNotEqualTo(FILES.status(folder).device());

            Awaitility.await() // other programs may write at that moment
                    .until(
                            () -> needed.shortage(FILES, container.path()),
                            shortage -> shortage.contains("the file and its copy need"));
        }
    }

    @Test
    void anotherDiskIsNotShared() throws Exception {
        Path ours = Files.createDirectory(folder.resolve("ours"));
        try (MountedFolder container = MountedFolder.memory(folder, 8)) {
            NeededSpace needed = new NeededSpace(1, Optional.of(ours), Long.MAX_VALUE, 0);

            assertThat(needed.shortage(FILES, container.path())).isEmpty();
        }
    }

    /** Space for the file, but not for its copy, too. */
    private NeededSpace ofTheFreeSpace() {
        long free = FILES.usableBytes(folder);
        return new NeededSpace(free / 10 * 6, Optional.of(folder), free / 10 * 12, 0);
    }
}
