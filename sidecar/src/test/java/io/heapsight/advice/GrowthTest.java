/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.advice;

import static io.heapsight.advice.MadeTarget.MEBIBYTE;
import static io.heapsight.advice.MadeTarget.figure;
import static io.heapsight.advice.MadeTarget.suggested;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.heapsight.advice.Advice.Conclusion;
import io.heapsight.jstat.SampleField;
import io.heapsight.unit.ByteSize;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Advice for growing targets: nothing is lowered below growing memory. */
class GrowthTest {
    private static final int HOUR = 3600;

    /** 30 of 38 MiB of metaspace at the end, 400 MiB of limit, and no class is ever unloaded. */
    private static MadeTarget leakingClasses(int seconds) {
        Map<SampleField, IntToDoubleFunction> figures = new HashMap<>();
        IntToDoubleFunction metaspace = i -> (20 + 10.0 * i / seconds) * MEBIBYTE;
        figures.put(SampleField.NONHEAP_COMMITTED_BYTES, metaspace);
        figures.put(SampleField.CLASSES_LOADED, i -> 5000 + i);
        figures.put(SampleField.CLASSES_UNLOADED, _ -> 12);
        figures.put(SampleField.GC_PAUSE_SECONDS, i -> i / 1000.0);
        figures.put(SampleField.HEAP_MAX_BYTES, _ -> 128 * MEBIBYTE);
        figures.put(SampleField.HEAP_USED_BYTES, _ -> 10 * MEBIBYTE);
        figures.put(SampleField.HEAP_COMMITTED_BYTES, _ -> 20 * MEBIBYTE);
        figures.put(SampleField.OLD_AFTER_GC_BYTES, i -> i % 60 == 59 ? 8 * MEBIBYTE : Double.NaN);
        figures.put(
                SampleField.CONTAINER_MEMORY_ANON_BYTES,
                i -> 40 * MEBIBYTE + metaspace.applyAsDouble(i));
        figures.put(
                SampleField.CONTAINER_MEMORY_WORKING_SET_BYTES,
                i -> 45 * MEBIBYTE + metaspace.applyAsDouble(i));
        figures.put(SampleField.RESIDENT_BYTES, i -> 60 * MEBIBYTE + metaspace.applyAsDouble(i));
        figures.put(SampleField.CONTAINER_MEMORY_LIMIT_BYTES, _ -> 400 * MEBIBYTE);
        figures.put(SampleField.CONTAINER_MEMORY_SOFT_LIMIT_BYTES, _ -> 300 * MEBIBYTE);
        return new MadeTarget(seconds, figures);
    }

    @Test
    void classLeakIsNamedAndLowersNothing() {
        MadeTarget leak =
                leakingClasses(HOUR / 2).flags("-XX:MaxMetaspaceSize=39845888 -Xmx134217728");

        Advice metaspace = leak.advice(new MetaspaceAdvisor());
        assertThat(metaspace.conclusion()).isEqualTo(Conclusion.CHANGE);
        assertThat(metaspace.finding())
                .contains("and grows")
                .contains("its maximum is reached in 24 min")
                .contains("class loaders leak")
                .contains("0 unloaded");
        assertThat(suggested(metaspace, "-XX:MaxMetaspaceSize")).isEqualTo("38m");

        Advice limit = leak.advice(new MemoryLimitAdvisor());
        assertThat(limit.conclusion()).isEqualTo(Conclusion.WAIT);
        assertThat(limit.finding()).contains("may still grow: nothing is lowered");
        assertThat(suggested(limit, "memory limit")).isEqualTo("400Mi");

        Advice heap = leak.advice(new HeapSizeAdvisor());
        assertThat(heap.conclusion()).isEqualTo(Conclusion.WAIT);
        assertThat(suggested(heap, "-Xmx")).isEqualTo("128m");

        Advice soft = leak.advice(new MemoryRequestAdvisor());
        assertThat(soft.conclusion()).isEqualTo(Conclusion.WAIT);
        assertThat(suggested(soft, "soft limit")).isEqualTo("300Mi");
    }

