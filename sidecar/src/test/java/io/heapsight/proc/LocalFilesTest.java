/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.proc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class LocalFilesTest {
    @TempDir private Path folder;

    @Test
    void createdFileIsReadableByEveryone() throws Exception {
        Path file = folder.resolve("agent.so");
        new LocalFiles().create(file, new byte[] {1, 2, 3});
        assertThat(file).hasBinaryContent(new byte[] {1, 2, 3});
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rwxr-xr-x");
    }

    @Test
    void truncatedFileIsEmpty() throws Exception {
        Path file = Files.writeString(folder.resolve("dump"), "content");
        new LocalFiles().truncate(file);
        assertThat(file).isEmptyFile();
    }

    @Test
    void linkInPlaceOfATruncatedFileIsNotFollowed() throws Exception {
        Path secret = Files.writeString(folder.resolve("secret"), "kept");
        Path file = Files.createSymbolicLink(folder.resolve("dump"), secret);
        assertThatThrownBy(() -> new LocalFiles().truncate(file)).isInstanceOf(IOException.class);
        assertThat(secret).hasContent("kept");
    }

    @Test
    @Timeout(20)
    void fifoInPlaceOfATruncatedFileDoesNotBlock() throws Exception {
        Path fifo = folder.resolve("dump");
        assertThat(new ProcessBuilder("mkfifo", fifo.toString()).start().waitFor()).isZero();
        assertThatThrownBy(() -> new LocalFiles().truncate(fifo)).isInstanceOf(IOException.class);
    }

    @Test
    void freedFileKeepsItsSize() throws Exception {
        Path file = Files.writeString(folder.resolve("dump"), "content");
        assumeThat(new LocalFiles().punch(file)).as("the file system can").isTrue();
        assertThat(file).hasBinaryContent(new byte["content".length()]);
        assertThat(new LocalFiles().punch(Files.createFile(folder.resolve("new")))).isTrue();
    }

    @Test
    void onlyTheSpaceOfRegularFilesIsFreed() throws Exception {
        Path secret = Files.writeString(folder.resolve("secret"), "kept");
        Path link = Files.createSymbolicLink(folder.resolve("dump"), secret);
        assertThatThrownBy(() -> new LocalFiles().punch(link)).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> HolePunch.punch(link, 4)).isInstanceOf(IOException.class);
        assertThat(secret).hasContent("kept");
    }

    @Test
    void linkInPlaceOfANewFileIsNotFollowed() throws Exception {
        Path secret = Files.writeString(folder.resolve("secret"), "kept");
        Path file = Files.createSymbolicLink(folder.resolve("agent.so"), secret);
        assertThatThrownBy(() -> new LocalFiles().create(file, new byte[] {1}))
                .isInstanceOf(FileAlreadyExistsException.class);
        assertThat(secret).hasContent("kept");
    }
}
