/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.safepoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.heapsight.perfdata.MxBeanModel;
import io.heapsight.perfdata.PerfDataFile;
import io.heapsight.perfdata.Recording;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Safepoints of a simulated JVM. */
class SafepointCountersTest {
    private static final String EVACUATION = "G1 Evacuation Pause";
    private static final String SYSTEM_GC = "System.gc()";

    /** A JVM and the reader of its counters, past the first looks. */
    private static final class Watched {
        final SimulatedJvm jvm;
        final SafepointCounters counters;

        Watched(SimulatedJvm jvm) {
            this(jvm, null);
        }

        Watched(SimulatedJvm jvm, @Nullable SafepointCounters before) {
            this.jvm = jvm;
            counters = new SafepointCounters(jvm, MxBeanModel.of(jvm), before);
            look();
            stand();
        }

        void look() {
            counters.look(jvm.clock);
        }

        /** Looks until no safepoint can be under way. */
        void stand() {
            for (int i = 0; i < 6; i++) {
                jvm.pass(25);
                look();
            }
        }

        Safepoints safepoints() {
            return Objects.requireNonNull(counters.safepoints());
        }

        long count() {
            return safepoints().durations().count();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.8", "11", "17", "25"})
    void eachSafepointIsInItsBucketFromTheRequestOn(String version) {
        Watched watched = new Watched(new SimulatedJvm(version, "GarbageFirst"));
        watched.jvm.stop(0.05, 0.2);
        watched.look();
        watched.jvm.stop(80, 30);
        watched.look();
        watched.jvm.stop(0.04, 20_000);
        watched.look();
        watched.look();
        Safepoints safepoints = watched.safepoints();
        assertThat(safepoints.durations().counts())
                .containsExactly(0L, 1L, 0L, 0L, 0L, 0L, 0L, 1L, 0L, 0L, 0L, 1L);
        assertThat(safepoints.durations().seconds()).isEqualTo(20.11029, within(1e-6));
        assertThat(safepoints.syncs().counts())
                .containsExactly(2L, 0L, 0L, 0L, 0L, 0L, 1L, 0L, 0L, 0L, 0L, 0L);
        assertThat(safepoints.merged()).isZero();
    }

    @Test
    void safepointsBeforeTheFirstLookAreNotCounted() {
        SimulatedJvm jvm = SimulatedJvm.g1();
        jvm.stop(1, 2);
        Watched watched = new Watched(jvm);
        assertThat(watched.count() + watched.safepoints().merged()).isZero();
    }

    @Test
    void safepointOfACollectionHasOnlyATimeToReachIt() {
        Watched watched = new Watched(SimulatedJvm.g1());
        watched.jvm.collectAtSafepoint(0, EVACUATION, 40);
        watched.look();
        watched.stand();
        assertThat(watched.count()).isZero();
        assertThat(watched.safepoints().merged()).isZero();
        assertThat(watched.safepoints().syncs().count()).isEqualTo(1);
        assertThat(watched.counters.takeLongest()).isEqualTo(0.0001, within(1e-9));
    }

    @Test
    void safepointUnderWayIsCountedAtItsEnd() {
        Watched watched = new Watched(SimulatedJvm.g1());
        watched.jvm.request();
        watched.look();
        watched.jvm.synchronize(2);
        watched.look();
        watched.jvm.pass(500);
        watched.look();
        assertThat(watched.count()).isZero();
        watched.jvm.resume(2, 600);
        watched.look();
        assertThat(watched.count()).isEqualTo(1);
        assertThat(watched.safepoints().durations().seconds()).isEqualTo(0.602, within(1e-9));
        assertThat(watched.safepoints().syncs().seconds()).isEqualTo(0.002, within(1e-9));
    }

    @Test
    void severalBetweenTwoLooksAreMerged() {
        Watched watched = new Watched(SimulatedJvm.g1());
        watched.jvm.stop(1, 10);
        watched.jvm.stop(1, 20);
        watched.jvm.stop(1, 30);
        watched.look();
        assertThat(watched.safepoints().merged()).as("the last may be under way").isZero();
        watched.stand();
        assertThat(watched.count()).isZero();
        assertThat(watched.safepoints().merged()).isEqualTo(3);
        assertThat(watched.safepoints().mergedSeconds()).isEqualTo(0.063, within(1e-9));
        assertThat(watched.counters.takeLongest()).as("the mean").isEqualTo(0.021, within(1e-9));
    }

    @Test
    void lastOfSeveralIsKnownIfItWasSeenUnderWay() {
        Watched watched = new Watched(SimulatedJvm.g1());
        watched.jvm.stop(1, 10);
        watched.jvm.request();
        watched.look();
        watched.jvm.synchronize(2);
        watched.jvm.resume(2, 300);
        watched.look();
        assertThat(watched.count()).isEqualTo(1);
        assertThat(watched.safepoints().durations().seconds()).isEqualTo(0.302, within(1e-9));
        assertThat(watched.safepoints().merged()).isEqualTo(1);
        assertThat(watched.safepoints().mergedSeconds()).isEqualTo(0.011, within(1e-9));
    }

    @Test
    void oneAfterSeveralIsMergedUntilTheCountersStandStill() {
        Watched watched = new Watched(SimulatedJvm.g1());
        watched.jvm.stop(1, 10);
        watched.jvm.stop(1, 10);
        watched.look();
        watched.jvm.stop(1, 10);
        watched.look();
        watched.stand();
        assertThat(watched.count()).isZero();
        assertThat(watched.safepoints().merged()).isEqualTo(3);
        watched.jvm.stop(1, 10);
        watched.look();
        assertThat(watched.count()).isEqualTo(1);
    }

    @Test
    void safepointsThatNeverStandStillAreMergedOnceASecond() {
        Watched watched = new Watched(SimulatedJvm.g1());
        for (int i = 0; i < 100; i++) {
            watched.jvm.stop(0, 1);
            watched.jvm.stop(0, 1);
            watched.look();
        }
        assertThat(watched.count()).isZero();
        assertThat(watched.safepoints().merged()).isBetween(120L, 200L);
        watched.stand();
        assertThat(watched.safepoints().merged()).isEqualTo(200);
        assertThat(watched.safepoints().mergedSeconds()).isEqualTo(0.2, within(1e-9));
    }

    @Test
    void collectionsAmongMergedOnesAreLeftOut() {
        Watched watched = new Watched(SimulatedJvm.g1());
        watched.jvm.stop(1, 10);
        watched.jvm.collectAtSafepoint(0, EVACUATION, 200);
        watched.jvm.collectAtSafepoint(1, SYSTEM_GC, 400);
        watched.look();
        watched.stand();
        assertThat(watched.count()).isZero();
        assertThat(watched.safepoints().merged()).isEqualTo(1);
        assertThat(watched.safepoints().mergedSeconds())
                .as("with the rest of the collections' safepoints")
                .isBetween(0.011, 0.012);
    }

    /** A collection after another safepoint, longer than a safepoint's end is waited for. */
    @Test
    void longCollectionUnderWayIsNoSafepointOfItsOwn() {
        Watched watched = new Watched(SimulatedJvm.g1());
        watched.jvm.stop(1, 10);
        watched.jvm.request();
        watched.jvm.synchronize(0.1);
        watched.jvm.enter(1);
        watched.look();
        watched.stand();
        watched.jvm.leave(1, 150);
        watched.jvm.resume(0.1, 151);
        watched.look();
        watched.stand();
        assertThat(watched.count()).isZero();
        assertThat(watched.safepoints().merged()).isEqualTo(1);
    }

    @Test
    void youngAndFullCollectionOfOneSafepointAreOne() {
        Watched watched = new Watched(new SimulatedJvm("17", "ParScav:MSC"));
        watched.jvm.request();
        watched.jvm.synchronize(1);
        watched.jvm.pause(0, 3);
        watched.jvm.pause(1, 50);
        watched.jvm.resume(1, 54);
        watched.look();
        watched.stand();
        assertThat(watched.count() + watched.safepoints().merged()).isZero();
    }

    @Test
    void concurrentPhasesOfShenandoahAreNoCollections() {
        SimulatedJvm jvm = SimulatedJvm.g1();
        jvm.remove("sun.gc.policy.name");
        jvm.set("sun.gc.generation.0.name", "Young");
        jvm.set("sun.gc.generation.1.name", "Heap");
        Watched watched = new Watched(jvm);
        watched.jvm.pause(2, 40);
        watched.jvm.stop(1, 10);
        watched.look();
        assertThat(watched.count()).isEqualTo(1);
    }

    @Test
    void countersThatChangeWhileTheyAreReadAreReadAgain() {
        SimulatedJvm jvm = SimulatedJvm.g1();
        Watched watched = new Watched(jvm);
        jvm.stop(1, 5);
        jvm.whenRead("sun.rt.safepointTime", 2, () -> jvm.stop(1, 700));
        watched.look();
        watched.stand();
        assertThat(watched.safepoints().merged()).isEqualTo(2);
        assertThat(watched.safepoints().mergedSeconds()).isEqualTo(0.707, within(1e-9));
    }

    @Test
    void countersOfARestartedJvmAreANewBeginning() {
        Watched watched = new Watched(SimulatedJvm.g1());
        watched.jvm.stop(1, 5);
        watched.look();
        watched.jvm.set("sun.rt.safepoints", 0);
        watched.jvm.set("sun.rt.safepointTime", 0);
        watched.jvm.set("sun.rt.safepointSyncTime", 0);
        watched.look();
        watched.stand();
        assertThat(watched.count()).isEqualTo(1);
        watched.jvm.stop(1, 7);
        watched.look();
        assertThat(watched.safepoints().durations().seconds()).isEqualTo(0.014, within(1e-9));
    }

    @Test
    void countersAddedByTheJvmLoseNoSafepoint() {
        Watched before = new Watched(SimulatedJvm.g1());
        before.jvm.stop(1, 5);
        before.look();
        before.jvm.stop(1, 6);
        Watched after = new Watched(before.jvm, before.counters);
        assertThat(after.count()).isEqualTo(2);
    }

    @Test
    void longestIsThatSinceTheLastSample() {
        Watched watched = new Watched(SimulatedJvm.g1());
        watched.jvm.stop(70, 30);
        watched.look();
        watched.jvm.stop(1, 4);
        watched.look();
        assertThat(watched.counters.takeLongest()).isEqualTo(0.1, within(1e-9));
        assertThat(watched.counters.takeLongest()).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "sun.rt.safepoints",
        "sun.rt.safepointTime",
        "sun.rt.safepointSyncTime",
        "sun.os.hrt.frequency"
    })
    void withoutACounterTheyAreUnknown(String missing) {
        SimulatedJvm jvm = SimulatedJvm.g1();
        jvm.remove(missing);
        SafepointCounters counters = new SafepointCounters(jvm, MxBeanModel.of(jvm), null);
        counters.look(0);
        assertThat(counters.safepoints()).isNull();
        assertThat(counters.takeLongest()).isNaN();
        assertThat(counters.nanosUntilLook(0)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void looksAreTenForEachSafepointAndAtLeastOneASecond() {
        Watched watched = new Watched(SimulatedJvm.g1());
        for (int i = 0; i < 20; i++) {
            watched.jvm.stop(0, 1);
            watched.look();
            watched.jvm.pass(970);
            watched.look();
        }
        assertThat(millisUntilLook(watched)).isBetween(40L, 110L);
        for (int i = 0; i < 20; i++) {
            watched.jvm.pass(1000);
            watched.look();
        }
        assertThat(millisUntilLook(watched)).isEqualTo(1000);
        watched.jvm.request();
        watched.look();
        assertThat(millisUntilLook(watched)).as("under way").isEqualTo(20);
    }

    private static long millisUntilLook(Watched watched) {
        return watched.counters.nanosUntilLook(watched.jvm.clock) / 1_000_000;
    }

    @ParameterizedTest
    @MethodSource("io.heapsight.perfdata.Recording#all")
    void everyJvmCountsThem(Recording recording) {
        try (PerfDataFile file = recording.counters()) {
            SafepointCounters counters = new SafepointCounters(file, MxBeanModel.of(file), null);
            counters.look(0);
            assertThat(counters.safepoints()).isNotNull();
            assertThat(StoppedTime.seconds(file).getAsDouble()).isNotNegative();
        }
    }
}
