/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.heapdump;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.cli.CommandLineAppTest;
import io.heapsight.cli.output.Console;
import io.heapsight.hprof.DumpBuilder;
import io.heapsight.hprof.RootKind;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code heapsight redact}: output files are complete or absent. */
class RedactCommandTest {
    @TempDir private Path folder;

    private record Seen(int code, String err) {}

    private Path dump() throws IOException {
        DumpBuilder dump = new DumpBuilder();
        return dump.root(RootKind.JNI_GLOBAL, dump.string("hunter2")).writeTo(folder);
    }

    @Test
    void redactedFileIsReadableByItsOwnerOnly() throws IOException {
        Path dump = dump();
        Path output = Files.writeString(folder.resolve("redacted.hprof"), "something older");

        assertThat(redact(dump, output).err()).contains("exists already", "--force");
        Seen seen = redact(dump, output, "--force");

        assertThat(seen.code()).as(seen.err()).isZero();
        assertThat(seen.err()).contains("redacted.hprof: ", "all data zeroed");

        assertThat(Files.size(output)).isEqualTo(Files.size(dump));
        assertThat(text(dump)).contains("hunter2");
        assertThat(text(output)).doesNotContain("hunter2").contains("java/lang/String");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(output)))
                .isEqualTo("rw-------");
        assertThat(folder).isDirectoryNotContaining("glob:**.part");
    }

    @Test
    void compressedDumpIsInflated() throws IOException {
        Path dump = dump();
        Path compressed = folder.resolve("dump.hprof.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(compressed))) {
            Files.copy(dump, out);
        }
        Path ofPlain = folder.resolve("plain.hprof");
        Path ofCompressed = folder.resolve("compressed.hprof");

        assertThat(redact(dump, ofPlain).code()).isZero();
        assertThat(redact(compressed, ofCompressed, "--work-dir", folder.toString()).code())
                .isZero();

        assertThat(ofCompressed).hasSameBinaryContentAs(ofPlain);
    }

    @Test
    void inputIsNotOverwritten() throws IOException {
        Path dump = dump();
        byte[] before = Files.readAllBytes(dump);
        Path link = Files.createLink(folder.resolve("the-same.hprof"), dump);

        for (Path output : new Path[] {dump, link}) {
            Seen seen = redact(dump, output);
            assertThat(seen.code()).isEqualTo(1);
            assertThat(seen.err()).contains("is an input file");
        }
        assertThat(dump).hasBinaryContent(before);
    }

    @Test
    void brokenDumpLeavesNoFile() throws IOException {
        byte[] broken = Files.readAllBytes(dump());
        Arrays.fill(broken, broken.length - 40, broken.length - 20, (byte) 0x77);
        Path dump = Files.write(folder.resolve("broken.hprof"), broken);
        Path output = folder.resolve("redacted.hprof");

        Seen seen = redact(dump, output);

        assertThat(seen.code()).isEqualTo(1);
        assertThat(seen.err()).contains("at offset").doesNotContain("a bug");
        assertThat(output).doesNotExist();
        assertThat(folder).isDirectoryNotContaining("glob:**.part");
    }

    @Test
    void truncatedDumpIsRedactedUpToTheCutAndReported() throws IOException {
        byte[] whole = Files.readAllBytes(dump());
        Path cut =
                Files.write(folder.resolve("cut.hprof"), Arrays.copyOf(whole, whole.length - 12));
        Path output = folder.resolve("redacted.hprof");

        Seen seen = redact(cut, output);

        assertThat(seen.code()).as(seen.err()).isZero();
        assertThat(seen.err()).contains("the dump was cut");
        assertThat(Files.size(output)).isBetween(1L, whole.length - 12L);
    }

    private static String text(Path file) throws IOException {
        return Files.readString(file, StandardCharsets.ISO_8859_1);
    }

    private static Seen redact(Path file, Path output, String... more) throws IOException {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Console console =
                new Console(
                        new PrintStream(OutputStream.nullOutputStream()),
                        new PrintStream(err, true, StandardCharsets.UTF_8));
        String[] arguments =
                Arrays.copyOf(
                        new String[] {"redact", file.toString(), "--output", output.toString()},
                        4 + more.length);
        System.arraycopy(more, 0, arguments, 4, more.length);
        int code = CommandLineAppTest.run(console, Path.of("/proc"), Map.of(), arguments);
        return new Seen(code, err.toString(StandardCharsets.UTF_8));
    }
}
