/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.unit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

public class OwnerOnlyAttributesTest {
    @TempDir private Path folder;

    @Test
    void newFileIsReadableByItsOwnerOnly() throws IOException {
        Path file = folder.resolve("run.json");

        Files.createFile(file, OwnerOnlyAttributes.file(file));

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
    }

    /** A zip file is such a system, as NTFS is. */
    @Test
    void fileSystemWithoutPosixPermissionsGetsNone() throws IOException {
        try (FileSystem zip =
                FileSystems.newFileSystem(folder.resolve("a.zip"), Map.of("create", "true"))) {
            Path file = zip.getPath("run.json");

            assertThat(OwnerOnlyAttributes.isPosix(file)).isFalse();
            assertThat(Files.createFile(file, OwnerOnlyAttributes.file(file))).exists();
            assertThat(Files.createDirectory(zip.getPath("runs"), OwnerOnlyAttributes.folder(file)))
                    .exists();
        }
    }
}
