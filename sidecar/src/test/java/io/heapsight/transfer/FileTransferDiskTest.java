/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.heapsight.proc.LocalFiles;
import io.heapsight.proc.MountedFolder;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.Progress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileTransferDiskTest {
    private static final LocalFiles FILES = new LocalFiles();

    @TempDir Path folder;

    @Test
    void copyDoesNotFillADiskOnWhichAnotherProgramWrites() throws Exception {
        try (MountedFolder disk = MountedFolder.memory(folder, 20)) {
            long free = FILES.usableBytes(disk.path());
            Path other = disk.path().resolve("other");
            Progress progress =
                    (_, done, _) -> {
                        if (done > 4_000_000 && Files.notExists(other)) {
                            write(other, new byte[10_000_000]);
                        }
                    };

            assertThatThrownBy(() -> copy(disk.path().resolve("dump"), progress))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("is nearly full");

            assertThat(FILES.usableBytes(disk.path())).isGreaterThan(free / 30);
        }
    }

    @Test
    void copyMayTakeAllButTheReservedSpace() throws Exception {
        try (MountedFolder disk = MountedFolder.memory(folder, 20)) {
            Path copy = disk.path().resolve("dump");

            copy(copy, Progress.SILENT);

            assertThat(copy).hasSize(19_000_000);
        }
    }

    private void copy(Path to, Progress progress) throws IOException {
        Path dump = folder.resolve("target.hprof");
        write(dump, new byte[19_000_000]);
        TargetFile source =
                new TargetFile("/dump", dump, FILES, TargetFile.Manner.COPIED, "a test");
        FileTransfer.copy(
                source,
                to,
                TransferLimit.of(Long.MAX_VALUE, "", FILES.usableBytes(to.resolveSibling(""))),
                Duration.ofSeconds(30),
                progress,
                new CancelSignal());
    }

    private static void write(Path file, byte[] bytes) {
        try {
            Files.write(file, bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
