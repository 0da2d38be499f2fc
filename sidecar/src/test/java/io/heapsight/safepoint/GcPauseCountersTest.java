/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.safepoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.heapsight.perfdata.MxBeanModel;
import io.heapsight.perfdata.PerfDataFile;
import io.heapsight.perfdata.Recording;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Pauses of a simulated JVM. */
class GcPauseCountersTest {
    private static final String EVACUATION = "G1 Evacuation Pause";
    private static final String SYSTEM_GC = "System.gc()";
    private static final String UNKNOWN = "unknown";

    private static GcPauseCounters of(SimulatedJvm jvm) {
        GcPauseCounters counters = new GcPauseCounters(jvm, MxBeanModel.of(jvm), null);
        counters.look();
        return counters;
    }

    private static GcPauses.Histogram only(GcPauseCounters counters) {
        assertThat(counters.pauses().histograms()).hasSize(1);
        return counters.pauses().histograms().getFirst();
    }

    private static GcPauses.Histogram with(GcPauseCounters counters, String cause) {
        return counters.pauses().histograms().stream()
                .filter(each -> each.cause().equals(cause))
                .findFirst()
                .orElseThrow(() -> new AssertionError(cause + ": " + counters.pauses()));
    }

    private static List<String> causes(GcPauseCounters counters) {
        return counters.pauses().histograms().stream()
                .map(each -> each.collector() + ": " + each.cause())
                .toList();
    }

    private static long merged(GcPauseCounters counters) {
        return counters.pauses().merged().stream().mapToLong(GcPauses.Merged::count).sum();
    }

    @Test
    void eachPauseIsInItsBucketWithItsCause() {
        SimulatedJvm jvm = SimulatedJvm.g1();
        jvm.collect(0, EVACUATION, 700);
        GcPauseCounters counters = of(jvm);
        assertThat(counters.pauses().histograms()).as("before the first look").isEmpty();

        for (double millis : new double[] {0.4, 1, 1.001, 12, 12, 12_000}) {
            jvm.collect(0, EVACUATION, millis);
            counters.look();
            counters.look();
        }
        GcPauses.Histogram pauses = only(counters);
        assertThat(pauses.collector()).isEqualTo("G1 Young Generation");
        assertThat(pauses.cause()).isEqualTo(EVACUATION);
        assertThat(pauses.counts())
                .containsExactly(2L, 1L, 0L, 0L, 2L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 1L);
        assertThat(pauses.seconds()).isEqualTo(12.026401, within(1e-9));
        assertThat(merged(counters)).isZero();
    }

    @Test
    void bucketsContainThoseOfOpenTelemetry() {
        assertThat(GcPauses.BOUNDS).isSorted().contains(0.01, 0.1, 1.0, 10.0);
        assertThat(GcPauses.BOUNDS.getFirst()).isEqualTo(0.001);
        assertThat(GcPauses.BOUNDS.getLast()).isEqualTo(10);
    }

    @Test
    void bothOfTwoPausesBetweenLooksAreKnown() {
        SimulatedJvm jvm = SimulatedJvm.g1();
        GcPauseCounters counters = of(jvm);
        jvm.collect(0, SYSTEM_GC, 80);
        jvm.collect(0, EVACUATION, 3);
        counters.look();
        assertThat(with(counters, EVACUATION).seconds()).isEqualTo(0.003, within(1e-9));
        assertThat(with(counters, UNKNOWN).seconds()).isEqualTo(0.08, within(1e-5));
        assertThat(merged(counters)).isZero();
    }

    @Test
    void morePausesBetweenLooksAreInNoBucketButTheLastOne() {
        SimulatedJvm jvm = SimulatedJvm.g1();
        GcPauseCounters counters = of(jvm);
        for (int millis = 1; millis <= 5; millis++) {
            jvm.collect(0, EVACUATION, millis);
        }
        counters.look();
        assertThat(only(counters).count()).isEqualTo(1);
        assertThat(only(counters).seconds()).isEqualTo(0.005, within(1e-9));
        GcPauses.Merged merged = counters.pauses().merged().getFirst();
        assertThat(merged.collector()).isEqualTo("G1 Young Generation");
        assertThat(merged.count()).isEqualTo(4);
        assertThat(merged.seconds()).isEqualTo(0.010, within(1e-5));
    }

