/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.heapsight.cli.output.Console;
import io.heapsight.jvm.TargetConnector;
import io.heapsight.jvm.WorkerProcessPool;
import io.heapsight.proc.ProcFs;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** Compares the manual page with the parser's commands, and formats it with groff. */
class ManualPageTest {
    @TempDir private Path folder;

    @Test
    void hasEachCommandAndEachOption() {
        String page = manual();

        assertThat(page).startsWith(".TH HEAPSIGHT 1").contains(".SH EXIT STATUS");
        assertThat(page).doesNotContain("analysis\\-child", "${", "%%");
        commands().getSubcommands().values().stream()
                .filter(ManualPageTest::isShown)
                .forEach(each -> assertShown(each, page));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"'' | 0", ".nosuchrequest | 1"})
    void isFormattedWithoutAWarning(String more, int warnings)
            throws IOException, InterruptedException {
        assumeThat(Path.of("/usr/bin/groff")).as("package groff-base").exists();
        Path page = Files.writeString(folder.resolve("heapsight.1"), manual() + more + "\n");
        Process groff =
                new ProcessBuilder("groff", "-man", "-ww", "-Kutf8", "-Tutf8", page.toString())
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start();
        String said = new String(groff.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(groff.waitFor()).isZero();
        assertThat(said.lines()).hasSize(warnings);
    }

    private static void assertShown(CommandLine command, String page) {
        String section = section(command, page);
        for (OptionSpec option : command.getCommandSpec().options()) {
            String names = String.join(", ", option.names()).replace("-", "\\-");
            assertThat(option.hidden() || section.contains("\n\\fB" + names + "\\fR"))
                    .as("%s in %s", names, section)
                    .isTrue();
        }
        command.getSubcommands().values().stream()
                .filter(ManualPageTest::isShown)
                .forEach(each -> assertShown(each, page));
    }

    private static boolean isShown(CommandLine command) {
        return !command.getCommandSpec().usageMessage().hidden();
    }

    /** From a heading to the next one. */
    private static String section(CommandLine command, String page) {
        String heading = ".SS \"" + command.getCommandSpec().qualifiedName() + "\"\n";
        int from = page.indexOf(heading);
        assertThat(from).as(heading).isNotNegative();
        int to = page.indexOf("\n.S", from + 1);
        return page.substring(from, to);
    }

    private static CommandLine commands() {
        Console console = new Console(System.out, System.err);
        TargetConnector connector =
                new TargetConnector(new ProcFs(Path.of("/proc")), new WorkerProcessPool());
        return new CommandLineApp(console, connector, Map.of()).commands("");
    }

    private static String manual() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Console console =
                new Console(new PrintStream(out, true, StandardCharsets.UTF_8), System.err);
        assertThat(CommandLineAppTest.run(console, Path.of("/proc"), Map.of(), "manual")).isZero();
        return out.toString(StandardCharsets.UTF_8);
    }
}
