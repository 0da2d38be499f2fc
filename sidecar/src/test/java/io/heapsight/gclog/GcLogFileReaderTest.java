/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.gclog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.heapsight.gc.GcFinding;
import io.heapsight.gc.GcFindings;
import io.heapsight.gc.GcTroubles.Occurrences;
import io.heapsight.gc.GcTroubles.Trouble;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Progress;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole logs of real JVMs: JDK 8 to 27, all collectors. */
class GcLogFileReaderTest {
    private static final double NANO = 1e-9;

    @TempDir private Path folder;

    static Stream<String> all() {
        return GcLogs.all().stream();
    }

    static Stream<String> unified() {
        return all().filter(name -> !name.contains("jdk8"));
    }

    @ParameterizedTest
    @MethodSource("unified")
    void figuresAreThoseOfAScriptOverTheSameLines(String name) throws Exception {
        GcLogOracle script = GcLogOracle.of(GcLogs.text(name));
        GcLogSummary log = GcLogs.read(name);

        assertThat(log.pauses().count()).isEqualTo(script.pauses().size());
        assertThat(log.pauses().seconds()).isCloseTo(script.sum(), within(NANO));
        assertThat(log.pauses().longestSeconds()).isCloseTo(script.longest(), within(NANO));
        assertThat(log.pauses().p50Seconds()).isEqualTo(script.quantile(0.5), within(NANO));
        assertThat(log.pauses().p90Seconds()).isEqualTo(script.quantile(0.9), within(NANO));
        assertThat(log.pauses().p99Seconds()).isEqualTo(script.quantile(0.99), within(NANO));
        assertThat(log.activity().full().count()).isEqualTo(script.full());
        assertThat(log.activity().full().seconds()).isCloseTo(script.fullSeconds(), within(NANO));
        assertThat(log.seconds()).isCloseTo(script.seconds(), within(1e-6));
        assertThat(log.safepoints().count()).isEqualTo(script.safepoints());
        if (!log.jvm().collector().startsWith("ZGC")) {
            assertThat(log.heap().allocatedBytes()).isEqualTo(script.allocatedBytes());
        }
        assertThat(log.source().damagedLines()).isZero();
        assertThat(log.jvm().collector()).isNotEmpty();
    }

    @ParameterizedTest
    @MethodSource("all")
    void pausesAreThoseThatTheFollowingReaderFinds(String name) throws Exception {
        GcLogPauseTally parser = new GcLogPauseTally();
        GcLogs.text(name).lines().forEach(parser::line);
        GcLogPauseTotals figures = parser.figures(true);

        GcLogSummary log = GcLogs.read(name);

        assertThat(log.pauses().seconds()).isCloseTo(figures.seconds(), within(NANO));
        assertThat(log.pauses().count())
                .isEqualTo(
                        Arrays.stream(GcCycleKind.values())
                                .mapToLong(kind -> figures.of(kind).count())
                                .sum());
        assertThat(log.heap().liveReadings())
                .isGreaterThanOrEqualTo(figures.of(GcCycleKind.FULL).count());
    }

    @ParameterizedTest
    @ValueSource(strings = {"jdk21-g1", "jdk25-g1", "jdk25-serial", "jdk11-cms", "jdk11-g1"})
    void logWithoutDetailsHasTheSamePauses(String jvm) throws Exception {
        GcLogSummary plain = GcLogs.read("collected/" + jvm + "-gc");
        GcLogSummary details = GcLogs.read("collected/" + jvm + "-all");

        assertThat(plain.pauses()).isEqualTo(details.pauses());
        assertThat(plain.byCause()).isEqualTo(details.byCause());
        assertThat(plain.heap().allocatedBytes()).isEqualTo(details.heap().allocatedBytes());
        assertThat(plain.heap().promotedBytes()).isNaN();
        assertThat(details.heap().promotedBytes()).isBetween(20e6, 100e6);
    }

