/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli;

import static java.util.Comparator.comparing;
import static java.util.Map.Entry.comparingByValue;
import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.cli.output.Console;
import io.heapsight.jvm.TargetConnector;
import io.heapsight.jvm.WorkerProcessPool;
import io.heapsight.proc.ProcFs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

/** docs/cli.md: the output of {@code --help} of each command. */
class CommandManualTest {
    private static final Path MANUAL = Path.of("..", "docs", "cli.md");

    private static final String INTRODUCTION =
            """
            # Command line

            What `heapsight COMMAND --help` prints, without repetitions; a test writes this page. In a checkout the program is
            `./heapsight`, in the container `heapsight`, as in `kubectl exec POD -c heapsight -- heapsight histogram`.

            At a terminal, severities and verdicts are coloured unless `NO_COLOR` is set, names are shortened to its width (80 to 200
            columns), and work of over two seconds shows the time left. Files, pipes and JSON have no colours and whole names. `--watch`
            redraws a terminal; elsewhere answers follow one another. A failed query is one line; the next one tries again.
            """;

    private static final String TARGET_AND_EXIT_CODES =
            """

            `PID|NAME` is a target: its pid, its main class (simple or full name, or the jar) or a glob of that: `7`, `Shop`,
            `com.acme.*`. Without it the only visible JVM is the target. Several matches are an error that lists them. Commands that
            query a sidecar take a pid or name as the sidecar sees it; without it the only sampled JVM is the target.

            | exit code | meaning |
            |---|---|
            | 0 | done |
            | 1 | a finding or a failure was reported, or the output could not be written (full disk) |
            | 2 | the command line or the configuration is wrong |
            | 141 | the reader of a pipe ended first (`heapsight analyze shop.hprof \\| head`); no message |
            """;

    private static final String SHARED_OPTIONS =
            """

            ## Shared options

            Every command has `-h` and `-V`; those that query a sidecar have `--url`, `--port`, `--token-file` and `--certificate`. Usages
            name the others.

            | option | |
            |---|---|
            """;

    /** Options that as many commands have are in the table. */
    private static final int SHARED_FROM = 3;

    private static final Pattern OPTION =
            Pattern.compile("(?m)^ {2,6}(?:-|\\[PID\\|NAME]).*(?:\n {9,}.*)*\n?");

    /** Targets of commands, as the introduction explains them. */
    private static final Set<String> TARGETS =
            Set.of(
                    "[PID|NAME] a pid, a main class (simple or full name) or a glob of one;"
                            + " default: the only visible JVM",
                    "[PID|NAME] pid or name as seen by the sidecar; default: the only sampled JVM");

    private static final Pattern SYNOPSIS = Pattern.compile("\\AUsage:.*(?:\n {15,}.*)*");
    private static final Pattern LINE = Pattern.compile("(.{1,78})(?: |$)");
    private static final Pattern PARAGRAPH_LINE = Pattern.compile("(.{1,120})(?: |$)");

    /** The commands, which follow in sections, and the exit codes of the table. */
    private static final Pattern REPEATED =
            Pattern.compile("\n(?:Commands:|\nExit codes:)(?:\n {2}.*)*");

    @Test
    void manualEqualsTheHelpOfEachCommand() throws IOException {
        StringBuilder manual = new StringBuilder(INTRODUCTION);
        Console nobody = new Console(System.out, System.err);
        try (WorkerProcessPool workers = new WorkerProcessPool()) {
            TargetConnector targets = new TargetConnector(ProcFs.system(), workers);
            CommandLine program = new CommandLineApp(nobody, targets, Map.of()).commands("");
            manual.append("\n").append(links(program)).append(TARGET_AND_EXIT_CODES);
            Map<String, String> shared = shared(program);
            manual.append(SHARED_OPTIONS);
            shared.forEach((_, row) -> manual.append(row));
            add(manual, program, shared.keySet());
        }
        if (System.getProperty("golden.update") != null) {
            Files.writeString(MANUAL, manual);
        }
        assertThat(MANUAL).as("-Dgolden.update rewrites it").content().isEqualTo(manual.toString());
    }

