/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.gclog;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.jvm.MadeJvm;
import io.heapsight.proc.ProcFs;
import io.heapsight.unit.Reading;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A GC log in the mounts of a target with pid 7, which is 1 in its own namespace. */
class GcLogTailerTest {
    @TempDir private Path proc;
    private Path logs;

    @BeforeEach
    void target() throws IOException {
        logs = Files.createDirectories(proc.resolve("7/root/logs"));
        Files.createSymbolicLink(proc.resolve("7/cwd"), Path.of("/logs"));
    }

    @Test
    void appendedLinesAreReadOnce() throws IOException {
        GcLogTailer reader = reader("-Xlog:gc:file=/logs/gc.log");
        write("gc.log", young(0, 2) + young(1, 3));
        assertThat(count(reader)).isEqualTo(2);
        write("gc.log", young(2, 1).substring(0, 20));
        assertThat(count(reader)).isEqualTo(2);
        write("gc.log", young(2, 1).substring(20));

        GcLogPauseTotals read = figures(reader);
        assertThat(read.of(GcCycleKind.YOUNG)).isEqualTo(new GcLogPauseTotals.Pauses(3, 0.006));
        assertThat(read.isWhole()).isTrue();
    }

    @Test
    void rotatedLogIsReadToItsEndFirst() throws IOException {
        GcLogTailer reader = reader("-Xlog:gc*:gc.log");
        write("gc.log", young(0, 2));
        assertThat(count(reader)).isEqualTo(1);
        write("gc.log", young(1, 2));
        Files.move(logs.resolve("gc.log"), logs.resolve("gc.log.0"));
        write("gc.log", young(2, 2));

        assertThat(count(reader)).isEqualTo(3);
        assertThat(figures(reader).isWhole()).isTrue();
    }

    @Test
    void logRotatedTwiceIsIncomplete() throws IOException {
        GcLogTailer reader = reader("-Xlog:gc*:gc.log");
        write("gc.log", young(0, 2));
        assertThat(count(reader)).isEqualTo(1);
        write("new", young(9, 2));
        Files.move(
                logs.resolve("new"), logs.resolve("gc.log"), StandardCopyOption.REPLACE_EXISTING);

        assertThat(count(reader)).isEqualTo(2);
        assertThat(figures(reader).isWhole()).isFalse();
    }

    @Test
    void logOfJdk8IsFoundByItsNumber() throws IOException {
        GcLogTailer reader = reader("-Xloggc:/logs/gc.log", "-XX:+UseGCLogFileRotation");
        write("gc.log.0", "0.1: [GC (Allocation Failure)  9K->1K(9K), 0.5 secs]\n");
        write("gc.log.1.current", "0.1: [GC (Allocation Failure)  9K->1K(9K), 0.5 secs]\n");

        assertThat(count(reader)).isEqualTo(1);
    }

    @Test
    void pidAndTimeInTheNameSelectTheLatestJvm() throws IOException {
        GcLogTailer reader = reader("-Xlog:gc:file=\"/logs/gc-%p-%t.log\":uptime");
        write("gc-1-2026-11-26_09-00-00.log", young(0, 1) + young(1, 1));
        write("gc-1-2026-11-27_09-00-00.log", young(0, 1));
        write("gc-2-2026-11-28_09-00-00.log", young(0, 1) + young(1, 1));

        assertThat(count(reader)).isEqualTo(1);
    }

    @Test
    void truncatedLogIsReadFromItsBeginning() throws IOException {
        GcLogTailer reader = reader("-Xlog:gc:file=/logs/gc.log");
        write("gc.log", young(0, 2) + young(1, 3));
        assertThat(count(reader)).isEqualTo(2);
        Files.writeString(logs.resolve("gc.log"), young(2, 1));

        assertThat(count(reader)).isEqualTo(3);
        assertThat(figures(reader).isWhole()).isFalse();
    }

    @Test
    void linkOutOfTheTargetsMountsIsNotFollowed() throws IOException {
        Path outside = Files.writeString(proc.resolve("secret"), young(0, 1));
        Files.createSymbolicLink(logs.resolve("gc.log"), outside);

        assertThat(reader("-Xlog:gc:file=/logs/gc.log").read(new ProcFs(proc)).toOptional())
                .isEmpty();
    }

    @Test
    void logThatGrowsTooFastIsReadFromItsEnd() throws IOException {
        GcLogTailer reader = reader("-Xlog:gc:file=/logs/gc.log");
        write("gc.log", young(0, 2));
        assertThat(count(reader)).isEqualTo(1);
        write("gc.log", young(1, 1).repeat(100_000)); // 7 MB
        assertThat(count(reader)).isEqualTo(1);
        write("gc.log", young(2, 1) + young(3, 1));

        assertThat(count(reader)).isEqualTo(3);
        assertThat(figures(reader).isWhole()).isFalse();
    }

    @Test
    void longLineIsSkipped() throws IOException {
        byte[] line = new byte[100_000];
        Arrays.fill(line, (byte) 'x');
        Files.write(logs.resolve("gc.log"), line);
        write("gc.log", "\n" + young(0, 1));

        assertThat(count(reader("-Xlog:gc:file=/logs/gc.log"))).isEqualTo(1);
    }

    @Test
    void optionsWithoutGcLogNameTheOptionToSet() {
        for (String option :
                List.of(
                        "-Xlog:gc",
                        "-Xlog:gc:stdout",
                        "-Xlog:safepoint:file=/logs/s.log",
                        "-Xlog:gc=error:file=/logs/gc.log",
                        "-verbose:gc")) {
            assertThat(reader(option).read(new ProcFs(proc)))
                    .as(option)
                    .isEqualTo(Reading.missing(GcLogTailer.NO_LOG));
        }
    }

    @Test
    void logWithDetailsIsPreferred() throws IOException {
        write("few.log", young(0, 1));
        write("all.log", young(0, 1) + young(1, 1));

        assertThat(count(reader("-Xlog:gc:/logs/few.log", "-Xlog:gc*=debug:/logs/all.log")))
                .isEqualTo(2);
    }

    @Test
    void missingLogIsNamed() {
        assertThat(reader("-Xlog:gc:file=/logs/gc.log").read(new ProcFs(proc)).reason())
                .contains("/logs/gc.log");
    }

    private long count(GcLogTailer reader) {
        return figures(reader).of(GcCycleKind.YOUNG).count();
    }

    private GcLogPauseTotals figures(GcLogTailer reader) {
        Reading<GcLogPauseTotals> read = reader.read(new ProcFs(proc));
        return read.toOptional().orElseThrow(() -> new AssertionError(read.reason()));
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(
                logs.resolve(name), text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    private static String young(int id, int millis) {
        return "[1.0s][info][gc] GC(%d) Pause Young (Allocation Failure) 8M->1M(30M) %d.000ms\n"
                .formatted(id, millis);
    }

    private static GcLogTailer reader(String... options) {
        return new GcLogTailer(
                MadeJvm.named("Logging").firstInItsNamespace().flags(Arrays.stream(options)).jvm());
    }
}
