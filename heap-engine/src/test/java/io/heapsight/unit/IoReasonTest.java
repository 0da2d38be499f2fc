/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.unit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IoReasonTest {
    @Test
    void namesTheFileAndTheMessageOfPerror() {
        assertThat(IoReason.of(new AccessDeniedException("/proc/14/ns/mnt")))
                .isEqualTo("/proc/14/ns/mnt: permission denied");
        assertThat(IoReason.of(new FileSystemException("/a", null, "No space left on device")))
                .isEqualTo("/a: No space left on device");
        assertThat(IoReason.why(new NoSuchFileException("/a")))
                .isEqualTo("no such file or directory");
    }

    @Test
    void neverNamesAClass() {
        List<Throwable> failures =
                List.of(
                        new IOException(),
                        new EOFException(),
                        new FileSystemException(null),
                        new FileAlreadyExistsException("/a"),
                        new DirectoryNotEmptyException("/a"),
                        new UncheckedIOException(new AccessDeniedException("/a")));
        assertThat(failures)
                .extracting(IoReason::of)
                .noneMatch(words -> words.contains("Exception") || words.isBlank());
    }

    @Test
    void namesTheReasonWhenTheKernelRefusesToOpen(@TempDir Path folder) {
        IOException failure = assertThrows(IOException.class, () -> Files.readString(folder));
        assertThat(IoReason.of(failure)).isEqualTo("Is a directory");
    }

    /** The remaining class names belong in bug reports. */
    @ParameterizedTest
    @ValueSource(strings = {"heap-engine", "sidecar"})
    void noMessageIsMadeOfAnExceptionAndItsName(String module) throws IOException {
        Pattern named =
                Pattern.compile(
                        "\\be\\.toString\\(\\)|String\\.valueOf\\(e\\)|\" \\+ e\\b(?!\\.)|formatted\\((?:.*, )?e\\)");
        try (Stream<Path> sources = Files.walk(Path.of("..", module, "src/main/java"))) {
            assertThat(sources.filter(each -> each.toString().endsWith(".java")))
                    .hasSizeGreaterThan(400)
                    .noneMatch(each -> named.matcher(read(each)).find());
        }
    }

    private static String read(Path source) {
        try {
            return Files.readString(source);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