    @Test
    void pauseUnderWayIsReadAfterItsEnd() {
        SimulatedJvm jvm = SimulatedJvm.g1();
        GcPauseCounters counters = of(jvm);
        jvm.begin(EVACUATION);
        counters.look();
        jvm.add(SimulatedJvm.name(0, "invocations"), 1);
        counters.look();
        jvm.add(SimulatedJvm.name(0, "invocations"), -1);
        jvm.enter(0);
        counters.look();
        jvm.pass(250);
        jvm.leave(0, 250);
        counters.look();
        assertThat(counters.pauses().histograms()).as("the cause is still there").isEmpty();
        jvm.end(EVACUATION);
        counters.look();
        assertThat(only(counters).cause()).isEqualTo(EVACUATION);
        assertThat(only(counters).seconds()).isEqualTo(0.25, within(1e-9));
    }

    /**
     * Remark and Cleanup write no cause, so that only the numbers show that they are incomplete.
     */
    @Test
    void incompleteCountersOfAConcurrentCycleAreReadAgain() {
        SimulatedJvm jvm = SimulatedJvm.g1();
        jvm.collect(2, EVACUATION, 2);
        GcPauseCounters counters = of(jvm);
        jvm.begin(EVACUATION);
        jvm.end(EVACUATION);

        jvm.add(SimulatedJvm.name(2, "invocations"), 1); // its entry is not written
        counters.look();
        jvm.add(SimulatedJvm.name(2, "invocations"), -1);
        jvm.enter(2);
        jvm.pass(9);
        jvm.set(SimulatedJvm.name(2, "lastExitTime"), jvm.clock); // its time is not written
        counters.look();
        assertThat(counters.pauses().histograms()).isEmpty();
        jvm.leave(2, 9);
        counters.look();
        assertThat(causes(counters)).containsExactly("G1 Concurrent GC: No GC");
        assertThat(only(counters).seconds()).isEqualTo(0.009, within(1e-9));
    }

    @Test
    void countersThatChangeWhileTheyAreReadAreReadAgain() {
        SimulatedJvm jvm = SimulatedJvm.g1();
        GcPauseCounters counters = of(jvm);
        jvm.collect(0, EVACUATION, 4);
        jvm.atNextCause = () -> jvm.collect(0, SYSTEM_GC, 90);
        counters.look();
        assertThat(counters.pauses().histograms()).isEmpty();
        counters.look();
        assertThat(with(counters, SYSTEM_GC).seconds()).isEqualTo(0.09, within(1e-9));
        assertThat(with(counters, UNKNOWN).seconds()).isEqualTo(0.004, within(1e-5));
    }

    @Test
    void fullCollectionAfterAYoungOneHasItsCause() {
        SimulatedJvm jvm = new SimulatedJvm("17", "ParScav:MSC");
        GcPauseCounters counters = of(jvm);
        jvm.begin(SYSTEM_GC);
        jvm.pause(0, 3);
        jvm.pass(0.2);
        jvm.pause(1, 60);
        jvm.end(SYSTEM_GC);
        counters.look();
        assertThat(causes(counters))
                .containsExactly("PS Scavenge: System.gc()", "PS MarkSweep: System.gc()");
    }

    /** Seen on G1: a program called System.gc() right after a young collection. */
    @Test
    void causeOfAnotherOperationIsNotThatOfTheCollectionBefore() {
        SimulatedJvm jvm = SimulatedJvm.g1();
        GcPauseCounters counters = of(jvm);
        jvm.begin(EVACUATION);
        jvm.pause(0, 15);
        jvm.end(EVACUATION);
        jvm.pass(0.2);
        jvm.collect(1, SYSTEM_GC, 21);
        counters.look();
        assertThat(causes(counters))
                .containsExactly("G1 Young Generation: unknown", "G1 Old Generation: System.gc()");
    }

    @Test
    void causeOfAnEarlierCollectionIsUnknown() {
        SimulatedJvm jvm = SimulatedJvm.g1();
        GcPauseCounters counters = of(jvm);
        jvm.collect(0, EVACUATION, 3);
        jvm.collect(2, "", 1);
        jvm.end(EVACUATION);
        jvm.collect(1, SYSTEM_GC, 60);
        counters.look();
        assertThat(causes(counters))
                .containsExactly(
                        "G1 Young Generation: unknown",
                        "G1 Concurrent GC: No GC",
                        "G1 Old Generation: System.gc()");
    }