    /** Classes that a program loads while it warms up, ever fewer. */
    @ParameterizedTest
    @ValueSource(ints = {HOUR / 2, HOUR})
    void warmUpBelowTheMaximumIsNoLeak(int seconds) {
        Map<SampleField, IntToDoubleFunction> figures = new HashMap<>();
        IntToDoubleFunction metaspace = i -> (60 + 4 * Math.log1p(i)) * MEBIBYTE;
        figures.put(SampleField.NONHEAP_COMMITTED_BYTES, metaspace);
        figures.put(SampleField.CLASSES_LOADED, i -> 9000 + 600 * Math.log1p(i));
        figures.put(SampleField.CLASSES_UNLOADED, _ -> 0);
        figures.put(SampleField.GC_PAUSE_SECONDS, i -> i / 1000.0);
        figures.put(SampleField.HEAP_MAX_BYTES, _ -> 128 * MEBIBYTE);
        MadeTarget target =
                new MadeTarget(seconds, figures).flags("-XX:MaxMetaspaceSize=268435456");

        Advice advice = target.advice(new MetaspaceAdvisor());

        assertThat(advice.conclusion()).isNotEqualTo(Conclusion.CHANGE);
        assertThat(advice.finding()).doesNotContain("is reached in");
        assertThat(suggested(advice, "-XX:MaxMetaspaceSize")).isEqualTo("256m");
    }

    /** The first recording loaded classes, while a program beside the JVM grew. */
    @Test
    void classesLoadedOnceBesideOtherGrowthAreNoLeak() {
        Map<SampleField, IntToDoubleFunction> figures = new HashMap<>();
        IntToDoubleFunction metaspace = i -> (i < 200 ? 4 : 7) * MEBIBYTE;
        figures.put(SampleField.NONHEAP_COMMITTED_BYTES, metaspace);
        figures.put(SampleField.CLASSES_LOADED, i -> i < 200 ? 1500 : 2600);
        figures.put(SampleField.CLASSES_UNLOADED, _ -> 0);
        figures.put(SampleField.GC_PAUSE_SECONDS, i -> i / 1000.0);
        figures.put(SampleField.HEAP_MAX_BYTES, _ -> 128 * MEBIBYTE);
        figures.put(SampleField.HEAP_RESIDENT_BYTES, _ -> 100 * MEBIBYTE);
        figures.put(
                SampleField.CONTAINER_MEMORY_ANON_BYTES,
                i -> (140 + i / 5.0) * MEBIBYTE + metaspace.applyAsDouble(i));
        figures.put(SampleField.RESIDENT_BYTES, i -> (160 + i / 5.0) * MEBIBYTE);
        MadeTarget target = new MadeTarget(HOUR / 6, figures).flags("-Xmx134217728");

        assertThat(target.advice(new MetaspaceAdvisor()).conclusion())
                .isNotEqualTo(Conclusion.CHANGE);
    }

    @Test
    void oneMinuteOfALeakIsTooEarlyToLowerAnything() {
        MadeTarget leak = leakingClasses(60).flags("-XX:MaxMetaspaceSize=268435456");

        assertThat(leak.advice(new MetaspaceAdvisor()).conclusion()).isEqualTo(Conclusion.WAIT);
        assertThat(suggested(leak.advice(new MetaspaceAdvisor()), "-XX:MaxMetaspaceSize"))
                .isEqualTo("256m");
        Advice limit = leak.advice(new MemoryLimitAdvisor());
        assertThat(limit.conclusion()).isEqualTo(Conclusion.WAIT);
        assertThat(limit.finding()).contains("To suggest less, too few samples");
    }