    /** A list of commands shows the first part of each description. */
    @Test
    void eachCommandInAListIsOneSentence() {
        Console nobody = new Console(System.out, System.err);
        try (WorkerProcessPool workers = new WorkerProcessPool()) {
            TargetConnector targets = new TargetConnector(ProcFs.system(), workers);
            List<CommandLine> ours =
                    below(new CommandLineApp(nobody, targets, Map.of()).commands(""))
                            .filter(each -> !each.getCommandName().equals("help"))
                            .toList();
            assertThat(ours)
                    .isNotEmpty()
                    .extracting(each -> each.getCommandSpec().usageMessage().description()[0])
                    .allSatisfy(line -> assertThat(line).matches("\\p{Lu}.*\\."));
        }
    }

    /** The commands below the program, each with a link to its section. */
    private static String links(CommandLine program) {
        String links =
                ours(program)
                        .map(CommandLine::getCommandName)
                        .map(name -> "[`%s`](#heapsight-%s)".formatted(name, name))
                        .collect(joining(", ", "Commands: ", "."));
        return PARAGRAPH_LINE.matcher(links).replaceAll("$1\n");
    }

    /** Commands of heapsight that are shown, without picocli's help. */
    private static Stream<CommandLine> ours(CommandLine command) {
        return command.getSubcommands().values().stream()
                .filter(each -> !each.getCommandSpec().usageMessage().hidden())
                .filter(each -> !each.getCommandName().equals("help"));
    }

    private static Stream<CommandLine> below(CommandLine command) {
        return command.getSubcommands().values().stream()
                .flatMap(each -> Stream.concat(Stream.of(each), below(each)));
    }

    /** Rows of the table, by the words of the option in the help of each command. */
    private static Map<String, String> shared(CommandLine program) {
        Map<String, String> rows = new TreeMap<>(comparing(option -> option.replace("-", "")));
        below(program)
                .flatMap(command -> OPTION.matcher(help(command)).results())
                .map(option -> option.group().strip())
                .filter(option -> option.matches("(?s)-.*?\\s{2,}.*"))
                .collect(
                        groupingBy(
                                option -> option.split("\\s{2,}", 2)[0],
                                groupingBy(CommandManualTest::words, counting())))
                .forEach(
                        (name, texts) -> {
                            var commonest = Collections.max(texts.entrySet(), comparingByValue());
                            String text = commonest.getKey();
                            if (commonest.getValue() >= SHARED_FROM) {
                                String meaning = text.substring(name.length() + 1);
                                rows.put(text, "| `%s` | %s |\n".formatted(name, meaning));
                            }
                        });
        return rows;
    }

    private static void add(StringBuilder manual, CommandLine command, Set<String> shared) {
        manual.append("\n## %s\n\n".formatted(command.getCommandSpec().qualifiedName()))
                .append("```text\n")
                .append(without(shared, help(command)))
                .append("\n```\n");
        ours(command).forEach(each -> add(manual, each, shared));
    }

    private static String help(CommandLine command) {
        return command.getUsageMessage(Ansi.OFF).strip();
    }

    private static String without(Set<String> shared, String help) {
        String options =
                OPTION.matcher(REPEATED.matcher(help).replaceAll(""))
                        .replaceAll(
                                option ->
                                        shared.contains(words(option.group()))
                                                        || TARGETS.contains(words(option.group()))
                                                ? ""
                                                : Matcher.quoteReplacement(option.group()));
        String repeated =
                help.contains("--url=URL")
                        ? "\\[(-hV|--(certificate|port|token-file|url)=\\w+)]"
                        : "\\[-hV]";
        return SYNOPSIS.matcher(options)
                .replaceFirst(
                        usage ->
                                Matcher.quoteReplacement(
                                        lines(usage.group().replaceAll(repeated, ""))))
                .stripTrailing();
    }

    private static String lines(String synopsis) {
        return LINE.matcher(words(synopsis)).replaceAll("$1\n    ").strip();
    }

    private static String words(String option) {
        return option.strip().replaceAll("\\s+", " ");
    }
}
