/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.heapsight.proc.LocalFiles;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileTransferTest {
    private static final TransferLimit LIMIT = new TransferLimit(1 << 20, "that is the most");

    @TempDir private Path folder;

    /** A target of the same user can put a link or a pipe in the place of its file. */
    @Test
    void linkInThePlaceOfAFileIsNotFollowed() throws IOException {
        Path dump = Files.writeString(folder.resolve("dump"), "JAVA PROFILE 1.0.2");
        Path link = Files.createSymbolicLink(folder.resolve("link"), dump);

        assertThat(FileTransfer.requireFile(new LocalFiles(), dump, LIMIT)).isEqualTo(18);
        assertThatThrownBy(() -> FileTransfer.requireFile(new LocalFiles(), link, LIMIT))
                .hasMessageContaining("link is not a regular file");
    }

    @Test
    void fileOfHolesIsNotRead() throws IOException {
        Path file = folder.resolve("holes");
        try (RandomAccessFile holes = new RandomAccessFile(file.toFile(), "rw")) {
            holes.setLength(1L << 40);
        }
        assertThatThrownBy(() -> FileTransfer.requireFile(new LocalFiles(), file, LIMIT))
                .hasMessageContaining("has 1.0 TiB: that is the most");
    }
}