    /** JDK 11 and later set the counters at a collection, and none followed. */
    @ParameterizedTest
    @ValueSource(ints = {100, 150, HOUR / 8, HOUR / 2})
    void leakOfClassesSinceTheLastCollectionIsSeen(int seconds) {
        Map<SampleField, IntToDoubleFunction> figures = new HashMap<>();
        figures.put(SampleField.NONHEAP_COMMITTED_BYTES, _ -> 4.1 * MEBIBYTE);
        figures.put(SampleField.CLASSES_LOADED, i -> 1500 + 12 * i);
        figures.put(SampleField.CLASSES_UNLOADED, _ -> 0);
        figures.put(SampleField.GC_PAUSE_SECONDS, _ -> 0.01);
        figures.put(SampleField.HEAP_USED_BYTES, _ -> 10 * MEBIBYTE);
        figures.put(SampleField.HEAP_COMMITTED_BYTES, _ -> 10 * MEBIBYTE);
        figures.put(SampleField.HEAP_MAX_BYTES, _ -> 128 * MEBIBYTE);
        figures.put(SampleField.CONTAINER_MEMORY_ANON_BYTES, i -> (40 + i / 30.0) * MEBIBYTE);
        figures.put(SampleField.CONTAINER_MEMORY_LIMIT_BYTES, _ -> 400 * MEBIBYTE);
        MadeTarget leak = new MadeTarget(seconds, figures);
        double now = (4.1 + seconds / 30.0) * MEBIBYTE;

        Advice asked = leak.metaspace(OptionalLong.of((long) now)).advice(new MetaspaceAdvisor());
        Advice silent = leak.metaspace(OptionalLong.empty()).advice(new MetaspaceAdvisor());

        for (Advice advice : List.of(asked, silent)) {
            assertThat(advice.conclusion()).isNotEqualTo(Conclusion.FINE);
            assertThat(advice.finding()).contains("and grows").contains("class loaders leak");
            assertThat(advice.settings())
                    .extracting(Advice.Setting::name)
                    .containsExactly("-XX:MetaspaceSize");
        }
        assertThat(figure(asked, "metaspaceCommittedBytes")).isCloseTo(now, withinPercentage(1));
        if (seconds >= HOUR / 2) {
            assertThat(asked.finding()).contains("the container's limit is reached in ");
        }
    }

    /** All classes were loaded before the first sample, and no collection updated the counters. */
    @Test
    void maximumFollowsTheJvmNotItsCounters() {
        Map<SampleField, IntToDoubleFunction> figures = new HashMap<>();
        figures.put(SampleField.NONHEAP_COMMITTED_BYTES, _ -> 21 * MEBIBYTE);
        figures.put(SampleField.CLASSES_LOADED, _ -> 9000);
        figures.put(SampleField.CLASSES_UNLOADED, _ -> 0);
        figures.put(SampleField.GC_PAUSE_SECONDS, _ -> 0.01);
        MadeTarget target =
                new MadeTarget(HOUR, figures).metaspace(OptionalLong.of((long) (35 * MEBIBYTE)));

        Advice advice = target.advice(new MetaspaceAdvisor());

        assertThat(advice.conclusion()).isEqualTo(Conclusion.FINE);
        assertThat(suggested(advice, "-XX:MaxMetaspaceSize")).isEqualTo("44m");
    }

