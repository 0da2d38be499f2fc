/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toCollection;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.cli.output.Console;
import io.heapsight.jvm.TargetConnector;
import io.heapsight.jvm.WorkerPool;
import io.heapsight.proc.ProcFs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
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

            What `heapsight --help` and `heapsight COMMAND --help` print; a test writes this page. In a checkout the program is
            `./heapsight`, in the container `heapsight`, as in `kubectl exec POD -c heapsight -- heapsight histogram`.

            A target is named by its pid, by its main class (simple or full name, or the jar) or by a glob of that: `7`, `Shop`,
            `com.acme.*`. Without a name the only visible JVM is the target. Several matches are an error that lists them.

            | exit code | meaning |
            |---|---|
            | 0 | done |
            | 1 | a finding or a failure was reported; also a result that could not be written, as on a full disk |
            | 2 | the command line or the configuration is wrong |
            | 141 | the reader of a pipe ended before it read everything (`heapsight analyze shop.hprof \\| head`): no message, as of any program that SIGPIPE ends |
            """;

    private static final String SHARED_OPTIONS =
            """

            ## Shared options

            Every command has `-h` and `-V`; commands that query a sidecar also have the others. They are not repeated below.

            """;

    private static final Pattern OPTION = Pattern.compile("(?m)^ {2,6}-.*(?:\n {9,}.*)*\n?");
    private static final Pattern SHARED =
            Pattern.compile(" *(-\\w, )?--(certificate|help|port|token-file|url|version)\\b");

    @Test
    void manualEqualsTheHelpOfEachCommand() throws IOException {
        StringBuilder manual = new StringBuilder(INTRODUCTION);
        Console nobody = new Console(System.out, System.err);
        try (WorkerPool workers = new WorkerPool()) {
            TargetConnector targets = new TargetConnector(ProcFs.system(), workers);
            CommandLine program = new CommandLineApp(nobody, targets, Map.of()).commands("");
            Set<String> shared = shared(program);
            manual.append(SHARED_OPTIONS)
                    .append("```text\n")
                    .append(shared.stream().collect(joining("\n")))
                    .append("\n```\n");
            add(manual, program, shared);
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
        try (WorkerPool workers = new WorkerPool()) {
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

    private static Stream<CommandLine> below(CommandLine command) {
        return command.getSubcommands().values().stream()
                .flatMap(each -> Stream.concat(Stream.of(each), below(each)));
    }

    /** The options that every command has, and those of each command that queries a sidecar. */
    private static Set<String> shared(CommandLine program) {
        return OPTION.matcher(help(Objects.requireNonNull(program.getSubcommands().get("memory"))))
                .results()
                .map(option -> option.group().stripTrailing())
                .filter(option -> SHARED.matcher(option).lookingAt())
                .collect(toCollection(LinkedHashSet::new));
    }

    private static void add(StringBuilder manual, CommandLine command, Set<String> shared) {
        manual.append("\n## %s\n\n".formatted(command.getCommandSpec().qualifiedName()))
                .append("```text\n")
                .append(without(shared, help(command)))
                .append("\n```\n");
        command.getSubcommands().values().stream()
                .filter(each -> !each.getCommandSpec().usageMessage().hidden())
                .forEach(each -> add(manual, each, shared));
    }

    private static String help(CommandLine command) {
        return command.getUsageMessage(Ansi.OFF).strip();
    }

    private static String without(Set<String> shared, String help) {
        Set<String> texts = shared.stream().map(CommandManualTest::words).collect(toSet());
        return OPTION.matcher(help)
                .replaceAll(
                        option ->
                                texts.contains(words(option.group()))
                                        ? ""
                                        : Matcher.quoteReplacement(option.group()))
                .stripTrailing();
    }

    private static String words(String option) {
        return option.strip().replaceAll("\\s+", " ");
    }
}
