/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.cli.output.Console;
import io.heapsight.jvm.TargetConnector;
import io.heapsight.jvm.WorkerProcessPool;
import io.heapsight.proc.ProcFixture;
import io.heapsight.proc.ProcFs;
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
import org.junit.jupiter.params.provider.ValueSource;

/** Exit code, standard output and standard error of commands. */
public class CommandLineAppTest {
    private static final int NO_SUCH_PID = 4_194_305;
    private static final long JUST_STARTED = 99_900;

    @TempDir private Path emptyProc;
    @TempDir private Path output;

    private record Seen(int code, String out, String err) {}

    @ParameterizedTest
    @ValueSource(
            strings = {
                "serve --help",
                "demo --help",
                "targets --help",
                "doctor --help",
                "jstat --help",
                "histogram --help",
                "garbage --help",
                "analyze --help",
                "compare --help",
                "--version"
            })
    void helpGoesToStandardOutput(String command) {
        Seen seen = run(Path.of("/proc"), Map.of(), command.split(" "));

        assertThat(seen.code()).isZero();
        assertThat(seen.out()).contains("heapsight");
        assertThat(seen.err()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "flup",
                "histogram --nope",
                "histogram --top many",
                "histogram --timeout 9999999d",
                "memory --url a|b",
                "histogram --top 0",
                "garbage --top -1",
                "top --limit -1",
                "top --limit 0",
                "analyze shop.hprof --top 0",
                "analyze shop.hprof --top=-5",
                "run list --port many",
                "histogram --format xml",
                "jstat",
                "jstat nope",
                "jstat gcutil 1 0",
                "jstat gcutil 1 1s 0",
                "jstat gcutil 1 1s 5 6",
                "analyze",
                "analyze one.hprof two.hprof",
                "compare one",
                "compare one two --subject mood",
                "analyze shop.hprof --max-memory lots",
                "analyze shop.hprof --max-memory 1m",
                "analyze shop.hprof --format xml",
                "analyze shop.hprof --only suspects",
                "analyze shop.hprof --only garbage --objects-out objects.tsv"
            })
    void wrongUsageIsExitCode2AndGoesToStandardError(String command) {
        Seen seen = run(Path.of("/proc"), Map.of(), command.split(" "));

        assertThat(seen.code()).as(seen.err()).isEqualTo(2);
        assertThat(seen.out()).isEmpty();
        assertThat(seen.err()).contains("Usage: heapsight");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "histogram --top=\u001b[31m",
                "nope\u001b]0;title\u0007",
                "jstat gc\u202eutil"
            })
    void argumentsAreShownWithoutWhatATerminalWouldObey(String command) {
        Seen seen = run(Path.of("/proc"), Map.of("TERM", "dumb"), command.split(" "));

        assertThat(seen.code()).isEqualTo(2);
        assertThat(seen.err()).contains("\\u").doesNotContain("\u001b", "\u0007", "\u202e");
    }

    @Test
    void noCommandShowsTheUsage() {
        assertThat(run(Path.of("/proc"), Map.of()).code()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"histogram", "garbage", "trim", "jstat -gcutil"})
    void pidWithoutJvmIsReportedWithARemedyAndNoStackTrace(String command) {
        Seen seen = run(Path.of("/proc"), Map.of(), (command + " " + NO_SUCH_PID).split(" "));

        assertThat(seen.code()).isEqualTo(1);
        assertThat(seen.out()).isEmpty();
        assertThat(seen.err().lines()).hasSize(3);
        assertThat(seen.err())
                .contains("no visible JVM has the pid " + NO_SUCH_PID)
                .contains("shareProcessNamespace: true")
                .doesNotContain("\tat ");
    }

    @Test
    void faultsOfTheConfigurationHaveALineEach() {
        Map<String, String> wrong =
                Map.of("HEAPSIGHT_LOG_FORMAT", "xml", "HEAPSIGHT_REVEAL_STRINGS", "yes");

        Seen seen = run(Path.of("/proc"), wrong, "serve");

        assertThat(seen.code()).isEqualTo(2);
        assertThat(seen.err().lines())
                .hasSize(4)
                .contains(
                        "  HEAPSIGHT_LOG_FORMAT=xml (from environment): expected text or json",
                        "  HEAPSIGHT_REVEAL_STRINGS=yes (from environment): expected true or false");
    }

    @Test
    void processThatIsNoTargetIsCalledSo() {
        String own = Long.toString(ProcessHandle.current().pid());

        Seen seen = run(Path.of("/proc"), Map.of(), "histogram", own);

        assertThat(seen.code()).isEqualTo(1);
        assertThat(seen.err())
                .startsWith("heapsight: The process is not a JVM.")
                .contains("Process " + own + " (")
                .contains("heapsight targets")
                .doesNotContain("shareProcessNamespace");
    }

    /** The parser would print some at any terminal, also if its error stream is a file. */
    @Test
    void helpInAFileHasNoEscapes() {
        System.setProperty("picocli.ansi", "true");
        try {
            String help = run(Path.of("/proc"), Map.of("TERM", "xterm"), "dump", "--help").out();
            assertThat(help).contains("Usage: heapsight dump").doesNotContain("\u001b");
        } finally {
            System.clearProperty("picocli.ansi");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"advice --port 99999", "run list --url http://localhost:99999"})
    void portThatThereIsNotIsNoUrlOfASidecar(String command) {
        Seen seen = run(Path.of("/proc"), Map.of(), command.split(" "));

        assertThat(seen.code()).isEqualTo(1);
        assertThat(seen.err()).startsWith("heapsight: Not the URL of a sidecar.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"secret\nof two lines", "secret\rwith a return", "secret\0"})
    void wrongTokenIsNotShown(String token) throws IOException {
        Path file = Files.writeString(output.resolve("token"), token);

        Seen seen = run(Path.of("/proc"), Map.of(), "memory", "--token-file", file.toString());

        assertThat(seen.code()).isEqualTo(1);
        assertThat(seen.err())
                .startsWith("heapsight: The token can't be read.")
                .contains(file + ": it is not one line")
                .doesNotContain("secret");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/dev/zero", "/none", "/"})
    void unreadableTokenIsReportedWithARemedy(String file) {
        Seen seen = run(Path.of("/proc"), Map.of(), "memory", "--token-file", file);

        assertThat(seen.code()).isEqualTo(1);
        assertThat(seen.err()).startsWith("heapsight: The token can't be read.\n  " + file + ": ");
    }

    @Test
    void missingProcIsReportedWithARemedy() {
        Seen seen = run(emptyProc, Map.of(), "targets", "--format", "json");

        assertThat(seen.code()).isEqualTo(1);
        assertThat(seen.out()).isEmpty();
        assertThat(seen.err()).contains("Processes can't be listed").contains("Mount /proc");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "histogram",
                "garbage",
                "threads",
                "trim",
                "jstat gcutil",
                "dump -o FOLDER/x.hprof",
                "jfr --duration 1s -o FOLDER/x.jfr",
                "profile --duration 1s -o FOLDER/x.html",
                "doctor --format json"
            })
    void targetIsNamedByItsMainClassOrAGlobOfIt(String command) throws IOException {
        ProcFixture proc = new ProcFixture(emptyProc);
        proc.jvm(7, JUST_STARTED, "java", "com.acme.Shop");
        proc.jvm(8, JUST_STARTED, "java", "com.acme.Shop2");
        proc.jvm(9, JUST_STARTED, "java", "com.acme.Depot");

        for (String several : List.of("Sh?p*", "com.acme.S*")) {
            assertThat(said(command, several))
                    .contains("Several JVMs", "7 (Shop)", "8 (Shop2)")
                    .doesNotContain("Depot");
        }
        assertThat(said(command, "Sh")).contains("no visible JVM is called Sh", "9 (Depot)");
    }

    /** Only for commands without signals: the fixture's pids may be those of other processes. */
    @ParameterizedTest
    @ValueSource(strings = {"Shop", "com.acme.Shop", "com.*.Shop", "Sho?", "7"})
    void mainClassSelectsOneOfSeveral(String name) throws IOException {
        ProcFixture proc = new ProcFixture(emptyProc);
        proc.jvm(7, JUST_STARTED, "java", "com.acme.Shop");
        proc.jvm(8, JUST_STARTED, "java", "com.acme.Shop2");

        assertThat(said("doctor --format json", name))
                .contains("\"pid\":7,")
                .doesNotContain("Shop2", "Several JVMs");
    }

    /** The output of a command that fails on the fixture. */
    private String said(String command, String target) {
        String line = command.replace("FOLDER", output.toString()) + " " + target;
        Seen seen = run(emptyProc, Map.of("HEAPSIGHT_PORT", "0"), line.split(" "));
        assertThat(seen.code()).as(seen.err()).isEqualTo(1);
        return seen.out() + seen.err();
    }

    @Test
    void doctorWithoutATargetSaysWhatToDoAndExitsWith1() {
        Map<String, String> anyPort = Map.of("HEAPSIGHT_PORT", "0");
        String pid = Integer.toString(NO_SUCH_PID);

        Seen text = run(Path.of("/proc"), anyPort, "doctor", pid);
        Seen json = run(Path.of("/proc"), anyPort, "doctor", pid, "--format", "json");

        assertThat(text.code()).isEqualTo(1);
        assertThat(text.err()).isEmpty();
        assertThat(text.out())
                .startsWith("No target")
                .containsPattern("shared-pid-namespace +NO +no visible JVM")
                .contains("shareProcessNamespace: true");
        assertThat(text.out().replaceAll("\\s+", " "))
                .contains("docker run --pid=container:TARGET");
        assertThat(json.code()).isEqualTo(1);
        assertThat(json.out())
                .startsWith("{\"schemaVersion\":1,\"target\":null,\"checks\":[{\"id\":\"port\",");
    }

    @Test
    void invalidConfigurationStopsTheStartWithAllFaults() {
        Seen seen =
                run(
                        Path.of("/proc"),
                        Map.of("HEAPSIGHT_PROT", "1", "HEAPSIGHT_SAMPLE_INTERVAL", "soon"),
                        "serve");

        assertThat(seen.code()).isEqualTo(2);
        assertThat(seen.err())
                .contains("HEAPSIGHT_PROT")
                .contains("HEAPSIGHT_PORT")
                .contains("HEAPSIGHT_SAMPLE_INTERVAL")
                .contains("soon")
                .doesNotContain("\tat ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"run import x ", "memory --url https://localhost:1 --certificate /"})
    void whatCantBeReadIsToldInWords(String line) {
        Seen seen = run(Path.of("/proc"), Map.of(), line.split(" ", -1));

        assertThat(seen.code()).isEqualTo(1);
        assertThat(seen.err()).contains("can't be read").doesNotContain("a bug", "java.");
    }

    private static Seen run(Path proc, Map<String, String> environment, String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Console console =
                new Console(
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        new PrintStream(err, true, StandardCharsets.UTF_8));
        int code = run(console, proc, environment, arguments);
        return new Seen(
                code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    /** Runs one command as the program does. */
    public static int run(
            Console console, Path proc, Map<String, String> environment, String... arguments) {
        try (WorkerProcessPool workers = new WorkerProcessPool()) {
            TargetConnector connector = new TargetConnector(new ProcFs(proc), workers);
            return new CommandLineApp(console, connector, environment).run(arguments);
        }
    }
}
