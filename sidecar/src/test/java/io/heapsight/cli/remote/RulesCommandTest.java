/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.remote;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.cli.output.Console;
import io.heapsight.cli.output.ExitCode;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** {@code heapsight rules check}: output and exit code. */
class RulesCommandTest {
    @TempDir private Path folder;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private String problem = "";

    private int check(Path file) {
        PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
        return new CommandLine(new RulesCommand(new Console(stream, stream)))
                .setExecutionExceptionHandler(
                        (e, _, _) -> {
                            Problem told = ((ProblemException) e).problem();
                            problem = told.title() + "\n" + told.detail() + "\n" + told.remedy();
                            return ExitCode.REPORTED;
                        })
                .execute("check", file.toString());
    }

    @Test
    void validRulesAreCounted() throws IOException {
        Path file = folder.resolve("rules.yaml");
        Files.writeString(file, "rules:\n- {name: a, when: on start, actions: []}\n");

        assertThat(check(file)).isEqualTo(ExitCode.DONE);
        assertThat(out.toString(StandardCharsets.UTF_8))
                .isEqualTo(file + ": 1 rule, nothing wrong\n");
    }

    @Test
    void invalidRulesAreReportedWithFileAndLine() throws IOException {
        Path file = folder.resolve("rules.yaml");
        Files.writeString(file, "rules:\n- {name: a, when: on fire, actions: []}\n");

        assertThat(check(file)).isEqualTo(ExitCode.REPORTED);
        assertThat(problem)
                .startsWith("Not a rules file\n" + file + ": line 2: \"on fire\": not a condition")
                .endsWith("See docs/rules.md for an example.");
        assertThat(check(folder.resolve("none"))).isEqualTo(ExitCode.REPORTED);
        assertThat(problem).contains("cannot be read");
    }

    @Test
    void endlessFileIsRefused() {
        assertThat(check(Path.of("/dev/zero"))).isEqualTo(ExitCode.REPORTED);
        assertThat(problem).contains("/dev/zero: cannot be read: it is larger than 1 MiB");
    }
}