    @Test
    void troublesAreCounted() throws Exception {
        GcLogSummary g1 = GcLogs.read("collected/jdk25-g1-all");
        GcLogSummary old = GcLogs.read("collected/jdk8-g1-details");
        GcLogSummary zgc = GcLogs.read("collected/jdk17-z-all");
        GcLogSummary shenandoah = GcLogs.read("collected/jdk25-shengen-gc");

        assertThat(count(g1, Trouble.EVACUATION_FAILURE)).isEqualTo(12);
        assertThat(count(g1, Trouble.HUMONGOUS_ALLOCATION)).isEqualTo(4);
        assertThat(count(g1, Trouble.EXPLICIT_GC)).isEqualTo(2);
        assertThat(count(g1, Trouble.METADATA_THRESHOLD)).isEqualTo(1);
        assertThat(count(g1, Trouble.DEGENERATED_CYCLE)).isNaN();
        assertThat(count(old, Trouble.EVACUATION_FAILURE)).isEqualTo(8);
        assertThat(count(zgc, Trouble.ALLOCATION_STALL)).isEqualTo(13);
        assertThat(count(shenandoah, Trouble.DEGENERATED_CYCLE)).isEqualTo(20);
    }

    @Test
    void systemGcOfParallelIsOneRequestedFullCollection() throws Exception {
        GcLogSummary log =
                GcLogs.read(
                        write(
                                "gc.log",
                                List.of(
                                        "[1.0s][info][gc] Using Parallel",
                                        "[9.0s][info][gc] GC(0) Pause Young (System.gc()) 9M->4M(9M) 2.000ms",
                                        "[9.1s][info][gc] GC(1) Pause Full (System.gc()) 4M->4M(9M) 5.000ms",
                                        "[9.9s][info][gc] GC(2) Pause Full (Ergonomics) 9M->4M(9M) 7.000ms")));

        assertThat(count(log, Trouble.EXPLICIT_GC)).isEqualTo(2);
        assertThat(log.activity().full().count()).isEqualTo(2);
        assertThat(log.activity().full().requestedCount()).isEqualTo(1);
        assertThat(log.activity().full().requestedSeconds()).isEqualTo(0.005);
    }

    @Test
    void fullMetaspaceOfJdk8IsALastDitchCollection() throws Exception {
        GcLogSummary log =
                GcLogs.read(
                        write(
                                "gc.log",
                                List.of(
                                        "9.0: [Full GC (Metadata GC Threshold)  9K->4K(99K), 0.1 secs]",
                                        "9.1: [Full GC (Last ditch collection)  4K->4K(99K), 0.2 secs]")));

        assertThat(count(log, Trouble.METADATA_THRESHOLD)).isEqualTo(1);
        assertThat(log.activity().troubles().of(Trouble.METADATA_FULL))
                .isEqualTo(new Occurrences(1, 0.2, 0.2));
        assertThat(log.activity().full().requestedCount()).isEqualTo(2);
    }

    @Test
    void fullCollectionsForTheCodeCacheAreRequested() throws Exception {
        GcLogSummary log =
                GcLogs.read(
                        write(
                                "gc.log",
                                List.of(
                                        "[1.0s][info][gc] Using Serial",
                                        "[9.0s][info][gc] GC(0) Pause Full (CodeCache GC Threshold) 9M->4M(9M) 2.000ms",
                                        "[9.9s][info][gc] GC(1) Pause Full (CodeCache GC Aggressive) 9M->4M(9M) 5.000ms")));

        assertThat(log.activity().troubles().of(Trouble.CODE_CACHE))
                .isEqualTo(new Occurrences(2, 0.007, 0.005));
        assertThat(log.activity().full().requestedCount()).isEqualTo(2);
    }