    @Test
    void causesAreBounded() {
        SimulatedJvm jvm = SimulatedJvm.g1();
        GcPauseCounters counters = of(jvm);
        for (int i = 0; i < 500; i++) {
            jvm.collect(0, i + " hostile".repeat(100) + "\n", 1);
            counters.look();
        }
        List<GcPauses.Histogram> histograms = counters.pauses().histograms();
        assertThat(histograms).hasSizeLessThan(40);
        assertThat(histograms.stream().mapToLong(GcPauses.Histogram::count).sum()).isEqualTo(500);
        assertThat(histograms).allSatisfy(each -> assertThat(each.cause()).hasSizeLessThan(100));
        assertThat(with(counters, "other").count()).isPositive();
    }

    @Test
    void countersOfARestartedJvmAreANewBeginning() {
        SimulatedJvm jvm = SimulatedJvm.g1();
        jvm.collect(0, EVACUATION, 1);
        jvm.collect(0, EVACUATION, 1);
        GcPauseCounters counters = of(jvm);
        SimulatedJvm other = SimulatedJvm.g1();
        other.collect(0, EVACUATION, 5);
        jvm.numbers.putAll(other.numbers);
        counters.look();
        assertThat(counters.pauses().histograms()).isEmpty();
        jvm.collect(0, EVACUATION, 2);
        counters.look();
        assertThat(only(counters).seconds()).isEqualTo(0.002, within(1e-9));
    }

    @Test
    void counterThatWrapsIsANewBeginning() {
        SimulatedJvm jvm = SimulatedJvm.g1();
        jvm.set(SimulatedJvm.name(0, "time"), Long.MAX_VALUE - 5);
        GcPauseCounters counters = of(jvm);
        jvm.collect(0, EVACUATION, 2);
        counters.look();
        assertThat(counters.pauses().histograms()).isEmpty();
        jvm.collect(0, EVACUATION, 3);
        counters.look();
        assertThat(only(counters).seconds()).isEqualTo(0.003, within(1e-9));
    }

    @Test
    void countersAddedByTheJvmLoseNoPause() {
        SimulatedJvm jvm = SimulatedJvm.g1();
        GcPauseCounters before = of(jvm);
        jvm.collect(0, EVACUATION, 1);
        before.look();
        jvm.collect(0, EVACUATION, 2);
        GcPauseCounters after = new GcPauseCounters(jvm, MxBeanModel.of(jvm), before);
        after.look();
        assertThat(only(after).count()).isEqualTo(2);
        assertThat(only(after).seconds()).isEqualTo(0.003, within(1e-9));
    }

    @ParameterizedTest
    @CsvSource({
        "sun.gc.collector.0.invocations",
        "sun.gc.collector.0.lastEntryTime",
        "sun.gc.collector.0.lastExitTime",
        "sun.gc.collector.0.time",
        "sun.os.hrt.frequency"
    })
    void withoutACounterThereAreNoPauses(String missing) {
        SimulatedJvm jvm = SimulatedJvm.g1();
        jvm.remove(missing);
        GcPauseCounters counters = of(jvm);
        if (missing.contains(".collector.")) {
            jvm.collect(0, EVACUATION, 1);
        }
        counters.look();
        assertThat(counters.pauses().histograms()).isEmpty();
        assertThat(counters.pauses().merged())
                .extracting(GcPauses.Merged::collector)
                .doesNotContain("G1 Young Generation");
    }

    @Test
    void withoutCausesTheyAreUnknown() {
        SimulatedJvm jvm = SimulatedJvm.g1();
        jvm.remove("sun.gc.cause");
        jvm.remove("sun.gc.lastCause");
        GcPauseCounters counters = of(jvm);
        jvm.collect(0, EVACUATION, 1);
        counters.look();
        assertThat(causes(counters)).containsExactly("G1 Young Generation: unknown");
    }