    /** Files in a tmpfs or in /dev/shm are no page cache that the kernel can drop. */
    @Test
    void limitIsNotLoweredDuringGrowthOfSharedMemory() {
        Map<SampleField, IntToDoubleFunction> figures = new HashMap<>();
        figures.put(SampleField.HEAP_MAX_BYTES, _ -> 128 * MEBIBYTE);
        figures.put(SampleField.HEAP_USED_BYTES, _ -> 5 * MEBIBYTE);
        figures.put(SampleField.HEAP_COMMITTED_BYTES, _ -> 8 * MEBIBYTE);
        figures.put(SampleField.CONTAINER_MEMORY_ANON_BYTES, _ -> 22 * MEBIBYTE);
        figures.put(SampleField.CONTAINER_MEMORY_SHMEM_BYTES, i -> i / 5.0 * MEBIBYTE);
        figures.put(SampleField.CONTAINER_MEMORY_LIMIT_BYTES, _ -> 400 * MEBIBYTE);
        MadeTarget target = new MadeTarget(HOUR / 8, figures);

        Advice advice = target.advice(new MemoryLimitAdvisor());

        assertThat(advice.conclusion()).isEqualTo(Conclusion.CHANGE);
        assertThat(suggested(advice, "memory limit")).isEqualTo("400Mi");
        assertThat(advice.finding()).contains("Memory outside the heap grows by 720.0 MiB an hour");
    }

    /** The heap of ZGC is a file in memory, which older versions map three times. */
    @Test
    void limitHoldsTheZgcHeapBesideAnonymousMemory() {
        Map<SampleField, IntToDoubleFunction> figures = new HashMap<>();
        figures.put(SampleField.HEAP_MAX_BYTES, _ -> 128 * MEBIBYTE);
        figures.put(SampleField.HEAP_USED_BYTES, _ -> 64 * MEBIBYTE);
        figures.put(SampleField.HEAP_COMMITTED_BYTES, _ -> 70 * MEBIBYTE);
        figures.put(SampleField.CONTAINER_MEMORY_ANON_BYTES, _ -> 19 * MEBIBYTE);
        figures.put(SampleField.CONTAINER_MEMORY_SHMEM_BYTES, _ -> 70 * MEBIBYTE);
        figures.put(SampleField.CONTAINER_MEMORY_LIMIT_BYTES, _ -> 400 * MEBIBYTE);
        MadeTarget target =
                new MadeTarget(HOUR, figures).commandLine("-Xmx128m").resident(3 * 70 * MEBIBYTE);

        Advice advice = target.advice(new MemoryLimitAdvisor());

        assertThat(figure(advice, "outsideHeapBytes"))
                .isCloseTo(19 * MEBIBYTE, withinPercentage(1));
        assertThat(suggested(advice, "memory limit")).isEqualTo("162Mi");
    }

    @Test
    void growingMetaspaceWithoutAMaximumGetsNone() {
        Advice advice = leakingClasses(HOUR / 2).advice(new MetaspaceAdvisor());

        assertThat(advice.settings())
                .extracting(Advice.Setting::name)
                .containsExactly("-XX:MetaspaceSize");
    }

    /** Collected once, early; 85.7 MiB are live at the time of the query. */
    @Test
    void earlyCollectionIsNoEvidenceForAHeapThatGrewSince() {
        Map<SampleField, IntToDoubleFunction> figures = new HashMap<>();
        figures.put(SampleField.GC_PAUSE_SECONDS, i -> i / 1000.0);
        figures.put(SampleField.HEAP_MAX_BYTES, _ -> 128 * MEBIBYTE);
        figures.put(SampleField.OLD_AFTER_GC_BYTES, i -> i == 5 ? 17 * MEBIBYTE : Double.NaN);
        figures.put(SampleField.HEAP_USED_BYTES, i -> (17 + 68.7 * i / 600 + (i % 10)) * MEBIBYTE);
        Advice advice = new MadeTarget(600, figures).advice(new HeapSizeAdvisor());

        assertThat(advice.conclusion()).isEqualTo(Conclusion.WAIT);
        assertThat(suggested(advice, "-Xmx")).isEqualTo("128m");
        assertThat(advice.finding()).contains("live=true");
    }

