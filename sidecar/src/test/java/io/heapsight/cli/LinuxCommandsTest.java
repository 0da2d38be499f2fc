/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.cli.jvm.LocalTargets;
import io.heapsight.cli.output.Console;
import io.heapsight.jvm.TargetConnector;
import io.heapsight.jvm.WorkerProcessPool;
import io.heapsight.proc.ProcFs;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** Commands on a system without {@code /proc}. */
public class LinuxCommandsTest {
    private static final LinuxCommands MAC = new LinuxCommands("Mac OS X");

    @TempDir private Path noProc;

    private record Seen(int code, String out, String err) {}

    @ParameterizedTest
    @ValueSource(
            strings = {
                "serve",
                "targets",
                "histogram 7",
                "jfr 7 --output a.jfr",
                "gc log --duration 1s"
            })
    void commandThatNeedsLinuxSaysSoInOneLine(String command) {
        Seen seen = run(command.split(" "));

        assertThat(seen.code()).isEqualTo(1);
        assertThat(seen.out()).isEmpty();
        assertThat(seen.err().lines())
                .singleElement()
                .asString()
                .contains("needs Linux, and this is Mac OS X");
    }

    @ParameterizedTest
    @ValueSource(strings = {"histogram --help", "jfr summary --help", "gc --help", "--version"})
    void helpWorksEverywhere(String command) {
        Seen seen = run(command.split(" "));

        assertThat(seen.code()).isZero();
        assertThat(seen.err()).isEmpty();
    }

    @Test
    void commandsOfFilesRun() {
        Seen seen = run("analyze", noProc.resolve("missing.hprof").toString());

        assertThat(seen.err()).contains("missing.hprof").doesNotContain("Linux");
    }

    @Test
    void everyCommandWithLocalTargetsIsListed() {
        List<String> unlisted = new ArrayList<>();
        app(System.out, System.err)
                .commands("")
                .getSubcommands()
                .values()
                .forEach(command -> collectUnlisted("", command, unlisted));

        assertThat(unlisted).isEmpty();
        assertThat(new LinuxCommands("Linux").refusal("histogram")).isEmpty();
    }

    private static void collectUnlisted(String parent, CommandLine command, List<String> unlisted) {
        String name = (parent + " " + command.getCommandName()).strip();
        boolean local =
                Arrays.stream(command.getCommandSpec().userObject().getClass().getDeclaredFields())
                        .anyMatch(field -> field.getType() == LocalTargets.class);
        if (local && MAC.refusal(name).isEmpty()) {
            unlisted.add(name);
        }
        command.getSubcommands().values().forEach(each -> collectUnlisted(name, each, unlisted));
    }

    private Seen run(String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int code =
                app(
                                new PrintStream(out, true, StandardCharsets.UTF_8),
                                new PrintStream(err, true, StandardCharsets.UTF_8))
                        .run(arguments);
        return new Seen(
                code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    private CommandLineApp app(PrintStream out, PrintStream err) {
        TargetConnector connector =
                new TargetConnector(new ProcFs(noProc), new WorkerProcessPool());
        return new CommandLineApp(new Console(out, err), connector, Map.of(), MAC);
    }
}