    @Test
    void longestPauseIsThatSinceTheLastSample() {
        SimulatedJvm jvm = SimulatedJvm.g1();
        GcPauseCounters counters = of(jvm);
        jvm.collect(0, EVACUATION, 3);
        counters.look();
        jvm.collect(1, SYSTEM_GC, 80);
        counters.look();
        assertThat(counters.takeLongest()).isEqualTo(0.08, within(1e-9));
        assertThat(counters.takeLongest()).isZero();

        jvm.collect(0, EVACUATION, 300);
        jvm.collect(0, EVACUATION, 100);
        jvm.collect(0, EVACUATION, 1);
        counters.look();
        assertThat(counters.takeLongest())
                .as("of the merged ones the mean")
                .isEqualTo(0.2, within(1e-5));

        jvm.remove("sun.os.hrt.frequency");
        assertThat(of(jvm).takeLongest()).isNaN();
    }

    @Test
    void lastPausesHaveTimeCollectorAndCause() {
        SimulatedJvm jvm = SimulatedJvm.g1();
        GcPauseCounters counters = of(jvm);
        jvm.collect(0, EVACUATION, 3);
        counters.look();
        jvm.collect(0, SYSTEM_GC, 70);
        jvm.collect(0, SYSTEM_GC, 80);
        jvm.collect(0, EVACUATION, 4);
        counters.look();
        List<PauseEvent> last = counters.pauses().last();
        assertThat(last)
                .extracting(PauseEvent::cause)
                .containsExactly(EVACUATION, UNKNOWN, EVACUATION);
        assertThat(last).extracting(PauseEvent::count).containsExactly(1L, 2L, 1L);
        assertThat(last.getFirst().uptimeSeconds()).isEqualTo(5, within(1e-9));
        assertThat(last.getFirst().seconds()).isEqualTo(0.003, within(1e-9));
        assertThat(last.get(1).seconds()).isEqualTo(0.15, within(1e-5));
        assertThat(last.getLast().uptimeSeconds()).isEqualTo(5.243, within(1e-9));
        assertThat(last.getLast().collector()).isEqualTo("G1 Young Generation");
    }

    @Test
    void lastPausesOfTwoCollectorsAreInOrderOfTime() {
        SimulatedJvm jvm = SimulatedJvm.g1();
        GcPauseCounters counters = of(jvm);
        jvm.collect(2, "", 1);
        jvm.collect(0, EVACUATION, 3);
        counters.look();
        assertThat(counters.pauses().last())
                .extracting(PauseEvent::collector)
                .containsExactly("G1 Concurrent GC", "G1 Young Generation");
    }

    @Test
    void lastPausesAreBounded() {
        SimulatedJvm jvm = SimulatedJvm.g1();
        GcPauseCounters counters = of(jvm);
        for (int i = 1; i <= 250; i++) {
            jvm.collect(0, "x".repeat(5000), i);
            counters.look();
        }
        List<PauseEvent> last = counters.pauses().last();
        assertThat(last).hasSize(100).allMatch(event -> event.cause().length() < 100);
        assertThat(last.getFirst().seconds()).isEqualTo(0.151, within(1e-9));
        assertThat(last.getLast().seconds()).isEqualTo(0.25, within(1e-9));
    }

    @Test
    void snapshotIsTheSameUntilAPause() {
        SimulatedJvm jvm = SimulatedJvm.g1();
        GcPauseCounters counters = of(jvm);
        GcPauses before = counters.pauses();
        counters.look();
        assertThat(counters.pauses()).isSameAs(before);
    }

    /** Shenandoah counts phases, and Epsilon doesn't collect. */
    @ParameterizedTest
    @MethodSource("io.heapsight.perfdata.Recording#all")
    void everyCollectorWithCountedPausesIsKnown(Recording recording) {
        try (PerfDataFile file = recording.counters()) {
            List<String> names =
                    of(file).pauses().merged().stream().map(GcPauses.Merged::collector).toList();
            String name = recording.name();
            boolean isWithout =
                    name.contains("shenandoah")
                            || name.contains("epsilon")
                            || name.equals("jdk11-zgc");
            assertThat(names.isEmpty()).isEqualTo(isWithout);
            if (name.contains("-g1") && !name.startsWith("jdk8-")) {
                assertThat(names)
                        .containsExactlyInAnyOrder(
                                "G1 Young Generation", "G1 Old Generation", "G1 Concurrent GC");
            }
        }
    }

    private static GcPauseCounters of(PerfDataFile file) {
        return new GcPauseCounters(file, MxBeanModel.of(file), null);
    }
}
