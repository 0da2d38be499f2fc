/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.gclog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.heapsight.gc.GcFinding;
import io.heapsight.gc.GcFindings;
import io.heapsight.gc.GcTroubles.Trouble;
import io.heapsight.unit.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Logs of real JVMs, cut to their header and some pauses: restarts, and what a header lacks. */
class CutGcLogTest {
    private static final Path FOLDER = Path.of("src/test/resources/gclog/cut");
    private static final double MIB = 1 << 20;

    @TempDir private Path folder;

    @Test
    void heapOfJdk11IsTooSmall() throws Exception {
        GcLogSummary log = GcLogs.read(FOLDER.resolve("jdk11-parallel-full.log"));

        assertThat(log.jvm().maxHeapBytes()).isEqualTo(64 * MIB);
        assertThat(kinds(log)).contains(GcFinding.Kind.HEAP_TOO_SMALL);
    }

    @Test
    void heapIsTooSmallAlsoWithoutAHeader() throws Exception {
        GcLogSummary log = GcLogs.read(write(withoutHeader()));

        assertThat(log.jvm().maxHeapBytes()).isEqualTo(61 * MIB);
        assertThat(kinds(log)).contains(GcFinding.Kind.HEAP_TOO_SMALL);
        assertThat(log.notes()).anyMatch(note -> note.startsWith("The log lacks the maximum heap"));
    }

    /** The second size is the one that a JVM chose after its full collections. */
    @Test
    void heapThatGrowsHasNoKnownMaximum() throws Exception {
        List<String> growing = new ArrayList<>(withoutHeader());
        growing.add("[41.0s][info][gc] GC(961) Pause Young (Demo) 90M->80M(120M) 1.000ms");

        assertThat(GcLogs.read(write(growing)).jvm().maxHeapBytes()).isNaN();
    }

    @Test
    void recordingHasTheMaximumHeapOfItsTarget() throws Exception {
        GcLogSummary log =
                GcLogFileReader.readRecorded(
                        List.of(write(withoutHeader())),
                        OptionalLong.of(64 << 20),
                        Progress.SILENT);

        assertThat(log.jvm().maxHeapBytes()).isEqualTo(64 * MIB);
        assertThat(log.notes()).noneMatch(note -> note.contains("maximum heap size"));
    }

    /** In the first JVM, with 64 MiB, collections take a third of the time. */
    @Test
    void findingsAreOfTheLastJvmOnly() throws Exception {
        Path first = FOLDER.resolve("jdk25-parallel-64m.log");
        Path second = FOLDER.resolve("jdk25-parallel-110m.log");
        List<String> both = new ArrayList<>(Files.readAllLines(first));
        both.addAll(Files.readAllLines(second));

        GcLogSummary log = GcLogs.read(write(both));

        GcLogSummary alone = GcLogs.read(second);
        assertThat(log.pauses()).isEqualTo(alone.pauses());
        assertThat(log.byCause()).isEqualTo(alone.byCause());
        assertThat(log.seconds()).isEqualTo(alone.seconds());
        assertThat(log.heap()).isEqualTo(alone.heap());
        assertThat(log.jvm()).isEqualTo(alone.jvm());
        assertThat(log.jvms()).isEqualTo(2);
        assertThat(log.notes())
                .contains(
                        "2 JVMs wrote this log, one after the other. These figures are of the last"
                                + " one that ran for 30 s; the others ran for 35 s in total.");
    }

    @Test
    void jvmThatHasJustStartedIsNotJudged() throws Exception {
        Path first = FOLDER.resolve("jdk25-parallel-64m.log");
        List<String> both = new ArrayList<>(Files.readAllLines(first));
        both.addAll(Files.readAllLines(FOLDER.resolve("jdk25-parallel-110m.log")).subList(0, 30));

        GcLogSummary log = GcLogs.read(write(both));

        GcLogSummary alone = GcLogs.read(first);
        assertThat(log.pauses()).isEqualTo(alone.pauses());
        assertThat(log.jvm()).isEqualTo(alone.jvm());
        assertThat(log.seconds()).isEqualTo(alone.seconds());
    }

