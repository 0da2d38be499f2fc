/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.gclog;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.gc.GcActivity;
import io.heapsight.gc.GcFinding;
import io.heapsight.gc.GcFinding.Kind;
import io.heapsight.gc.GcFindings;
import io.heapsight.gc.GcTroubles.Trouble;
import io.heapsight.gc.GcVerdict;
import io.heapsight.summary.Severity;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The findings of logs whose answer was wrong once. */
class GcLogFindingsTest {
    private static final int WEEK_MINUTES = 7 * 24 * 60;
    private static final String YOUNG = "Young (Allocation Failure) 2000M->1000M(4096M)";
    private static final String FULL = "Full (Ergonomics) 2500M->900M(4096M)";
    private static final String G1_YOUNG =
            "Young (Normal) (G1 Evacuation Pause) 2500M->1000M(4096M)";

    @TempDir private Path folder;

    private final List<String> lines = new ArrayList<>();
    private double seconds = 10;
    private int id;

    @Test
    void twentyFullCollectionsOfFiveSecondsAreTheCollector() throws Exception {
        begin("Parallel", 4, 4);
        for (int i = 0; i < 4000; i++) {
            pause(3.425, i % 200 == 100 ? FULL : YOUNG, i % 200 == 100 ? 5000 : 10.5);
        }
        assertAnswer(Kind.FULL_COLLECTIONS, Severity.HIGH);
        assertThat(findings()).hasSize(1);
    }

    @Test
    void twoFullCollectionsOfNineSecondsAreTheCollector() throws Exception {
        begin("Parallel", 4, 4);
        for (int i = 0; i < 1000; i++) {
            pause(2.9, i % 500 == 250 ? FULL : YOUNG, i % 500 == 250 ? 9000 : 10.5);
        }
        assertAnswer(Kind.FULL_COLLECTIONS, Severity.MEDIUM);
    }

    @Test
    void longPausesAreFoundWhereverTheyAre() throws Exception {
        for (int from : List.of(0, 2000, 3995)) {
            lines.clear();
            begin("G1", 4, 4);
            for (int i = 0; i < 4000; i++) {
                pause(3, G1_YOUNG, i >= from && i < from + 5 ? 1500 : 10);
            }
            assertAnswer(Kind.LONG_PAUSES, Severity.MEDIUM);
        }
    }

    @Test
    void threePausesOf210MillisecondsInADayAreNotTheCollector() throws Exception {
        for (int from : List.of(0, 700, 1437)) {
            lines.clear();
            begin("G1", 4, 4);
            for (int i = 0; i < 1440; i++) {
                pause(60, G1_YOUNG, i >= from && i < from + 3 ? 210 : 10);
            }
            assertThat(answer()).startsWith("It is not the collector: ");
        }
    }

    @Test
    void cheapHumongousAllocationMasksNoLongPauses() throws Exception {
        begin("G1", 4, 4);
        for (int i = 0; i < 300; i++) {
            if (i % 5 == 0) {
                pause(12, "Young (Concurrent Start) (G1 Humongous Allocation) 2G->1G(4G)", 5.5);
            } else {
                pause(12, G1_YOUNG, i % 30 == 1 ? 3100 : 15);
            }
        }
        assertAnswer(Kind.LONG_PAUSES, Severity.HIGH);
        assertThat(findings())
                .filteredOn(found -> found.kind() == Kind.HUMONGOUS_ALLOCATION)
                .singleElement()
                .satisfies(
                        found -> {
                            assertThat(found.severity()).isEqualTo(Severity.INFORMATION);
                            assertThat(found.remedy()).doesNotContain("Larger regions");
                        });
    }

    @Test
    void oneEvacuationFailureAndOneShortFullCollectionInAWeekAreHarmless() throws Exception {
        begin("G1", 4, 4);
        for (int i = 0; i < WEEK_MINUTES; i++) {
            if (i == 1000) {
                pause(60, G1_YOUNG.replace("Pause)", "Pause) (Evacuation Failure)"), 20);
            } else {
                boolean isFull = i == 9000;
                pause(
                        60,
                        isFull ? "Full (G1 Compaction Pause) 4G->1G(4G)" : G1_YOUNG,
                        isFull ? 50 : 15);
            }
        }
        assertThat(findings())
                .singleElement()
                .satisfies(found -> assertThat(found.kind()).isEqualTo(Kind.EVACUATION_FAILURE));
        assertThat(answer()).startsWith("It is not the collector: ");
    }

    @Test
    void oneSystemGcOf250MillisecondsInAWeekIsNotTheCollector() throws Exception {
        begin("Parallel", 4, 4);
        for (int i = 0; i < WEEK_MINUTES; i++) {
            boolean isFull = i == 3000;
            pause(60, isFull ? "Full (System.gc()) 1G->1G(4G)" : YOUNG, isFull ? 250 : 10.5);
        }
        assertThat(answer()).startsWith("It is not the collector: ");
    }