    @Test
    void groupOfSeveralProcessesIsNoEvidenceForOne() {
        Map<SampleField, IntToDoubleFunction> figures = new HashMap<>();
        figures.put(SampleField.CONTAINER_MEMORY_ANON_BYTES, _ -> 492 * MEBIBYTE);
        figures.put(SampleField.RESIDENT_BYTES, _ -> 170 * MEBIBYTE);
        figures.put(SampleField.CONTAINER_MEMORY_WORKING_SET_BYTES, _ -> 600 * MEBIBYTE);
        figures.put(SampleField.CONTAINER_MEMORY_LIMIT_BYTES, _ -> 4096 * MEBIBYTE);
        MadeTarget shared = new MadeTarget(HOUR, figures);

        for (Advisor advisor :
                new Advisor[] {new MemoryLimitAdvisor(), new MemoryRequestAdvisor()}) {
            Advice advice = shared.advice(advisor);
            assertThat(advice.conclusion()).isEqualTo(Conclusion.UNKNOWN);
            assertThat(advice.finding()).contains("492.0 MiB").contains("170.0 MiB");
        }
    }

    /**
     * 442 MiB of its heap were touched before the first sample, and use has stayed far below since.
     */
    @Test
    void touchedHeapIsNotOutsideTheHeap() {
        Map<SampleField, IntToDoubleFunction> figures = new HashMap<>();
        figures.put(SampleField.CONTAINER_MEMORY_ANON_BYTES, _ -> 468 * MEBIBYTE);
        figures.put(SampleField.RESIDENT_BYTES, _ -> 480 * MEBIBYTE);
        figures.put(SampleField.HEAP_USED_BYTES, i -> (20 + i % 10) * MEBIBYTE);
        figures.put(SampleField.HEAP_COMMITTED_BYTES, _ -> 512 * MEBIBYTE);
        figures.put(SampleField.HEAP_MAX_BYTES, _ -> 512 * MEBIBYTE);
        Advice advice =
                new MadeTarget(HOUR, figures)
                        .ranBefore(442.3 * MEBIBYTE)
                        .advice(new MemoryLimitAdvisor());

        assertThat(figure(advice, "outsideHeapBytes"))
                .isCloseTo(25.7 * MEBIBYTE, withinPercentage(1));
    }

    @Test
    void millicoreLimitKeepsItsDigits() {
        Map<SampleField, IntToDoubleFunction> figures = new HashMap<>();
        figures.put(SampleField.CONTAINER_CPU_LIMIT_CORES, _ -> 0.05);
        figures.put(SampleField.CONTAINER_CPU_PERIODS, i -> 10.0 * i);
        figures.put(SampleField.CONTAINER_CPU_THROTTLED_PERIODS, i -> 3.0 * i);
        figures.put(SampleField.CONTAINER_CPU_THROTTLED_SECONDS, i -> 0.016 * i);
        figures.put(SampleField.CPU_SECONDS, i -> 0.05 * i);
        Advice advice = new MadeTarget(HOUR, figures).advice(new CpuLimitAdvisor());

        assertThat(advice.settings().getFirst().current()).hasValue("0.05");
        assertThat(suggested(advice, "cpu limit")).isEqualTo("0.07");
    }

    /**
     * Heaps whose live set is constant, leaks from some time on, or grows and shrinks, queried at
     * any time. No advised size is below the live set since the last reading.
     */
    @Test
    void noHeapIsAdvisedBelowTheLatestLiveSet() {
        int lowered = 0;
        for (int seed = 0; seed < 600; seed++) {
            MadeHeap heap = MadeHeap.of(new Random(seed));
            Advice advice = heap.target().advice(new HeapSizeAdvisor());
            double max = heap.maxBytes();
            for (Advice.Setting setting : advice.settings()) {
                double suggested = ByteSize.parse(setting.suggested()).bytes();
                if (suggested < max) {
                    lowered++;
                    assertThat(suggested)
                            .as("seed %d: %s", seed, advice)
                            .isGreaterThan(heap.mostLiveSinceReading());
                }
            }
        }
        assertThat(lowered).as("advice to lower is given if it is safe").isGreaterThan(40);
    }
}
