/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ObjectsFileTest {
    @TempDir private Path folder;

    @Test
    void completeFileTakesThePlaceOfTheOldOne() throws Exception {
        Path file = Files.writeString(folder.resolve("objects.tsv"), "old");
        try (ObjectsFile objects = ObjectsFile.create(Optional.of(file))) {
            Files.writeString(objects.path().orElseThrow(), "new");
            assertThat(file).hasContent("old");

            objects.keep();
        }
        assertThat(file).hasContent("new");
        assertThat(folder).isDirectoryContaining(file::equals);
        assertThat(folder.toFile().list()).hasSize(1);
    }

    @Test
    void fileThatWasNotFinishedLeavesNothing() throws Exception {
        Path file = folder.resolve("objects.tsv");
        try (ObjectsFile objects = ObjectsFile.create(Optional.of(file))) {
            Files.writeString(objects.path().orElseThrow(), "half");
        }
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void deviceIsWrittenDirectly() throws Exception {
        Path device = Path.of("/dev/null");
        try (ObjectsFile objects = ObjectsFile.create(Optional.of(device))) {
            assertThat(objects.path()).hasValue(device);
            objects.keep();
        }
        assertThat(device).exists();
    }
}