    @Test
    void requestedCollectionThatAbortsAMarkIsNoFailure() throws Exception {
        for (String cause :
                List.of("System.gc()", "Heap Dump Initiated GC", "CodeCache GC Aggressive")) {
            assertThat(count(abortedBy(cause), Trouble.CONCURRENT_MODE_FAILURE)).isZero();
        }
        assertThat(count(abortedBy("G1 Compaction Pause"), Trouble.CONCURRENT_MODE_FAILURE))
                .isEqualTo(1);
        // The first of its six aborts is by System.gc().
        assertThat(count(GcLogs.read("collected/jdk8-g1-plain"), Trouble.CONCURRENT_MODE_FAILURE))
                .isEqualTo(5);
    }

    private GcLogSummary abortedBy(String cause) throws Exception {
        String line = "[%d.0s][info][gc] GC(%d) %s";
        return GcLogs.read(
                write(
                        "gc.log",
                        List.of(
                                "[0.0s][info][gc] Using G1",
                                line.formatted(1, 0, "Pause Full (Ergonomics) 9M->4M(9M) 2.000ms"),
                                line.formatted(
                                        2,
                                        1,
                                        "Pause Young (Concurrent Start) (G1 Evacuation Pause) 9M->4M(9M) 2.000ms"),
                                line.formatted(
                                        3,
                                        3,
                                        "Pause Full (%s) 9M->4M(9M) 2.000ms".formatted(cause)),
                                line.formatted(3, 3, "User=0.02s Sys=0.00s Real=0.02s"),
                                line.formatted(3, 2, "Concurrent Mark Abort"))));
    }

    private static double count(GcLogSummary log, Trouble trouble) {
        return log.activity().troubles().of(trouble).count();
    }

    @Test
    void absenceThatOnlyDetailsShowIsUnknown() throws Exception {
        assertThat(count(GcLogs.read("collected/jdk8-g1-plain"), Trouble.EVACUATION_FAILURE))
                .isNaN();
    }

    @Test
    void rotatedFilesAreReadInOrder() throws Exception {
        List<String> lines = GcLogs.text("collected/jdk21-g1-all").lines().toList();
        Path newest = write("gc.log", lines.subList(700, lines.size()));
        Path oldest = write("gc.log.1", lines.subList(0, 300));
        Path middle = write("gc.log.0", lines.subList(300, 700));

        GcLogSummary rotated = GcLogs.read(newest, middle, oldest);

        GcLogSummary whole = GcLogs.read("collected/jdk21-g1-all");
        assertThat(rotated.pauses()).isEqualTo(whole.pauses());
        assertThat(rotated.heap()).isEqualTo(whole.heap());
        assertThat(rotated.source().files())
                .containsExactly(oldest.toString(), middle.toString(), newest.toString());
        assertThat(rotated.notes()).isEmpty();
        assertThat(GcLogs.read(newest, oldest).notes().getFirst())
                .contains("collections are missing within the log");
        assertThat(GcLogs.read(newest).notes().getFirst()).contains("earlier ones are missing");
    }

    @Test
    void linesOfTheProgramAreSkipped() throws Exception {
        Random random = new Random(1);
        List<String> mixed = new ArrayList<>();
        for (String line : GcLogs.text("collected/jdk25-g1-all").lines().toList()) {
            mixed.add("2026-11-28 10:00:00.123  INFO 7 --- [main] c.a.Shop : GC(x) of \"Pause 3ms");
            mixed.add("\tat com.acme.Shop.main(Shop.java:" + random.nextInt(999) + ")");
            mixed.add("app-1  | " + line);
        }

        GcLogSummary log = GcLogs.read(write("app.log", mixed));

        GcLogSummary alone = GcLogs.read("collected/jdk25-g1-all");
        assertThat(log.pauses()).isEqualTo(alone.pauses());
        assertThat(log.seconds()).isEqualTo(alone.seconds());
        assertThat(log.heap()).isEqualTo(alone.heap());
    }

    @Test
    void jvmsWithPidsAreToldApart() throws Exception {
        List<String> mixed = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            mixed.add(
                    "[%d.000s][7][8][info][gc] GC(%d) Pause Full (System.gc()) 9M->4M(9M) 2.000ms"
                            .formatted(100 + i, i));
            mixed.add(
                    "[%d.000s][9][9][info][gc] GC(%d) Pause Full (Ergonomics) 9M->4M(9M) 3.000ms"
                            .formatted(i, i % 2));
        }
        GcLogSummary log = GcLogs.read(write("gc.log", mixed.subList(0, 39)));

