/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.cli.heapdump.AnalyzeCommand;
import io.heapsight.cli.heapdump.ExplorerOptions;
import io.heapsight.cli.heapdump.HeapCommand;
import io.heapsight.cli.heapdump.QueriedDump;
import io.heapsight.cli.output.Console;
import io.heapsight.hprof.GoldenDump;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Tools of a dump, called as by an assistant. */
class ToolDispatcherTest {
    private static final Pattern ADDRESS = Pattern.compile("0x[0-9a-f]+");
    private static final Map<String, Object> ALL_OF_IT = Map.of("characters", 200_000);

    @TempDir static Path folder;

    private static final ByteArrayOutputStream ERR = new ByteArrayOutputStream();
    private static final Console CONSOLE = new Console(System.err, new PrintStream(ERR, true));
    private static Path file = Path.of("");
    private static QueriedDump dump;
    private static ToolDispatcher toolbox;

    @BeforeAll
    static void copyDump() throws Exception {
        file = Files.copy(GoldenDump.SERIAL_25.file(), folder.resolve("shop.hprof"));
        dump = QueriedDump.at(file, new ExplorerOptions(), CONSOLE);
        toolbox = new ToolDispatcher(ToolList.ofDump(), new DumpBackend(dump), CONSOLE);
    }

    @AfterAll
    static void close() {
        dump.close();
    }

    private static ToolAnswer call(String name, Map<String, Object> arguments) {
        Tool tool =
                toolbox.tools().stream()
                        .filter(each -> each.name().equals(name))
                        .findFirst()
                        .orElseThrow();
        return toolbox.call(tool, arguments);
    }

    private static String problem(String name, Map<String, Object> arguments) {
        ToolAnswer answer = call(name, arguments);
        assertThat(answer.kind()).as(answer.text()).isEqualTo(ToolAnswer.Kind.PROBLEM);
        assertThat(answer.text().lines()).hasSize(3).noneMatch(line -> line.contains("Exception"));
        return answer.text();
    }

