/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.heapsight.proc.LocalFiles;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DumpCopyTest {
    private static final DumpSizeLimit LIMIT = new DumpSizeLimit(1 << 20, "that is the most");

    @TempDir private Path folder;

    /** A target of the same user can put a link or a pipe in the place of its dump. */
    @Test
    void linkInThePlaceOfADumpIsNotFollowed() throws IOException {
        Path dump = Files.writeString(folder.resolve("dump"), "JAVA PROFILE 1.0.2");
        Path link = Files.createSymbolicLink(folder.resolve("link"), dump);

        assertThat(DumpCopy.requireDump(at(dump), LIMIT)).isEqualTo(18);
        assertThatThrownBy(() -> DumpCopy.requireDump(at(link), LIMIT))
                .hasMessageContaining("link is not a regular file");
    }

    @Test
    void fileOfHolesIsNotRead() throws IOException {
        Path file = folder.resolve("holes");
        try (RandomAccessFile holes = new RandomAccessFile(file.toFile(), "rw")) {
            holes.setLength(1L << 40);
        }
        assertThatThrownBy(() -> DumpCopy.requireDump(at(file), LIMIT))
                .hasMessageContaining("has 1.0 TiB: that is the most");
    }

    private static SegmentedDumpFile at(Path file) {
        return new SegmentedDumpFile(new LocalFiles(), file);
    }
}
