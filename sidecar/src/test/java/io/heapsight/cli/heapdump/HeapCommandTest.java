/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.heapdump;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.cli.output.Console;
import io.heapsight.hprof.DumpBuilder;
import io.heapsight.hprof.DumpClass;
import io.heapsight.hprof.GoldenDump;
import io.heapsight.hprof.RootKind;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class HeapCommandTest {
    @TempDir Path folder;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int heap(Path dump, String... arguments) {
        out.reset();
        err.reset();
        String[] line = new String[arguments.length + 1];
        line[0] = dump.toString();
        System.arraycopy(arguments, 0, line, 1, arguments.length);
        Console console = new Console(new PrintStream(out, true), new PrintStream(err, true));
        return new CommandLine(new HeapCommand(console))
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExecutionExceptionHandler(
                        (e, _, _) -> {
                            console.note(String.valueOf(e.getMessage()));
                            return 1;
                        })
                .setErr(new PrintWriter(err, true, StandardCharsets.UTF_8))
                .execute(line);
    }

    private String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private String err() {
        return err.toString(StandardCharsets.UTF_8);
    }

    private String firstAddress() {
        return Arrays.stream(out().split("\\s+"))
                .filter(word -> word.startsWith("0x"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void firstQueryCreatesTheIndexAndTheNextUsesIt() throws IOException {
        Path dump = Files.copy(GoldenDump.SERIAL_25.file(), folder.resolve("shop.hprof"));

        assertThat(heap(dump, "dominators", "--top", "3")).as(err()).isZero();
        assertThat(err()).contains("there is no index yet", "shop.hprof.index");
        assertThat(out()).contains("retained bytes", "first 3:");
        assertThat(folder.resolve("shop.hprof.index")).exists();

        String address = firstAddress();
        for (String view : new String[] {"object", "references", "referrers", "path"}) {
            assertThat(heap(dump, view, address)).as(view + err()).isZero();
            assertThat(err()).as(view).isEmpty();
            assertThat(out()).as(view).contains(address);
        }
        assertThat(heap(dump, "classes", "--package", "java.util", "--format", "json")).isZero();
        assertThat(out())
                .startsWith("{\"schemaVersion\":1,\"total\":")
                .contains("\"name\":\"java.util.HashMap\"")
                .doesNotContain("\"name\":\"java.lang.String\"");
    }

    @Test
    void unknownObjectIsReported() throws IOException {
        Path dump = Files.copy(GoldenDump.SERIAL_25.file(), folder.resolve("shop.hprof"));
        assertThat(heap(dump, "object", "0x10")).isEqualTo(1);
        assertThat(err()).contains("No object begins at 0x10");
        assertThat(heap(dump, "instances", "com.acme.Nothing")).isEqualTo(1);
        assertThat(err()).contains("No class is named com.acme.Nothing");
    }

    @Test
    void compressedDumpIsExploredAndLeavesNoInflatedFile() throws IOException {
        Path work = Files.createDirectory(folder.resolve("work"));
        Path dump = folder.resolve("shop.hprof.gz");
        Files.copy(GoldenDump.SERIAL_25.compressed(), dump);
        Path plain = Files.copy(GoldenDump.SERIAL_25.file(), folder.resolve("shop.hprof"));
        heap(plain, "classes");
        String classes = out();

        assertThat(heap(dump, "classes", "--work-dir", work.toString())).as(err()).isZero();
        assertThat(err()).contains("is decompressed into " + work, "analysed once");
        assertThat(out()).isEqualTo(classes);
        assertThat(work).isEmptyDirectory();

        heap(plain, "instances", "java.lang.String");
        String strings = out();
        assertThat(heap(dump, "instances", "java.lang.String")).as(err()).isZero();
        assertThat(err()).as("the index is used again").doesNotContain("analysed");
        assertThat(out()).isEqualTo(strings);
        assertThat(heap(dump, "object", firstAddress())).as(err()).isZero();
    }

    @Test
    void compressedDumpsAreCompared() throws IOException {
        Path before = folder.resolve("before.hprof.gz");
        Path after = folder.resolve("after.hprof.gz");
        Files.copy(GoldenDump.SERIAL_25.compressed(), before);
        Files.copy(GoldenDump.SERIAL_25.compressed(), after);

        assertThat(heap(before, "diff", after.toString())).as(err()).isZero();

        assertThat(out()).contains("before.hprof.gz", "after.hprof.gz");
    }

    @Test
    void truncatedCompressedDumpIsReadUpToTheCut() throws IOException {
        Path dump = folder.resolve("cut.hprof.gz");
        Files.copy(GoldenDump.SERIAL_25.compressed(), dump);
        byte[] whole = Files.readAllBytes(dump);
        Files.write(dump, Arrays.copyOf(whole, whole.length / 2));

        heap(dump, "classes");

        assertThat(err()).doesNotContain("a bug");
        assertThat(folder).isDirectoryNotContaining("glob:**heapsight-*");
    }

    @Test
    void usageErrorsAreNamed() {
        Path dump = folder.resolve("gone.hprof");
        assertThat(heap(dump, "everything")).isEqualTo(2);
        assertThat(err()).contains("\"everything\" is not one of classes, instances");
        assertThat(heap(dump, "object")).isEqualTo(2);
        assertThat(err()).contains("object needs an address");
        assertThat(heap(dump, "path", "12")).isEqualTo(2);
        assertThat(err()).contains("12 is not an address");
    }

    @Test
    void queriesAreAnsweredAsTextAndJson() throws IOException {
        Path dump = Files.copy(GoldenDump.SERIAL_25.file(), folder.resolve("shop.hprof"));
        String query = "class = java.util.HashMap and size > 10 and field.table != null limit 2";
        assertThat(heap(dump, "query", query)).as(err()).isZero();
        assertThat(out()).contains("the first 2:", "elements", "java.util.HashMap");
        assertThat(heap(dump, "query", query, "--format", "json")).isZero();
        assertThat(out())
                .startsWith("{\"schemaVersion\":1,\"query\":\"class = java.util.HashMap and ")
                .contains("\"unreachable\":", "\"groupedBy\":null", "\"elements\":");
        assertThat(heap(dump, "query", "garbage group by package sort by objects")).isZero();
        assertThat(out()).contains("groups", "note: Unreachable objects are among them", "package");
        assertThat(heap(dump, "query", "class = com.acme.Nothing")).isZero();
        assertThat(out()).contains("0 objects", "No class of the dump can meet this");
    }

    @Test
    void slowQueryTimesOut() throws IOException {
        Path dump = Files.copy(GoldenDump.SERIAL_25.file(), folder.resolve("shop.hprof"));
        assertThat(heap(dump, "query", "retained > 1", "--timeout", "0ms")).isEqualTo(1);
        assertThat(err()).contains("The query took too long: It was not done after 0.0 s.");
    }

    @Test
    void invalidQueryIsReportedWithItsColumn() {
        Path dump = folder.resolve("gone.hprof");
        assertThat(heap(dump, "query", "class = a and retained > lots")).isEqualTo(2);
        assertThat(err()).startsWith("column 26: expected a number, such as 1000 or 4m, found");
        assertThat(heap(dump, "query")).isEqualTo(2);
        assertThat(err()).contains("query needs conditions");
        assertThat(heap(dump, "query", "(".repeat(10_000))).isEqualTo(2);
        assertThat(err()).startsWith("column 51: conditions are nested 50 deep at most");
    }

    @Test
    void growthUpToALaterDumpIsShown() throws IOException {
        Path dump = Files.copy(GoldenDump.COMPACT_HEADERS_25.file(), folder.resolve("early.hprof"));
        Path late = Files.copy(GoldenDump.SERIAL_25.file(), folder.resolve("late.hprof"));
        assertThat(heap(dump, "diff", late.toString(), "--top", "3")).as(err()).isZero();
        assertThat(err())
                .contains("early.hprof: there is no index", "late.hprof: there is no index");
        assertThat(out())
                .contains("From " + dump, "to", late + ":", "+retained", "(class)", " > ")
                .contains("3 of ", " holders that grew", " classes that differ", "package");
        assertThat(heap(dump, "diff", late.toString(), "--format", "json")).isZero();
        assertThat(err()).isEmpty();
        assertThat(out())
                .startsWith("{\"schemaVersion\":1,\"beforeFile\":")
                .contains("\"growth\":{\"objects\":", "\"holders\":[{\"path\":[\"");

        assertThat(heap(late, "diff", late.toString())).isZero();
        assertThat(out())
                .contains("No holder in the dominator tree retains more", "No class differs");
        assertThat(heap(dump, "diff", dump + ".gone")).isEqualTo(2);
        assertThat(err()).contains("early.hprof.gone, the second dump, does not exist");
        assertThat(heap(dump, "diff")).isEqualTo(2);
        assertThat(err()).contains("diff needs a second dump");
    }

    @Test
    void secretsAreFoundAndNotShown() throws IOException {
        DumpBuilder builder = new DumpBuilder();
        DumpClass config = builder.addClass("com.acme.Config").reference("password");
        long text = builder.string("hunter2");
        builder.root(RootKind.JNI_GLOBAL, builder.instance(config, "password", text));
        Path dump = builder.writeTo(folder);
        assertThat(heap(dump, "secrets", "--reveal-strings")).as(err()).isZero();
        assertThat(out())
                .contains("named as a secret", "com.acme.Config.password", "heapsight redact FILE")
                .contains("0x" + Long.toHexString(text))
                .doesNotContain("hunter2");
        assertThat(heap(dump, "secrets", "--fail-if-found", "--format", "json")).isEqualTo(1);
        assertThat(out())
                .startsWith("{\"schemaVersion\":1,\"total\":1,\"secrets\":[{\"kind\":\"named\",")
                .contains("\"count\":1", "\"reachable\":true", "\"remedy\":")
                .doesNotContain("hunter2");

        Path other = Files.copy(GoldenDump.SERIAL_25.file(), folder.resolve("shop.hprof"));
        assertThat(heap(other, "secrets", "--fail-if-found")).isZero();
        assertThat(out()).contains("No credentials detected.");
    }

    @Test
    void sumsOverTheWholeHeap() throws IOException {
        Path dump = Files.copy(GoldenDump.SERIAL_25.file(), folder.resolve("shop.hprof"));
        assertThat(heap(dump, "packages")).as(err()).isZero();
        assertThat(out()).contains("are dominated only by the roots together", "java.*");
        assertThat(heap(dump, "packages", "java.lang")).isZero();
        assertThat(out()).contains("objects of java.lang are dominated", "java.lang.Thread");
        assertThat(heap(dump, "packages", "java", "--format", "json")).isZero();
        assertThat(out()).contains("\"of\":{\"name\":\"java\",\"package\":true,");
        assertThat(heap(dump, "loaders")).isZero();
        assertThat(out()).contains("(boot)", "jdk.internal.loader.ClassLoaders$AppClassLoader");
        assertThat(heap(dump, "loaders", "--format", "json")).isZero();
        assertThat(out()).contains("\"loaders\":[{\"address\":");
        assertThat(heap(dump, "duplicate-classes")).isZero();
        assertThat(out()).isEqualTo("No class is defined by more than one class loader.\n");
        assertThat(heap(dump, "duplicate-classes", "--format", "json")).isZero();
        assertThat(out()).contains("\"total\":0,\"names\":[]");
        assertThat(heap(dump, "loaders", "0x1")).isEqualTo(2);
        assertThat(err()).contains("loaders takes no address");
    }

    @Test
    void garbageByItsRoots() throws IOException {
        Path dump = Files.copy(GoldenDump.SERIAL_25.file(), folder.resolve("shop.hprof"));
        assertThat(heap(dump, "garbage", "--top", "2")).as(err()).isZero();
        assertThat(out())
                .contains("garbage roots", "are on cycles", "bytes below")
                .contains("objects below", "largest root", "2 of ");
        String largest = firstAddress();
        assertThat(heap(dump, "object", largest)).as(err()).isZero();
        assertThat(out()).contains("unreachable");
        assertThat(heap(dump, "garbage", "--format", "json")).isZero();
        assertThat(out())
                .startsWith("{\"schemaVersion\":1,\"roots\":")
                .contains("\"onCycles\":{\"objects\":", "\"largest\":\"0x");
        assertThat(heap(dump, "garbage", "0x1")).isEqualTo(2);
        assertThat(err()).contains("garbage takes no address");
    }

    @Test
    void mergedPathsToTheObjectsOfAClass() throws IOException {
        Path dump = Files.copy(GoldenDump.SERIAL_25.file(), folder.resolve("shop.hprof"));
        assertThat(heap(dump, "merged-paths", "java.util.HashMap")).as(err()).isZero();
        assertThat(out())
                .contains("instances of java.util.HashMap", "objects below", ", system class");
        assertThat(heap(dump, "path", firstAddress())).as(err()).isZero();
        assertThat(heap(dump, "merged-paths", "java.lang.String")).as(err()).isZero();
        assertThat(out().replace('\n', ' '))
                .doesNotContain("that are reached only through soft, weak or phantom");
        assertThat(heap(dump, "merged-paths", "java.lang.String", "--weak")).as(err()).isZero();
        assertThat(out().replace('\n', ' '))
                .contains("that are reached only through soft, weak or phantom");
        assertThat(heap(dump, "merged-paths", "java.util.HashMap", "--format", "json")).isZero();
        assertThat(out())
                .startsWith("{\"schemaVersion\":1,\"class\":\"java.util.HashMap\",\"weaklyHeld\":")
                .contains("\"strong\":{\"objects\":", "\"rows\":[{\"depth\":0,\"root\":\"");
        assertThat(heap(dump, "merged-paths", "java.util.HashMap", "--timeout", "0ms"))
                .isEqualTo(1);
        assertThat(err()).contains("The search for paths took too long");
        assertThat(heap(dump, "merged-paths")).isEqualTo(2);
        assertThat(err()).contains("merged-paths needs a class");
    }

    @Test
    void threadsAndTheirLocals() throws IOException {
        Path dump = Files.copy(GoldenDump.SERIAL_25.file(), folder.resolve("shop.hprof"));
        assertThat(heap(dump, "threads")).as(err()).isZero();
        assertThat(out()).contains("locals", "number", "java.lang.Thread main");
        String number =
                out().lines()
                        .filter(line -> line.endsWith("java.lang.Thread main"))
                        .map(line -> line.strip().split(" +")[2])
                        .findFirst()
                        .orElseThrow();
        assertThat(heap(dump, "locals", number)).as(err()).isZero();
        assertThat(out())
                .startsWith("java.lang.Thread main at 0x")
                .contains("its stack has 4 frames", "frame, and its locals", "at java.lang.");
        assertThat(heap(dump, "locals", number, "--format", "json")).isZero();
        assertThat(out()).contains("\"number\":" + number, "\"frames\":[{\"frame\":\"");
        assertThat(heap(dump, "locals", "99999")).isEqualTo(1);
        assertThat(err()).contains("No thread has the number 99999");
        assertThat(heap(dump, "locals")).isEqualTo(2);
        assertThat(err()).contains("locals needs the number of a thread");
        assertThat(heap(dump, "locals", "main")).isEqualTo(2);
        assertThat(err()).contains("main is not a thread number");
    }
}
