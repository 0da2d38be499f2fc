/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.cli.output.Console;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs completion in bash; for fish, which few machines have, compares its lines. */
class CompletionCommandTest {
    @TempDir private Path folder;

    private static String script(String shell) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Console console =
                new Console(new PrintStream(out, true, StandardCharsets.UTF_8), System.err);
        assertThat(CommandLineAppTest.run(console, Path.of("/proc"), Map.of(), "completion", shell))
                .isZero();
        return out.toString(StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @CsvSource({
        "his, histogram",
        "compl, completion",
        "compare --rel, --relevant",
        "completion f, fish",
        "run st, start stop"
    })
    void bashCompletesWhatWasBegun(String begun, String completed)
            throws IOException, InterruptedException {
        Path script = Files.writeString(folder.resolve("completion"), script("bash"));
        String words = "heapsight " + begun;
        int last = words.split(" ").length - 1;
        String line =
                "source %s; compopt() { :; }; COMP_WORDS=(%s); COMP_CWORD=%d; _complete_heapsight; echo ${COMPREPLY[@]}"
                        .formatted(script, words, last);
        Process bash = new ProcessBuilder("bash", "-c", line).redirectErrorStream(true).start();
        String said =
                new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();

        assertThat(bash.waitFor()).as(said).isZero();
        assertThat(said).isEqualTo(completed);
    }

    @Test
    void fishHasALineForEachWord() {
        List<String> lines = script("fish").lines().skip(1).toList();

        assertThat(lines)
                .allMatch(line -> line.startsWith("complete -c heapsight"))
                .noneMatch(line -> line.contains("analysis-child"))
                .anyMatch(line -> line.matches(".*-f -a 'histogram' -d '.*'"))
                .anyMatch(
                        line ->
                                line.contains("__fish_seen_subcommand_from run; and not")
                                        && line.contains("-a 'stop'"))
                .anyMatch(
                        line ->
                                line.contains("-n '__fish_seen_subcommand_from compare' -l format")
                                        && line.contains("-r -f -a 'text json html markdown csv'"));
        assertThat(script("zsh")).contains("bashcompinit");
    }
}
