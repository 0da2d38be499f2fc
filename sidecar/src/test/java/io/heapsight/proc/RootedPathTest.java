/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.proc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RootedPathTest {
    @TempDir private Path root;

    @Test
    void absoluteLinkStaysBelowTheRoot() throws IOException {
        Files.createDirectories(root.resolve("var/tmp"));
        Files.createSymbolicLink(root.resolve("tmp"), Path.of("/var/tmp"));
        assertThat(resolve("/tmp/.java_pid1")).isEqualTo(root.resolve("var/tmp/.java_pid1"));
    }

    @Test
    void parentOfTheRootIsTheRoot() throws IOException {
        Files.createSymbolicLink(root.resolve("out"), Path.of("../../../etc"));
        assertThat(resolve("/out/passwd")).isEqualTo(root.resolve("etc/passwd"));
        assertThat(resolve("/../../x")).isEqualTo(root.resolve("x"));
    }

    @Test
    void linkLoopIsRefused() throws IOException {
        Files.createSymbolicLink(root.resolve("a"), Path.of("b"));
        Files.createSymbolicLink(root.resolve("b"), Path.of("/a"));
        assertThatThrownBy(() -> resolve("/a")).hasMessageContaining("too many symbolic links");
    }

    private Path resolve(String path) throws IOException {
        return RootedPath.resolve(new LocalFiles(), root, path);
    }
}
