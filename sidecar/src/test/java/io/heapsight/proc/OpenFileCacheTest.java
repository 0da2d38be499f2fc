/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.proc;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OpenFileCacheTest {
    private static final int MOST = 64 * 1024;

    @TempDir private Path folder;
    private final OpenFileCache files = new OpenFileCache(new LocalFiles());

    @AfterEach
    void close() {
        files.close();
    }

    private String read(String name) throws IOException {
        return new String(files.read(folder.resolve(name), 0, MOST), US_ASCII);
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(folder.resolve(name), text);
    }

    @Test
    void eachReadingShowsTheCurrentContent() throws IOException {
        write("memory.max", "max\n");
        assertThat(read("memory.max")).isEqualTo("max\n");
        write("memory.max", "1073741824\n");
        assertThat(read("memory.max")).isEqualTo("1073741824\n");
        write("memory.max", "");
        assertThat(read("memory.max")).isEmpty();
    }

    @Test
    void missingFileIsFoundOnceItExists() throws IOException {
        assertThatThrownBy(() -> read("memory.min")).isInstanceOf(IOException.class);
        write("memory.min", "0\n");
        assertThat(read("memory.min")).isEqualTo("0\n");
    }

    @Test
    void folderIsNoFile() {
        assertThatThrownBy(() -> read(".")).isInstanceOf(IOException.class);
    }

    @Test
    void ofMoreFilesTheOthersAreReadToo() throws IOException {
        for (int i = 0; i < 100; i++) {
            write("file" + i, i + "\n");
        }
        for (int i = 0; i < 100; i++) {
            assertThat(read("file" + i)).isEqualTo(i + "\n");
        }
    }

    @Test
    void longFileIsReadUpToTheMaximum() throws IOException {
        write("memory.stat", "x".repeat(5000) + "\n");
        assertThat(files.read(folder.resolve("memory.stat"), 0, 1000)).hasSize(1000);
        assertThat(read("memory.stat")).hasSize(5001);
    }
}