    @Test
    void pausesWithoutCpuAreNotBlamedOnHeapOrProgram() throws Exception {
        begin("Parallel", 4, 4);
        for (int i = 0; i < 60; i++) {
            pause(2, "Full (Ergonomics) 4000M->3800M(4096M)", 300);
            cpu(0.03, 0.02, 0.30);
            pause(2, YOUNG, 20);
            cpu(0.02, 0, 0.02);
        }
        assertAnswer(Kind.WITHOUT_CPU, Severity.HIGH);
        assertThat(findings())
                .extracting(GcFinding::kind)
                .containsExactly(Kind.WITHOUT_CPU, Kind.HEAP_TOO_SMALL);
        assertThat(findings().getFirst().evidence().getFirst())
                .isEqualTo(
                        "60 pauses with less than half a CPU, 18.00 s in total, longest 300.0"
                                + " ms");
    }

    @Test
    void pauseOfOneThreadThatRunsHasItsCpu() throws Exception {
        begin("Serial", 1, 0);
        for (int i = 0; i < 60; i++) {
            pause(2, FULL, 300);
            cpu(0.16, 0, 0.30);
        }
        assertThat(withoutCpu()).isZero();
    }

    @Test
    void cpuTimeOfAPhaseIsNotThatOfThePauseBefore() throws Exception {
        begin("CMS", 4, 4);
        for (int i = 0; i < 10; i++) {
            pause(2, "Initial Mark 1G->1G(4G)", 300);
            lines.add("[%.3fs][info][gc] GC(%d) Concurrent Mark 1.000ms".formatted(seconds, id));
            cpu(0, 0, 0);
        }
        assertThat(withoutCpu()).isZero();
    }

    @Test
    void pausesWithoutCpuOfJdk8AreFound() throws Exception {
        for (int i = 0; i < 10; i++) {
            lines.add(
                    String.format(
                            Locale.ROOT,
                            "%.3f: [GC (Allocation Failure) [PSYoungGen: 20437K->4080K(29696K)]"
                                    + " 20437K->20187K(98304K), 0.2213992 secs] [Times: user=0.01"
                                    + " sys=0.02, real=0.23 secs] ",
                            10.0 * i));
        }
        assertThat(withoutCpu()).isEqualTo(10);
        assertAnswer(Kind.WITHOUT_CPU, Severity.HIGH);
    }

    @Test
    void oneThreadOnTwoCpusIsTooFew() throws Exception {
        begin("G1", 2, 1);
        for (int i = 0; i < 100; i++) {
            pause(1, G1_YOUNG, 60);
        }
        assertAnswer(Kind.TOO_FEW_THREADS, Severity.MEDIUM);
        assertThat(findings().getFirst().remedy())
                .contains("Remove -XX:ParallelGCThreads")
                .contains("starts 2 GC threads");
    }

    private void begin(String collector, int cpus, int workers) {
        seconds = 10;
        id = 0;
        lines.add("[0.005s][info][gc] Using " + collector);
        lines.add("[0.006s][info][gc,init] Version: 21.0.5+11-LTS (release)");
        lines.add("[0.006s][info][gc,init] CPUs: 8 total, %d available".formatted(cpus));
        lines.add("[0.006s][info][gc,init] Heap Max Capacity: 4G");
        if (workers > 0) {
            lines.add("[0.006s][info][gc,init] Parallel Workers: " + workers);
        }
    }

    private void pause(double later, String words, double millis) {
        seconds += later;
        lines.add(
                String.format(
                        Locale.ROOT,
                        "[%.3fs][info][gc] GC(%d) Pause %s %.3fms",
                        seconds,
                        id++,
                        words,
                        millis));
    }

    private void cpu(double user, double sys, double real) {
        lines.add(
                String.format(
                        Locale.ROOT,
                        "[%.3fs][info][gc,cpu] GC(%d) User=%.2fs Sys=%.2fs Real=%.2fs",
                        seconds,
                        id - 1,
                        user,
                        sys,
                        real));
    }

    private double withoutCpu() throws Exception {
        return activity().troubles().of(Trouble.PAUSE_WITHOUT_CPU).count();
    }

    private GcActivity activity() throws Exception {
        return GcLogs.read(Files.write(folder.resolve("gc.log"), lines)).activity();
    }

    private List<GcFinding> findings() throws Exception {
        return GcFindings.of(activity());
    }

    private String answer() throws Exception {
        return GcVerdict.of(activity(), findings()).sentence();
    }

    private void assertAnswer(Kind kind, Severity severity) throws Exception {
        assertThat(answer()).startsWith("It is the collector (%s): ".formatted(kind.words()));
        assertThat(findings().getFirst().severity()).isEqualTo(severity);
    }
}