    private static String printed(
            java.util.function.Function<Console, Callable<Integer>> command, String... line) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Console console = new Console(new PrintStream(out, true), System.err);
        int code =
                new CommandLine(command.apply(console))
                        .setCaseInsensitiveEnumValuesAllowed(true)
                        .execute(line);
        assertThat(code).as(String.join(" ", line)).isZero();
        return out.toString(StandardCharsets.UTF_8);
    }

    private static String heap(String... arguments) {
        List<String> line = new ArrayList<>(List.of(file.toString()));
        line.addAll(List.of(arguments));
        return printed(HeapCommand::new, line.toArray(String[]::new));
    }

    /** Calls a tool once as text and once as JSON; returns the text. */
    private static String equal(String tool, Map<String, Object> arguments, String... command) {
        Map<String, Object> whole = new HashMap<>(arguments);
        whole.putAll(ALL_OF_IT);
        ToolAnswer text = call(tool, whole);
        assertThat(text).isEqualTo(new ToolAnswer(heap(command), ToolAnswer.Kind.TEXT));
        whole.put("format", "json");
        List<String> asJson = new ArrayList<>(List.of(command));
        asJson.add("--format=json");
        assertThat(call(tool, whole))
                .isEqualTo(
                        new ToolAnswer(heap(asJson.toArray(String[]::new)), ToolAnswer.Kind.JSON));
        return text.text();
    }

    private static String withoutTimes(String json) {
        return json.replaceAll("(?i)(\"[a-z]*seconds\":)[0-9.]+", "$1");
    }

    @Test
    void eachToolAnswersAsItsCommand() {
        ToolAnswer summary = call("heap_summary", Map.of("format", "json", "characters", 200_000));
        assertThat(summary.kind()).as(summary.text()).isEqualTo(ToolAnswer.Kind.JSON);
        assertThat(withoutTimes(summary.text()))
                .isEqualTo(
                        withoutTimes(
                                printed(
                                        AnalyzeCommand::new,
                                        file.toString(),
                                        "--format=json",
                                        "--top=100")));
        assertThat(call("heap_summary", ALL_OF_IT).text()).contains("What is wrong", "Suspect");
        assertThat(folder.resolve("shop.hprof.index")).as("comes with the summary").exists();

        String classes =
                equal(
                        "heap_classes",
                        Map.of("package", "java.util", "top", 3),
                        "classes",
                        "--package=java.util",
                        "--top=3");
        assertThat(classes).contains("java.util.");
        String top = equal("heap_dominators", Map.of(), "dominators");
        String address =
                ADDRESS.matcher(top).results().map(MatchResult::group).findFirst().orElseThrow();
        equal("heap_dominators", Map.of("of", address), "dominators", address);
        equal(
                "heap_instances",
                Map.of("class", "java.util.HashMap"),
                "instances",
                "java.util.HashMap");
        equal("heap_object", Map.of("address", address), "object", address);
        equal("heap_references", Map.of("address", address), "references", address);
        equal(
                "heap_referrers",
                Map.of("address", address, "top", "5"),
                "referrers",
                address,
                "--top=5");
        equal(
                "heap_path_to_root",
                Map.of("address", address, "count", 2.0),
                "path",
                address,
                "--count=2");
        equal(
                "heap_merged_paths",
                Map.of("class", "int[]", "weak", true),
                "merged-paths",
                "int[]",
                "--weak");
        String query = "class extends java.util.AbstractMap and size > 10 group by class";
        equal("heap_query", Map.of("q", query), "query", query);
        equal("heap_packages", Map.of(), "packages");
        equal("heap_packages", Map.of("package", "java"), "packages", "java");
        equal("heap_loaders", Map.of("top", 3), "loaders", "--top=3");
        assertThat(equal("heap_secrets", Map.of(), "secrets")).doesNotContain("hunter2");
        equal("heap_garbage", Map.of(), "garbage");
        equal("heap_threads", Map.of(), "threads");
        equal("heap_locals", Map.of("number", 1), "locals", "1");
    }

    @Test
    void longTextIsTruncatedAndSaysHowToGetMore() {
        String whole = call("heap_classes", Map.of("top", 1000, "characters", 200_000)).text();
        String cut = call("heap_classes", Map.of("top", 1000, "characters", 1000)).text();
        String note = cut.substring(cut.indexOf("[The answer is cut: "));
        String kept = cut.substring(0, cut.length() - note.length());
        assertThat(kept).hasSizeLessThanOrEqualTo(1000).endsWith("\n");
        assertThat(whole).startsWith(kept);
        assertThat(note)
                .contains(kept.length() + " of " + whole.length() + " characters")
                .contains("characters=" + whole.length(), "a lower top");
        assertThat(
                        problem(
                                "heap_classes",
                                Map.of("top", 100, "characters", 1000, "format", "json")))
                .startsWith("The answer is too long.")
                .contains("a lower top", "format=text");
    }

    @Test
    void truncatedTextNamesTheCommandThatGivesItWhole() {
        String line = "x".repeat(300_000);
        ToolDispatcher one = new ToolDispatcher(ToolList.ofDump(), (_, _, _) -> line, CONSOLE);
        ToolAnswer answer = one.call(one.tools().getFirst(), ALL_OF_IT);
        assertThat(answer.kind()).isEqualTo(ToolAnswer.Kind.TEXT);
        assertThat(answer.text())
                .startsWith(line.substring(0, 200_000) + "\n[The answer is cut: ")
                .hasSizeLessThan(201_000)
                .contains("300000 characters", "Use the API or the command line");
    }

    @Test
    void invalidArgumentsAreReportedWithTheExpectedOnes() {
        assertThat(problem("heap_classes", Map.of("tob", 3)))
                .startsWith("Unknown parameter.")
                .contains("heap_classes has no parameter \"tob\"", "Did you mean top?");
        assertThat(problem("heap_classes", Map.of("top", 0))).contains("1 to 1000");
        assertThat(problem("heap_classes", Map.of("top", 2.5))).contains("1 to 1000");
        assertThat(problem("heap_classes", Map.of("top", 1e300))).contains("1 to 1000");
        assertThat(problem("heap_classes", Map.of("top", List.of(1)))).contains("is an array");
        assertThat(problem("heap_classes", Map.of("format", "html"))).contains("text, json");
        assertThat(problem("heap_object", Map.of())).contains("Add address=…");
        assertThat(problem("heap_object", Map.of("address", "12"))).contains("0xc0001230");
        assertThat(problem("heap_object", Map.of("address", "0x10")))
                .contains("No object begins at 0x10");
        assertThat(problem("heap_query", Map.of("q", "class ="))).contains("column 8");
        assertThat(problem("heap_locals", Map.of("number", "99999"))).contains("99999");
        assertThat(problem("heap_classes", Map.of("x".repeat(100_000), 1))).hasSizeLessThan(10_000);
        Map<String, Object> none = new HashMap<>();
        none.put("package", null);
        assertThat(call("heap_classes", none).kind()).isEqualTo(ToolAnswer.Kind.TEXT);
    }

    @Test
    void namesAreNeitherOptionsNorFiles() {
        for (String name : List.of("--reveal-strings", "@/etc/passwd", "-h", "\u202e\"")) {
            assertThat(problem("heap_instances", Map.of("class", name)))
                    .contains("The dump has no such class")
                    .doesNotContain("root:", "\u202e");
        }
    }

    @Test
    void compressedDumpIsExplored() throws Exception {
        Path compressed = folder.resolve("shop.hprof.gz");
        Files.copy(GoldenDump.SERIAL_25.compressed(), compressed);
        try (QueriedDump asked = QueriedDump.at(compressed, new ExplorerOptions(), CONSOLE)) {
            ToolDispatcher tools =
                    new ToolDispatcher(ToolList.ofDump(), new DumpBackend(asked), CONSOLE);
            ToolAnswer summary = tools.call(tools.tools().getFirst(), Map.of());
            assertThat(summary.kind()).as(summary.text()).isEqualTo(ToolAnswer.Kind.TEXT);
            ToolAnswer classes = tools.call(tools.tools().get(1), Map.of());
            assertThat(classes.kind()).as(classes.text()).isEqualTo(ToolAnswer.Kind.TEXT);
        }
    }

    @Test
    void unexpectedFailureIsAProblem() throws IOException {
        ToolDispatcher broken =
                new ToolDispatcher(
                        ToolList.ofDump(),
                        (tool, arguments, format) -> {
                            throw new IllegalStateException("by\u001b[31m chance");
                        },
                        CONSOLE);
        ToolAnswer answer = broken.call(broken.tools().getFirst(), Map.of());
        assertThat(answer.kind()).isEqualTo(ToolAnswer.Kind.PROBLEM);
        assertThat(answer.text()).startsWith("A bug in heapsight.").doesNotContain("chance");
        assertThat(ERR.toString(StandardCharsets.UTF_8)).contains("heap_summary", "\\u001b");
    }
}
