/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.heapsight.unit.ProblemException;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutputFileTest {
    @TempDir private Path folder;

    private Path input;
    private Path output;

    @BeforeEach
    void files() throws Exception {
        input = Files.writeString(folder.resolve("input"), "input");
        output = folder.resolve("output");
    }

    private OutputFile create(Path file, boolean force) throws ProblemException {
        return OutputFile.create(file, "The result", List.of(input), force);
    }

    private void assertRefused(Path file, boolean force, String why) {
        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> create(file, force))
                .satisfies(e -> assertThat(e.problem().detail()).contains(why));
    }

    @Test
    void appearsOnceItIsComplete() throws Exception {
        try (OutputFile file = create(output, false)) {
            Files.writeString(file.path(), "new");
            assertThat(output).doesNotExist();

            file.keep();
        }
        assertThat(output).hasContent("new");
        assertThat(folder.toFile().list()).hasSize(2);
    }

    @Test
    void leavesNothingIfItIsNotFinished() throws Exception {
        try (OutputFile file = create(output, false)) {
            Files.writeString(file.path(), "half");
        }
        assertThat(folder.toFile().list()).containsExactly("input");
    }

    @Test
    void replacesAFileOnlyOnRequest() throws Exception {
        Files.writeString(output, "old");

        assertRefused(output, false, "exists already");
        assertThat(output).hasContent("old");

        try (OutputFile file = create(output, true)) {
            Files.writeString(file.path(), "new");
            file.keep();
        }
        assertThat(output).hasContent("new");
    }

    @Test
    void isNeverTheInput() throws Exception {
        Path hard = Files.createLink(folder.resolve("hard"), input);
        Path symbolic = Files.createSymbolicLink(folder.resolve("symbolic"), input);
        for (Path file : new Path[] {input, folder.resolve("../").resolve(input), hard, symbolic}) {
            assertRefused(file, true, "is an input file");
        }
        assertThat(input).hasContent("input");
    }

    @Test
    void isNeverTheInputNamedByItsDescriptor() throws Exception {
        try (FileInputStream open = new FileInputStream(input.toFile())) {
            assertRefused(streamOf(input), true, "is an input file");
            assertThat(open.read()).isEqualTo('i');
        }
    }

    @Test
    void keepsAFileCreatedDuringTheWork() throws Exception {
        try (OutputFile file = create(output, false)) {
            Files.writeString(output, "another's");
            assertThatExceptionOfType(ProblemException.class)
                    .isThrownBy(file::keep)
                    .satisfies(
                            e ->
                                    assertThat(e.problem().detail())
                                            .contains("created by another program"));
        }
        assertThat(output).hasContent("another's");
        assertThat(folder.toFile().list()).hasSize(2);
    }

    @Test
    void keepsForeignPartFilesAndAcceptsAnyName() throws Exception {
        Path part = Files.writeString(folder.resolve("output.part"), "mine");
        Path longest = folder.resolve("x".repeat(255));
        try (OutputFile file = create(longest, false)) {
            file.keep();
        }
        assertThat(longest).exists();
        assertThat(part).hasContent("mine");
    }

    @Test
    void fullDiskIsReportedWithTheGivenName() throws Exception {
        try (OutputFile file = create(Path.of("/dev/full"), false)) {
            assertThatExceptionOfType(ProblemException.class)
                    .isThrownBy(() -> file.write(() -> fill(file)))
                    .satisfies(
                            e ->
                                    assertThat(e.problem().detail())
                                            .isEqualTo("/dev/full: No space left on device"));
        }
    }

    private static int fill(OutputFile file) throws IOException {
        try (WritableByteChannel out = file.open()) {
            return out.write(ByteBuffer.allocate(1));
        }
    }

    @Test
    void writesToTheTargetOfALink() throws Exception {
        Files.writeString(output, "old");
        Path link = Files.createSymbolicLink(folder.resolve("link"), output);

        assertRefused(link, false, "exists already");
        try (OutputFile file = create(link, true)) {
            Files.writeString(file.path(), "new");
            file.keep();
        }

        assertThat(link).isSymbolicLink();
        assertThat(output).hasContent("new");
        assertRefused(
                Files.createSymbolicLink(folder.resolve("dangling"), folder.resolve("none")),
                true,
                "dangling symbolic link");
    }

    @Test
    void writesToDevicesAndStreams() throws Exception {
        try (OutputFile file = create(Path.of("/dev/null"), false)) {
            assertThat(file.path()).isEqualTo(Path.of("/dev/null"));
            file.keep();
        }
        assertThat(Path.of("/dev/null")).exists();
        Files.writeString(output, "before;");
        try (FileInputStream open = new FileInputStream(output.toFile())) {
            Path stream = streamOf(output);
            try (OutputFile file = create(stream, false)) {
                Files.writeString(file.path(), "x", StandardOpenOption.APPEND);
                file.keep();
            }
            assertThat(open.getFD().valid()).isTrue();
        }
        assertThat(output).hasContent("before;x");
    }

    @Test
    void pipeThatCannotBeOpenedIsNamed() throws Exception {
        assertThat(new ProcessBuilder("mkfifo", output.toString()).start().waitFor()).isZero();
        try (OutputFile file = create(output, false)) {
            assertThatExceptionOfType(ProblemException.class)
                    .isThrownBy(() -> fail(file, new AccessDeniedException(output.toString())))
                    .satisfies(e -> assertThat(e.problem().detail()).contains("permission denied"))
                    .isNotInstanceOf(PipeClosedException.class);
            assertThatExceptionOfType(PipeClosedException.class)
                    .isThrownBy(() -> fail(file, new FileSystemException(output.toString())));
        }
    }

    private static void fail(OutputFile file, IOException failure) throws Exception {
        file.write(
                () -> {
                    throw failure;
                });
    }

    /** The name by which a shell passes an open file to a program. */
    private static Path streamOf(Path file) throws Exception {
        try (Stream<Path> all = Files.list(Path.of("/proc/self/fd"))) {
            return all.filter(each -> leadsTo(each, file)).findAny().orElseThrow();
        }
    }

    private static boolean leadsTo(Path descriptor, Path file) {
        try {
            return Files.readSymbolicLink(descriptor).equals(file.toRealPath());
        } catch (IOException _) {
            return false; // closed in between
        }
    }
}
