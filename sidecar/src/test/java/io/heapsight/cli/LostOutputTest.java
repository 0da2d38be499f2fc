/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.cli.output.Console;
import io.heapsight.cli.output.ExitCode;
import io.heapsight.hprof.DumpBuilder;
import io.heapsight.hprof.RootKind;
import java.io.ByteArrayOutputStream;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Output lost to a full disk or a closed pipe is no success. */
class LostOutputTest {
    @TempDir private Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "analyze DUMP",
                "analyze DUMP --format json",
                "analyze DUMP --format html",
                "analyze DUMP --only histogram",
                "analyze DUMP --objects-out /dev/full",
                "redact DUMP -o /dev/full",
                "--version",
                "analyze --help",
            })
    void isReportedWithExitCodeOne(String line) throws Exception {
        DumpBuilder dump = new DumpBuilder();
        Path file = dump.root(RootKind.JNI_GLOBAL, dump.string("x")).writeTo(folder);
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        try (PrintStream full =
                new PrintStream(new FileOutputStream("/dev/full"), false, StandardCharsets.UTF_8)) {
            Console console = new Console(full, new PrintStream(err, true, StandardCharsets.UTF_8));

            int code =
                    CommandLineAppTest.run(
                            console,
                            Path.of("/proc"),
                            Map.of(),
                            line.replace("DUMP", file.toString()).split(" "));

            assertThat(err.toString(StandardCharsets.UTF_8))
                    .containsAnyOf("The output was lost", "No space left")
                    .doesNotContain("a bug");
            if (line.endsWith("/dev/full")) {
                assertThat(err.toString(StandardCharsets.UTF_8))
                        .contains("/dev/full: No space left on device");
            }
            assertThat(code).isEqualTo(1);
        }
    }

    /** {@code heapsight … | head}: needs two processes, since a test's console is no pipe. */
    @Test
    void closedPipeEndsQuietly() throws Exception {
        assertEndsQuietly("manual");
    }

    @ParameterizedTest
    @ValueSource(strings = {"redact DUMP -o /dev/stdout", "analyze DUMP --objects-out /dev/stdout"})
    void closedPipeOfAnOutputFileEndsQuietly(String line) throws Exception {
        DumpBuilder dump = new DumpBuilder();
        Path file = dump.root(RootKind.JNI_GLOBAL, dump.string("x")).writeTo(folder);

        assertEndsQuietly(line.replace("DUMP", file.toString()));
    }

    private static void assertEndsQuietly(String line) throws Exception {
        String java = ProcessHandle.current().info().command().orElseThrow();
        Process shell =
                new ProcessBuilder(
                                "bash",
                                "-c",
                                "\"$0\" -XX:TieredStopAtLevel=1 -Xshare:auto"
                                        + " --enable-native-access=ALL-UNNAMED -cp \"$1\""
                                        + " io.heapsight.Main $2 | true; exit ${PIPESTATUS[0]}",
                                java,
                                System.getProperty("java.class.path"),
                                line)
                        .redirectErrorStream(true)
                        .start();
        String said = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(shell.waitFor()).as(said).isEqualTo(ExitCode.PIPE_CLOSED);
        assertThat(said).isEmpty();
    }
}