        assertThat(log.pauses().count()).isEqualTo(20);
        assertThat(log.seconds()).isEqualTo(19);
        assertThat(log.notes().getFirst()).contains("figures are of pid 7. Other pids: 9");
    }

    @Test
    void jvmsWithoutPidsHaveNoRates() throws Exception {
        List<String> mixed = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            mixed.add(full(1000 + i, i));
            mixed.add(full(i, i));
        }
        GcLogSummary log = GcLogs.read(write("gc.log", mixed));

        assertThat(log.pauses().count()).isEqualTo(40);
        assertThat(log.overhead()).isNaN();
        assertThat(log.notes().getFirst()).contains("Lines of several JVMs alternate");
    }

    @Test
    void jvmsThatAllRanBrieflyAddTheirTime() throws Exception {
        GcLogSummary log =
                GcLogs.read(
                        write("gc.log", List.of(full(1, 0), full(30, 1), full(2, 0), full(12, 1))));

        assertThat(log.jvms()).isEqualTo(2);
        assertThat(log.seconds()).isEqualTo(39);
        assertThat(log.pauses().count()).isEqualTo(4);
        assertThat(log.notes().getFirst()).endsWith("so these figures are of all.");
    }

    /** G1 with 512 MiB, then Parallel with 4 GiB, whose uptime passes that of the first one. */
    @Test
    void lastOfTwoJvmsIsJudgedByItsOwnHeap() throws Exception {
        List<String> lines = new ArrayList<>();
        lines.add("[0.010s][info][gc,init] Heap Max Capacity: 512M");
        lines.add("[0.011s][info][gc] Using G1");
        for (int i = 0; i < 6; i++) {
            lines.add(
                    pause(1 + 6 * i, i, "Young (Normal) (G1 Evacuation Pause)", "80M->70M(512M)"));
        }
        lines.add("[0.010s][info][gc,init] Heap Max Capacity: 4G");
        lines.add("[0.011s][info][gc] Using Parallel");
        for (int i = 0; i < 4; i++) {
            lines.add(pause(4 + 7 * i, i, "Full (Ergonomics)", "900M->700M(4096M)"));
        }
        lines.add(pause(36, 4, "Full (Ergonomics)", "900M->700M(4096M)"));
        lines.add(pause(90, 5, "Full (Ergonomics)", "900M->700M(4096M)"));

        GcLogSummary log = GcLogs.read(write("gc.log", lines));

        assertThat(log.jvm().maxHeapBytes()).isEqualTo(4.0 * (1L << 30));
        assertThat(log.jvm().collector()).isEqualTo("Parallel");
        assertThat(log.seconds()).isCloseTo(90, within(0.1));
        assertThat(log.pauses().count()).isEqualTo(6);
        assertThat(log.notes().getFirst()).startsWith("2 JVMs wrote this log");
        assertThat(GcFindings.of(log.activity()))
                .extracting(GcFinding::kind)
                .doesNotContain(GcFinding.Kind.HEAP_TOO_SMALL);
    }

    @Test
    void liveSetOfAnEarlierJvmIsNotThatOfTheLast() throws Exception {
        GcLogSummary log =
                GcLogs.read(
                        write(
                                "gc.log",
                                List.of(
                                        pause(31, 0, "Full (Ergonomics)", "900M->700M(4096M)"),
                                        "[0.010s][info][gc,init] Heap Max Capacity: 512M",
                                        pause(
                                                40,
                                                0,
                                                "Young (Allocation Failure)",
                                                "80M->70M(512M)"))));

        assertThat(log.heap().liveBytes()).isNaN();
        assertThat(log.jvm().maxHeapBytes()).isEqualTo(512 << 20);
    }

    /** The words are those of JDK 25: cut lines of a run in a heap of 128 MiB. */
    @Test
    void causesOfShenandoahAreWithoutTheFiguresOfACycle() throws Exception {
        List<String> triggers =
                List.of(
                        "(Young): Learning 2 of 5. Free (38144K) is below initial threshold (91750K)",
                        "(Young): Average GC time (453.23 ms) is above the time for average allocation"
                                + " rate (71222 KB/s) to deplete free headroom (31334K) (margin of"
                                + " error = 1.80)",
                        "(Old): Old has overgrown, live at end of previous OLD marking: 1268K,"
                                + " current usage: 16128K, percent growth: 1171.5%",
                        "(Young): Expedite mixed evacuation of 110 regions",
                        "(Global): GC request (System.gc())");
        List<String> lines = new ArrayList<>(List.of("[0.050s][info][gc] Using Shenandoah"));
        for (int i = 0; i < triggers.size(); i++) {
            lines.add("[%d.100s][info][gc] Trigger %s".formatted(i, triggers.get(i)));
            lines.add("[%d.200s][info][gc] GC(%d) Pause Init Mark (Young) 0.5ms".formatted(i, i));
        }

        assertThat(GcLogs.read(write("gc.log", lines)).cycles())
                .extracting(GcLogSummary.CyclesByCause::cause)
                .containsExactly(
                        "Learning",
                        "Average GC time is above the time for average allocation rate to deplete"
                                + " free headroom",
                        "Old has overgrown, live at end of previous OLD marking",
                        "Expedite mixed evacuation of regions",
                        "GC request (System.gc())");
    }

    /** The line is that of JDK 25. */
    @Test
    void linesThatTheJvmDroppedAreNamed() throws Exception {
        List<String> lines =
                List.of(
                        "[0.005s][info   ][gc] Using G1",
                        "[1.0s][info   ][gc] GC(0) Pause Young (Normal) (Demo) 9M->4M(9M) 2.000ms",
                        "[5.659s][warning][            ]    150 messages dropped due to async logging",
                        "[5.759s][warning][            ]      1 messages dropped due to async logging",
                        "[9.0s][info   ][gc] GC(3) Pause Young (Normal) (Demo) 9M->4M(9M) 2.000ms");
        assertThat(GcLogs.read(write("gc.log", lines)).notes())
                .singleElement()
                .asString()
                .startsWith("The JVM dropped 151 lines, so counts and sums are lower bounds.");

        GcLogPauseTally parser = new GcLogPauseTally();
        lines.subList(0, 2).forEach(parser::line);
        assertThat(parser.isFromStart()).isTrue();
        lines.subList(2, 5).forEach(parser::line);
        assertThat(parser.isFromStart()).isFalse();
    }

    /** As of a heap of 1 GiB that stays full, without a full collection. */
    @Test
    void liveSetOfG1IsTheMinimumAfterItsCycles() throws Exception {
        List<String> lines = new ArrayList<>();
        lines.add("[0.010s][info][gc,init] Heap Max Capacity: 1G");
        lines.add("[0.011s][info][gc] Using G1");
        for (int second = 1; second < 90; ) {
            String start = "Young (Concurrent Start) (G1 Humongous Allocation)";
            lines.add(g1Pause(second, second++, start, "980M->960M(1024M)"));
            lines.add(g1Pause(second, second++, "Cleanup", "970M->890M(1024M)"));
            for (String mode : List.of("Prepare Mixed", "Mixed", "Mixed", "Normal")) {
                String heap = mode.equals("Mixed") ? "980M->930M(1024M)" : "980M->950M(1024M)";
                String kind = "Young (%s) (G1 Evacuation Pause)".formatted(mode);
                lines.add(g1Pause(second, second++, kind, heap));
            }
        }
        GcLogSummary log = GcLogs.read(write("gc.log", lines));

        assertThat(log.heap().liveBytes()).isEqualTo(930.0 * (1 << 20));
        assertThat(log.heap().liveReadings()).isEqualTo(14);
        lines.add(3, g1Pause(1, 0, "Full (G1 Compaction Pause)", "1000M->900M(1024M)"));
        assertThat(GcLogs.read(write("full.log", lines)).heap().liveBytes())
                .isEqualTo(900.0 * (1 << 20));
        assertThat(GcFindings.of(log.activity()).getFirst().kind())
                .isEqualTo(GcFinding.Kind.HEAP_TOO_SMALL);
    }

    private static String g1Pause(int second, int id, String kind, String heap) {
        return "[%d.000s][info][gc] GC(%d) Pause %s %s 60.000ms".formatted(second, id, kind, heap);
    }

    /** JDK 8 stamps no line of its header. */
    @Test
    void headerWithoutStampsIsOfTheNextJvm() throws Exception {
        GcLogSummary log =
                GcLogs.read(
                        write(
                                "gc.log",
                                List.of(
                                        "CommandLine flags: -XX:MaxHeapSize=536870912 -XX:+UseG1GC ",
                                        "31.0: [Full GC (System.gc())  80M->70M(512M), 0.1 secs]",
                                        "CommandLine flags: -XX:MaxHeapSize=4294967296 -XX:+UseParallelGC ",
                                        "2.0: [Full GC (Ergonomics)  900M->700M(4096M), 0.2 secs]",
                                        "3.0: [Full GC (Ergonomics)  900M->700M(4096M), 0.2 secs]")));

        assertThat(log.jvms()).isEqualTo(2);
        assertThat(log.jvm().collector()).isEqualTo("Parallel");
        assertThat(log.jvm().maxHeapBytes()).isEqualTo(4.0 * (1L << 30));
    }

    /** The third JVM starts again where the second one was: near 0. */
    @Test
    void crashLoopIsNoAlternation() throws Exception {
        List<String> lines = new ArrayList<>();
        for (int run = 0; run < 4; run++) {
            lines.add("[0.010s][info][gc] Using G1");
            lines.add(full(45 + run, 0));
        }
        GcLogSummary log = GcLogs.read(write("gc.log", lines));

        assertThat(log.jvms()).isEqualTo(4);
        assertThat(log.seconds()).isCloseTo(48, within(0.1));
        assertThat(log.notes().getFirst())
                .endsWith("the others ran for %d s in total.".formatted(45 + 46 + 47));
    }

    private static String pause(int second, int id, String kind, String heap) {
        return "[%d.000s][info][gc] GC(%d) Pause %s %s 2.000ms".formatted(second, id, kind, heap);
    }

    private static String full(int second, int id) {
        return "[%d.000s][info][gc] GC(%d) Pause Full (System.gc()) 9M->4M(9M) 2.000ms"
                .formatted(second, id);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "collected/jdk17-serial-all",
                "collected/jdk21-parallel-all",
                "collected/jdk25-g1-all",
                "collected/jdk11-cms-all"
            })
    void collectorOfALogWithoutItsBeginIsThatOfItsDetails(String name) throws Exception {
        List<String> lines =
                GcLogs.text(name).lines().filter(line -> !line.contains("] Using ")).toList();

        assertThat(GcLogs.read(write("gc.log", lines)).activity().collector())
                .isEqualTo(GcLogs.read(name).activity().collector())
                .isNotEmpty();
    }

    @Test
    void damagedLinesAreNamed() throws Exception {
        GcLogSummary log =
                GcLogs.read(
                        write(
                                "gc.log",
                                List.of(
                                        full(1, 0),
                                        "",
                                        "x".repeat(20_000),
                                        full(2, 1).substring(0, 56),
                                        full(3, 2))));

        assertThat(log.pauses().count()).isEqualTo(2);
        assertThat(log.source().damagedLines()).isEqualTo(2);
        assertThat(log.notes().getFirst()).contains("gc.log, line 4: a pause without its length");
    }

    @Test
    void compressedFileThatWasCutIsReadToItsEnd() throws Exception {
        byte[] whole = Files.readAllBytes(GcLogs.file("collected/jdk17-z-all"));
        Path cut = Files.write(folder.resolve("gc.gz"), Arrays.copyOf(whole, whole.length / 2));

        GcLogSummary log = GcLogs.read(cut);

        assertThat(log.pauses().count()).isBetween(10L, 100L);
        assertThat(log.notes().getFirst()).contains("the file can't be read further");
    }

    @Test
    void foreignFilesAreRefusedWithTheReason() throws Exception {
        assertRefused(write("app.log", List.of("INFO started", "done")), "none of its 2 lines");
        assertRefused(write("empty", List.of()), "Line 1 is: empty");
        assertRefused(folder, "it is not a regular file");
        assertRefused(folder.resolve("none.log"), "none.log: no such file");
        assertRefused(
                Files.write(folder.resolve("bytes"), new byte[] {'a', 'b', 0, 1}), "byte 2 is 0");
        assertRefused(
                Files.write(folder.resolve("bad.gz"), new byte[] {0x1f, (byte) 0x8b, 9, 9}),
                "bad.gz: ");
    }

    @Test
    void recordedLogMayHaveNoCollection() throws Exception {
        Path empty = write("empty.log", List.of());
        Path idle =
                write(
                        "idle.log",
                        List.of(
                                "[2026-11-28T10:00:00.000+0000][5.000s][info][safepoint   ]"
                                        + " Safepoint \"Cleanup\", Time since last: 4000000 ns,"
                                        + " Reaching safepoint: 1000 ns, At safepoint: 2000 ns,"
                                        + " Total: 3000 ns"));

        for (Path file : List.of(empty, idle)) {
            GcLogSummary log =
                    GcLogFileReader.readRecorded(
                            List.of(file), OptionalLong.empty(), Progress.SILENT);

            assertThat(log.pauses().count()).isZero();
            assertThat(log.notes()).containsExactly("The log has no collections.");
        }
    }

    private static void assertRefused(Path file, String detail) {
        assertThatThrownBy(() -> GcLogs.read(file))
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        e -> assertThat(e.problem().detail()).contains(detail));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdk8-cms-details",
                "jdk21-zgen-all",
                "collected/jdk8-g1-details",
                "collected/jdk25-g1-all",
                "collected/jdk25-shengen-gc"
            })
    void mutatedLogIsReadAsFarAsPossible(String name) throws Exception {
        byte[] good = GcLogs.text(name).getBytes(StandardCharsets.ISO_8859_1);
        for (int seed = 0; seed < 60; seed++) {
            Random random = new Random(seed);
            byte[] spoilt = Arrays.copyOf(good, random.nextInt(good.length / 2, good.length));
            for (int i = 0; i < spoilt.length / 100; i++) {
                spoilt[random.nextInt(spoilt.length)] = (byte) random.nextInt(1, 256);
            }
            GcLogSummary log = GcLogs.read(Files.write(folder.resolve("gc.log"), spoilt));
            assertThat(log.pauses().seconds()).as("seed " + seed).isBetween(0.0, 1e7);
            assertThat(log.activity().causes()).as("seed " + seed).hasSizeLessThan(200);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"jdk21-zgen-all", "collected/jdk27-g1-all", "jdk27-shenandoah-gc"})
    void shuffledLogHasAllItsPauses(String name) throws Exception {
        List<String> lines = new ArrayList<>(GcLogs.text(name).lines().toList());
        for (int seed = 0; seed < 20; seed++) {
            Collections.shuffle(lines, new Random(seed));
            GcLogSummary log = GcLogs.read(write("gc.log", lines));
            assertThat(log.pauses().count())
                    .as("seed " + seed)
                    .isEqualTo(GcLogs.read(name).pauses().count());
        }
    }

    private Path write(String name, List<String> lines) throws IOException {
        return Files.write(folder.resolve(name), lines, StandardCharsets.ISO_8859_1);
    }
}
