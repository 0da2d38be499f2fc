/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.gclog;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.jvm.MadeJvm;
import io.heapsight.proc.LocalFiles;
import io.heapsight.proc.ProcFs;
import io.heapsight.unit.Reading;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of a GC log in the mounts of a target with pid 7, which is 1 in its own namespace. */
class TargetGcLogTest {
    @TempDir private Path proc;
    private Path logs;

    @BeforeEach
    void target() throws IOException {
        logs = Files.createDirectories(proc.resolve("7/root/logs"));
    }

    @Test
    void renamedFilesComeFirstInTheOrderOfTheirLines() throws IOException {
        write("gc.log", line(40));
        write("gc.log.0", line(30));
        write("gc.log.1", line(10));
        write("gc.log.2", line(20));
        write("gc.log.old", line(5));
        write("gc.log.1234", line(6));

        TargetGcLog log = find("-Xlog:gc*:file=/logs/gc.log::filecount=3");

        assertThat(log.path()).isEqualTo("/logs/gc.log");
        assertThat(copy(log, 1000)).isEqualTo(line(10) + line(20) + line(30) + line(40));
    }

    @Test
    void filesOfJdk8HaveNumbers() throws IOException {
        write("gc.log.0", "OpenJDK 64-Bit Server VM\n12.5: [GC 1K->0K(2K), 0.1 secs]\n");
        write("gc.log.1.current", "OpenJDK 64-Bit Server VM\n22.5: [GC 1K->0K(2K), 0.1 secs]\n");
        write("gc.log.2", "OpenJDK 64-Bit Server VM\n2.5: [GC 1K->0K(2K), 0.1 secs]\n");

        assertThat(copy(find("-Xloggc:/logs/gc.log", "-XX:+UseGCLogFileRotation"), 1000))
                .containsSubsequence("2.5: ", "12.5: ", "22.5: ");
    }

    @Test
    void oldestLinesBeyondTheMaximumSizeAreSkipped() throws IOException {
        write("gc.log.0", line(10) + line(20));
        write("gc.log", line(30));
        TargetGcLog log = find("-Xlog:gc*:file=/logs/gc.log");
        int two = (line(20) + line(30)).length();

        assertThat(copy(log, two + 3)).isEqualTo(line(20) + line(30));
        assertThat(copy(log, two - 1)).isEqualTo(line(30));
        assertThat(copy(log, 3)).isEmpty();
    }

    @Test
    void linksAndFoldersAreNoPartsOfTheLog() throws IOException {
        write("gc.log", line(10));
        Files.createSymbolicLink(logs.resolve("gc.log.0"), logs.resolve("gc.log"));
        Files.createDirectory(logs.resolve("gc.log.1"));

        assertThat(find("-Xlog:gc*:file=/logs/gc.log").files()).hasSize(1);
    }

    @Test
    void missingLogHasAReason() {
        assertThat(reading().reason()).contains("writes no GC log to a file");
        assertThat(reading("-Xlog:gc*:file=/logs/gc.log").reason()).contains("/logs/gc.log");
    }

    private static String line(int seconds) {
        return "[%d.000s][info][gc] GC(%d) Pause Young (Normal) 9M->1M(9M) 1.000ms\n"
                .formatted(seconds, seconds);
    }

    private TargetGcLog find(String... flags) {
        return reading(flags).toOptional().orElseThrow();
    }

    private Reading<TargetGcLog> reading(String... flags) {
        return TargetGcLog.find(
                MadeJvm.named("Shop").firstInItsNamespace().flags(Stream.of(flags)).jvm(),
                new ProcFs(proc));
    }

    private static String copy(TargetGcLog log, long mostBytes) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        log.copy(new LocalFiles(), mostBytes, out::write);
        return out.toString(StandardCharsets.UTF_8);
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(logs.resolve(name), text);
    }
}
