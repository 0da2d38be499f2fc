/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.heapdump;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.cli.CommandLineAppTest;
import io.heapsight.cli.output.Console;
import io.heapsight.heap.HeapExplorer;
import io.heapsight.hprof.DumpBuilder;
import io.heapsight.hprof.DumpClass;
import io.heapsight.hprof.RootKind;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Faults of input files, reported with a remedy and without a stack trace. */
class AnalyzeCommandTest {
    @TempDir private Path folder;

    private record Seen(int code, String out, String err) {}

    @Test
    void missingFileIsNamed() throws IOException {
        assertReported(analyze(folder.resolve("gone.hprof")), "gone.hprof does not exist");
    }

    @Test
    void folderIsRefused() throws IOException {
        assertReported(analyze(folder), "is a folder");
    }

    @Test
    void missingFlagsFileIsNamed() throws IOException {
        Path file = Files.writeString(folder.resolve("shop.hprof"), "JAVA PROFILE 1.0.2");

        assertReported(analyze(file, "--flags", folder.resolve("gone.txt").toString()), "gone.txt");
    }

    @Test
    void textWithoutFlagsIsAUsageError() throws IOException {
        Path file = Files.writeString(folder.resolve("shop.hprof"), "JAVA PROFILE 1.0.2");
        Path flags = Files.writeString(folder.resolve("flags.txt"), "1234: no such process");

        Seen seen = analyze(file, "--flags", flags.toString());

        assertThat(seen.code()).as(seen.err()).isEqualTo(2);
        assertThat(seen.err()).contains("no flag such as -XX:+UseCompressedOops");
    }

    @Test
    void unwritableObjectsFileIsReportedBeforeTheWork() throws IOException {
        Path file = Files.writeString(folder.resolve("shop.hprof"), "JAVA PROFILE 1.0.2");

        assertReported(
                analyze(file, "--objects-out", folder.resolve("no/objects.tsv").toString()),
                "no/objects.tsv");
    }

    @Test
    void foreignFileIsNamedByItsFormat() throws IOException {
        Path file =
                Files.writeString(
                        folder.resolve("shop.hprof"), "<html>404 not found</html>".repeat(9));
        assertReported(analyze(file), "is an HTML or XML page");

        Files.write(file, new byte[200]);
        assertReported(analyze(file), "offset 0");
    }

    @Test
    void summaryIsPrintedInTheRequestedFormat() throws IOException {
        Path dump = shop();

        assertThat(analyze(dump).out()).contains("com.acme.Order", "Garbage");
        assertThat(analyze(dump, "--format", "json").out())
                .startsWith("{\"schemaVersion\":1,\"file\":\"" + dump + "\"")
                .contains("\"name\":\"com.acme.Order\"");
        assertThat(analyze(dump, "--format", "HTML").out()).startsWith("<!DOCTYPE html>");
    }

    @Test
    void histogramAloneHasNoGarbage() throws IOException {
        Seen seen = analyze(shop(), "--only", "histogram", "--format", "json");

        assertThat(seen.code()).isZero();
        assertThat(seen.out())
                .contains("\"name\":\"com.acme.Order\"", "\"unreachable\":null")
                .doesNotContain("\"unreachable\":{");
    }

    @Test
    void indexThatTheVolumeMayNotHoldIsSkipped() throws IOException {
        Path dump = shop();
        long bytes = Files.size(dump);
        Path index = HeapExplorer.indexOf(dump);

        Seen tooSmall = analyze(dump, "--keep-index", "--disk", Long.toString(bytes));

        assertThat(tooSmall.code()).as(tooSmall.err()).isZero();
        assertThat(tooSmall.out())
                .contains("com.acme.Order", "the index for the heap explorer", "the disk has");
        assertThat(index).doesNotExist();

        Seen enough = analyze(dump, "--keep-index", "--disk", Long.toString(2 * bytes));

        assertThat(enough.out()).doesNotContain("the index for the heap explorer");
        assertThat(index).exists();
    }

    @Test
    void objectsAreOneLineEachWithTheirDominator() throws IOException {
        Path objects = folder.resolve("objects.tsv");

        Seen seen = analyze(shop(), "--objects-out", objects.toString());

        assertThat(seen.code()).as(seen.err()).isZero();
        assertThat(objects)
                .content()
                .containsPattern(
                        "(?m)^0x[0-9a-f]+\tcom\\.acme\\.Order\t\\d+\t\\d+\t(0x[0-9a-f]+|-)$")
                .endsWith("\n");
        assertThat(folder).isDirectoryNotContaining("glob:**.part");
    }

    @Test
    void findingsAreTheTerminationMessage() throws IOException {
        Path message = Files.writeString(folder.resolve("termination-log"), "stale ".repeat(99));

        Seen seen = analyze(shop(), "--termination-message", message.toString());

        assertThat(seen.code()).as(seen.err()).isZero();
        assertThat(seen.out()).contains("com.acme.Order");
        assertThat(message)
                .content()
                .startsWith("for information: The class java.lang.Object")
                .doesNotContain("stale");
    }

    @Test
    void unwritableTerminationMessageIsReportedAfterTheSummary() throws IOException {
        Seen seen = analyze(shop(), "--termination-message", folder.resolve("no/log").toString());

        assertThat(seen.code()).isEqualTo(1);
        assertThat(seen.out()).contains("com.acme.Order");
        assertThat(seen.err()).contains("no/log");
    }

    @Test
    void summariesAreUploadedBesideTheDumpOfAStore() throws IOException {
        assertReported(analyze(shop(), "--upload-summary"), "is a local path");
        assertReported(
                analyzeNamed("https://dumps.example/a.hprof?signature=1", "--upload-summary"),
                "https://dumps.example/a.hprof is not the URL of an object in a store");
    }

    @Test
    void optionsOfOtherModesAreUsageErrors() throws IOException {
        assertUsage(analyze(shop(), "--upload-summary", "--plan"), "--plan");
        assertUsage(
                analyze(shop(), "--termination-message=x", "--only=histogram"),
                "need the whole analysis");
        assertUsage(analyzeNamed("file:///tmp", "--fleet", "--keep-index"), "--fleet");
    }

    private static void assertUsage(Seen seen, String what) {
        assertThat(seen.code()).as(seen.err()).isEqualTo(2);
        assertThat(seen.err()).contains(what);
    }

    /** A chain of two reachable orders and a garbage one. */
    private Path shop() throws IOException {
        DumpBuilder dump = new DumpBuilder();
        DumpClass order = dump.addClass("com.acme.Order").reference("next");
        long last = dump.instance(order);
        long first = dump.instance(order, "next", last);
        dump.instance(order);
        return dump.root(RootKind.JNI_GLOBAL, first).writeTo(folder);
    }

    private static void assertReported(Seen seen, String what) {
        assertThat(seen.code()).as(seen.err()).isEqualTo(1);
        assertThat(seen.out()).isEmpty();
        assertThat(seen.err()).contains(what).doesNotContain("\tat ", "a bug");
        assertThat(seen.err().lines()).hasSize(3);
    }

    private static Seen analyze(Path file, String... options) throws IOException {
        return analyzeNamed(file.toString(), options);
    }

    private static Seen analyzeNamed(String file, String... options) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Console console =
                new Console(
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        new PrintStream(err, true, StandardCharsets.UTF_8));
        String[] arguments = new String[options.length + 2];
        arguments[0] = "analyze";
        arguments[1] = file;
        System.arraycopy(options, 0, arguments, 2, options.length);
        int code = CommandLineAppTest.run(console, Path.of("/proc"), Map.of(), arguments);
        return new Seen(
                code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }
}
