/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.jvm;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.cli.CommandLineAppTest;
import io.heapsight.cli.output.Console;
import io.heapsight.demo.LeakingShop;
import io.heapsight.unit.JdkTools;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Recordings with custom settings, of a JVM beside the tests. */
class JfrCommandTest {
    private static Process shop;

    @TempDir private Path folder;

    @BeforeAll
    static void startShop() throws Exception {
        shop =
                JdkTools.java("-Xmx64m", "-XX:+UseSerialGC", LeakingShop.class.getName())
                        .redirectErrorStream(true)
                        .start();
        assertThat(shop.getInputStream().read()).isPositive(); // it runs
    }

    @AfterAll
    static void endShop() throws Exception {
        shop.destroyForcibly().waitFor(10, SECONDS);
    }

    private static String jfr(int expectedCode, String... options) {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        PrintStream to = new PrintStream(err, true, StandardCharsets.UTF_8);
        String[] line =
                Stream.concat(
                                Stream.of("jfr", Long.toString(shop.pid()), "--duration", "1s"),
                                Stream.of(options))
                        .toArray(String[]::new);
        int code = CommandLineAppTest.run(new Console(to, to), Path.of("/proc"), Map.of(), line);
        String said = err.toString(StandardCharsets.UTF_8);
        assertThat(code).as(said).isEqualTo(expectedCode);
        assertThat(said).doesNotContain("a bug", "Exception");
        return said;
    }

    @Test
    void onlyTheEventsOfTheDocumentAreRecorded() throws Exception {
        Path settings =
                Files.writeString(
                        folder.resolve("mine.jfc"),
                        """
                        <configuration version="2.0" label="Mine">
                          <event name="jdk.ActiveSetting"><setting name="enabled">true</setting></event>
                          <event name="jdk.JVMInformation">
                            <setting name="enabled">true</setting>
                            <setting name="period">beginChunk</setting>
                          </event>
                        </configuration>
                        """);
        Path output = folder.resolve("shop.jfr");
        Path target = Files.createDirectory(folder.resolve("target"));

        jfr(
                0,
                "--settings",
                settings.toString(),
                "-o",
                output.toString(),
                "--dump-dir",
                target.toString());

        Set<String> recorded =
                RecordingFile.readAllEvents(output).stream()
                        .map(event -> event.getEventType().getName())
                        .collect(Collectors.toSet());
        assertThat(recorded)
                .contains("jdk.JVMInformation")
                .isSubsetOf("jdk.JVMInformation", "jdk.ActiveSetting", "jdk.ActiveRecording");
        assertThat(target).isEmptyDirectory();
    }

    @Test
    void invalidSettingsAreReportedBeforeTheTargetIsContacted() throws Exception {
        String output = folder.resolve("shop.jfr").toString();
        Path broken = Files.writeString(folder.resolve("broken.jfc"), "<configuration\n");
        assertThat(jfr(1, "-o", output, "--settings", broken.toString()))
                .contains("Line 2: the end instead of >");
        assertThat(jfr(1, "-o", output, "--settings", folder + "/none"))
                .contains("none: no such file");
        assertThat(jfr(2, "-o", output, "--settings", "none")).contains("profile or default");
        Path good = Files.writeString(folder.resolve("good.jfc"), "<configuration version='2.0'/>");
        jfr(1, "-o", good.toString(), "--force", "--settings", good.toString());
        assertThat(good).hasContent("<configuration version='2.0'/>");
    }
}