    @Test
    void linesOfTheProgramAreNoRestart() throws Exception {
        Path log = FOLDER.resolve("jdk25-parallel-110m.log");
        List<String> mixed = new ArrayList<>();
        for (String line : Files.readAllLines(log)) {
            mixed.add(line);
            mixed.add("INFO handled [12ms] ok");
        }

        GcLogSummary found = GcLogs.read(write(mixed));

        assertThat(found.jvms()).isEqualTo(1);
        assertThat(found.pauses()).isEqualTo(GcLogs.read(log).pauses());
    }

    /** With the same options in JAVA_TOOL_OPTIONS, it writes to the same log. */
    @Test
    void healthCheckBesideTheProgramIsNoRestart() throws Exception {
        List<String> mixed = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            if (i == 50) {
                mixed.add("[0.005s][info][gc] Using Serial");
            }
            mixed.add(
                    "[%d.000s][info][gc] GC(%d) Pause Full (Ergonomics) 9M->4M(9M) 2.000ms"
                            .formatted(i, i));
        }

        GcLogSummary found = GcLogs.read(write(mixed));

        assertThat(found.pauses().count()).isEqualTo(100);
        assertThat(found.notes())
                .anyMatch(note -> note.startsWith("Lines of several JVMs alternate"));
    }

    @Test
    void crashLoopIsNotHiddenBehindTheJvmBeforeIt() throws Exception {
        Path first = FOLDER.resolve("jdk25-parallel-110m.log");
        List<String> all = new ArrayList<>(Files.readAllLines(first));
        for (int i = 0; i < 3; i++) {
            all.addAll(Files.readAllLines(FOLDER.resolve("jdk25-parallel-64m.log")).subList(0, 30));
        }

        GcLogSummary found = GcLogs.read(write(all));

        assertThat(found.jvms()).isEqualTo(4);
        assertThat(found.pauses().count()).isGreaterThan(GcLogs.read(first).pauses().count());
        assertThat(found.notes()).anyMatch(note -> note.contains("figures are of all"));
    }

    /** JDK 8 repeats its header at the start of each file. */
    @Test
    void rotatedFilesOfJdk8AreOfOneJvm() throws Exception {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            if (i % 20 == 0) {
                lines.add("CommandLine flags: -XX:MaxHeapSize=67108864 -XX:+UseParallelGC");
            }
            lines.add(
                    "2026-11-01T08:00:%02d.000+0000: [GC (Allocation Failure) 9216K->4096K(9728K), 0.0020000 secs]"
                            .formatted(i));
        }

        GcLogSummary found = GcLogs.read(write(lines));

        assertThat(found.jvms()).isEqualTo(1);
        assertThat(found.pauses().count()).isEqualTo(40);
    }

    @Test
    void headerOfTheNextJvmIsNotThatOfTheReportedOne() throws Exception {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            if (i == 0) {
                lines.add("CommandLine flags: -XX:MaxHeapSize=67108864 -XX:+UseParallelGC");
            } else if (i == 40) {
                lines.add("CommandLine flags: -XX:MaxHeapSize=4294967296 -XX:+UseG1GC");
            }
            lines.add(
                    "2026-11-01T08:%02d:%02d.000+0000: %d.000: [GC (Allocation Failure) 9216K->4096K(9728K), 0.0020000 secs]"
                            .formatted(i / 40, i % 40, i % 40));
        }

        GcLogSummary found = GcLogs.read(write(lines));

        assertThat(found.jvms()).isEqualTo(2);
        assertThat(found.pauses().count()).isEqualTo(40);
        assertThat(found.jvm().collector()).isEqualTo("Parallel");
        assertThat(found.jvm().maxHeapBytes()).isEqualTo(64 * MIB);
    }

    /** Between the two JVMs are 46 seconds. */
    @Test
    void downtimeIsNoRunningTimeInALogWithDatesOnly() throws Exception {
        Path second = FOLDER.resolve("jdk25-parallel-dates-again.log");
        List<String> both =
                new ArrayList<>(Files.readAllLines(FOLDER.resolve("jdk25-parallel-dates.log")));
        both.addAll(Files.readAllLines(second));

        GcLogSummary log = GcLogs.read(write(both));

        assertThat(log.jvms()).isEqualTo(2);
        assertThat(log.pauses()).isEqualTo(GcLogs.read(second).pauses());
        assertThat(log.seconds()).isCloseTo(30.5, within(0.1));
        assertThat(log.notes())
                .anyMatch(note -> note.endsWith("the others ran for 32 s in total."));
    }

    /** ZGC states its version and heap before its name. */
    @Test
    void headerBeforeTheNameOfTheCollectorIsOfTheNextJvm() throws Exception {
        List<String> lines = new ArrayList<>();
        for (int day = 1; day <= 2; day++) {
            lines.add(at(day, 0) + "[gc,init] Version: 2%d.0.1".formatted(4 + day));
            lines.add(at(day, 0) + "[gc,init] Max Capacity: %dM".formatted(64 * day));
            lines.add(at(day, 0) + "[gc,init] Using The Z Garbage Collector");
            for (int i = 0; i <= 40; i++) {
                lines.add(
                        "%s[gc] GC(%d) Garbage Collection (Warmup) 9M(9%%)->4M(4%%)"
                                .formatted(at(day, 1 + i), i));
            }
        }
        GcLogSummary log = GcLogs.read(write(lines));

        assertThat(log.jvms()).isEqualTo(2);
        assertThat(log.jvm().version()).isEqualTo("26.0.1");
        assertThat(log.jvm().maxHeapBytes()).isEqualTo(128 * MIB);
        assertThat(log.seconds()).isEqualTo(41);
    }

    private static String at(int day, int second) {
        return "[2026-11-0%dT08:00:%02d.000+0000][info]".formatted(day, second);
    }

    @Test
    void idsThatBeginAgainAreOfAnotherJvm() throws Exception {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < 140; i++) {
            lines.add(
                    ("[2026-11-01T%02d:%02d:%02d.000+0000][info][gc] GC(%d)"
                                    + " Pause Full (Ergonomics) 9M->4M(9M) 2.000ms")
                            .formatted(i < 70 ? 8 : 20, i % 70 / 60, i % 70 % 60, i % 70));
        }
        GcLogSummary log = GcLogs.read(write(lines));

        assertThat(log.jvms()).isEqualTo(2);
        assertThat(log.seconds()).isEqualTo(69);
    }

    @ParameterizedTest
    @ValueSource(strings = {"jdk21-shenandoah-histograms", "jdk25-shenandoah-system-gc"})
    void requestedFullCollectionsAreNotGivenUpCycles(String name) throws Exception {
        GcLogSummary log = GcLogs.read(FOLDER.resolve(name + ".log"));

        boolean isDiagnostic = name.endsWith("histograms");
        assertThat(count(log, Trouble.FULL_CYCLE)).isZero();
        assertThat(count(log, Trouble.DIAGNOSTIC_GC)).isEqualTo(isDiagnostic ? 5 : 0);
        assertThat(count(log, Trouble.EXPLICIT_GC)).isEqualTo(isDiagnostic ? 0 : 5);
        assertThat(log.activity().full().requestedCount()).isEqualTo(5);
        assertThat(
                        log.activity()
                                .troubles()
                                .of(isDiagnostic ? Trouble.DIAGNOSTIC_GC : Trouble.EXPLICIT_GC)
                                .seconds())
                .isCloseTo(log.pauses().seconds(), within(1e-9));
        assertThat(kinds(log))
                .containsExactly(
                        isDiagnostic ? GcFinding.Kind.DIAGNOSTIC_GC : GcFinding.Kind.EXPLICIT_GC);
    }

    private static double count(GcLogSummary log, Trouble trouble) {
        return log.activity().troubles().of(trouble).count();
    }

    private static List<GcFinding.Kind> kinds(GcLogSummary log) {
        return GcFindings.of(log.activity()).stream().map(GcFinding::kind).toList();
    }

    private static List<String> withoutHeader() throws IOException {
        try (Stream<String> lines = Files.lines(FOLDER.resolve("jdk11-parallel-full.log"))) {
            return lines.skip(2).toList();
        }
    }

    private Path write(List<String> lines) throws IOException {
        return Files.write(folder.resolve("gc.log"), lines);
    }
}
