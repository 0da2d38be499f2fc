/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.advice;

import static io.heapsight.advice.MadeTarget.MEBIBYTE;
import static io.heapsight.advice.MadeTarget.figure;
import static io.heapsight.advice.MadeTarget.suggested;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.heapsight.advice.Advice.Certainty;
import io.heapsight.advice.Advice.Conclusion;
import io.heapsight.jstat.SampleField;
import io.heapsight.unit.ByteSize;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Advice for synthetic targets whose right answer is known. */
class AdvisorTest {
    private static final int HOUR = 3600;

    /**
     * 300 of 400 MiB, a leak, PSI 77 %: Serial is not the cause, and G1 would be throttled, too.
     */
    @Test
    void throttlingAtMemoryHighRanksBeforeTheCollector() {
        MadeTarget target = heldAtMemoryHigh(_ -> 0, i -> Math.max(0, i - 200) * 0.77);
        Advice collector = named(target, Advice.Subject.COLLECTOR);
        Advice limit = named(target, Advice.Subject.MEMORY_LIMIT);

        assertThat(collector.finding())
                .contains("82 % of the time")
                .contains("the kernel throttles the container at memory.high")
                .doesNotContain("would help");
        assertThat(collector.settings()).isEmpty();
        assertThat(limit.conclusion()).isEqualTo(Conclusion.CHANGE);
        assertThat(limit.finding())
                .startsWith("The kernel throttled the container 16,000 times at memory.high, 300.0")
                .contains("its tasks waited for memory in 77 % of that time")
                .contains("raise memory.high to");
        assertThat(figure(limit, "memoryHighBytes")).isEqualTo(300 * MEBIBYTE);
    }

    /** With swap its tasks wait less, and read swapped pages back. */
    @Test
    void throttlingAtMemoryHighIsNamedIfTheContainerSwaps() {
        MadeTarget target =
                heldAtMemoryHigh(i -> Math.max(0, i - 200) * MEBIBYTE / 4, i -> i * 0.01);

        assertThat(named(target, Advice.Subject.COLLECTOR).finding())
                .contains("the kernel throttles the container at memory.high")
                .doesNotContain("would help");
        assertThat(named(target, Advice.Subject.MEMORY_LIMIT).finding())
                .contains("up to 99.8 MiB were swapped out");
    }

    /** The kernel drops page cache there, at no cost to the program. */
    @Test
    void reclaimedPageCacheAtMemoryHighIsNoThrottling() {
        MadeTarget target = heldAtMemoryHigh(_ -> 0, i -> i * 0.001);

        assertThat(named(target, Advice.Subject.MEMORY_LIMIT).finding())
                .doesNotContain("The kernel throttled");
        assertThat(named(target, Advice.Subject.COLLECTOR).finding()).doesNotContain("memory.high");
    }

    private static MadeTarget resized(String collector, double before, double after) {
        return limited(collector, i -> (i < 300 ? before : after) * MEBIBYTE);
    }

    private static MadeTarget limited(String collector, IntToDoubleFunction limit) {
        return new MadeTarget(
                600,
                collector,
                Map.of(
                        SampleField.GC_PAUSE_SECONDS,
                        i -> i * 0.001,
                        SampleField.HEAP_USED_BYTES,
                        i -> (100 + i % 50) * MEBIBYTE,
                        SampleField.HEAP_MAX_BYTES,
                        _ -> 384 * MEBIBYTE,
                        SampleField.CONTAINER_MEMORY_ANON_BYTES,
                        _ -> 300 * MEBIBYTE,
                        SampleField.CONTAINER_MEMORY_USAGE_BYTES,
                        _ -> 310 * MEBIBYTE,
                        SampleField.CONTAINER_MEMORY_LIMIT_BYTES,
                        limit));
    }

    @Test
    void temporaryLimitIsNoChange() {
        MadeTarget target =
                limited("Serial", i -> i > 200 && i < 400 ? 512 * MEBIBYTE : Double.NaN)
                        .commandLine("-Xmx384m");

        assertThat(named(target, Advice.Subject.MEMORY_LIMIT).finding())
                .doesNotContain("while it ran");
    }

    @Test
    void fixedHeapCannotFollowARaisedLimit() {
        MadeTarget target = resized("Serial", 512, 1024).commandLine("-Xmx384m");

        assertThat(named(target, Advice.Subject.MEMORY_LIMIT).finding())
                .startsWith(
                        "The memory limit rose from 512.0 MiB to 1.0 GiB while the target was running; the heap does not follow: -Xmx is fixed at 384.0 MiB.");
    }

    @Test
    void percentageHeapFollowsTheLimitOnlyAtARestart() {
        MadeTarget target = resized("G1", 512, 1024).commandLine("-XX:MaxRAMPercentage=75");

        assertThat(named(target, Advice.Subject.MEMORY_LIMIT).finding())
                .contains(
                        "the heap does not follow: its maximum of 384.0 MiB is a share of the limit at the start of the JVM; a restart recomputes it.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ZGC", "ZGC generational", "Shenandoah"})
    void softMaximumIsRaisedAtRunTime(String collector) {
        MadeTarget target =
                resized(collector, 512, 1024)
                        .commandLine("-Xmx384m")
                        .flags("-XX:MaxHeapSize=402653184 -XX:SoftMaxHeapSize=268435456");

        assertThat(named(target, Advice.Subject.MEMORY_LIMIT).finding())
                .contains("-XX:SoftMaxHeapSize (256.0 MiB) can be raised to -Xmx at run time");
        assertThat(
                        named(
                                        resized("Serial", 512, 1024)
                                                .commandLine("-Xmx384m")
                                                .flags("-XX:SoftMaxHeapSize=268435456"),
                                        Advice.Subject.MEMORY_LIMIT)
                                .finding())
                .as("Serial ignores it")
                .doesNotContain("SoftMaxHeapSize");
    }

    @Test
    void heapDoesNotShrinkWithALoweredLimit() {
        MadeTarget target = resized("Serial", 1024, 320).commandLine("-Xmx384m");
        Advice limit = named(target, Advice.Subject.MEMORY_LIMIT);

        assertThat(limit.finding())
                .startsWith(
                        "The memory limit fell from 1.0 GiB to 320.0 MiB while the target was running; the heap")
                .contains("the heap does not shrink with it: -Xmx is fixed at 384.0 MiB.");
        assertThat(figure(limit, "limitBytes")).isEqualTo(320 * MEBIBYTE);
        assertThat(limit.conclusion()).isEqualTo(Conclusion.CHANGE);
    }

    private static MadeTarget heldAtMemoryHigh(
            IntToDoubleFunction swap, IntToDoubleFunction pressure) {
        return new MadeTarget(
                600,
                Map.of(
                        SampleField.GC_PAUSE_SECONDS,
                        i -> i * 0.82,
                        SampleField.HEAP_USED_BYTES,
                        i -> (150 + i % 50) * MEBIBYTE,
                        SampleField.HEAP_MAX_BYTES,
                        _ -> 256 * MEBIBYTE,
                        SampleField.CONTAINER_MEMORY_ANON_BYTES,
                        i -> Math.min(315, 200 + i) * MEBIBYTE,
                        SampleField.CONTAINER_MEMORY_LIMIT_BYTES,
                        _ -> 400 * MEBIBYTE,
                        SampleField.CONTAINER_MEMORY_HIGH_BYTES,
                        _ -> 300 * MEBIBYTE,
                        SampleField.CONTAINER_MEMORY_HIGH_EVENTS,
                        i -> Math.clamp(40.0 * (i - 199), 0, 16000),
                        SampleField.CONTAINER_MEMORY_SOME_PRESSURE_SECONDS,
                        pressure,
                        SampleField.CONTAINER_MEMORY_SWAP_BYTES,
                        swap));
    }

    private static Advice named(MadeTarget target, Advice.Subject subject) {
        return target.answer().stream()
                .filter(each -> each.subject() == subject)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void metaspaceNearItsMaximumNeedsMore() {
        Advice advice =
                new MadeTarget(
                                HOUR,
                                Map.of(
                                        SampleField.NONHEAP_USED_BYTES,
                                        i -> i < 60 ? Double.NaN : 68 * MEBIBYTE,
                                        SampleField.NONHEAP_COMMITTED_BYTES,
                                        i -> i < 60 ? Double.NaN : 70 * MEBIBYTE,
                                        SampleField.HEAP_MAX_BYTES,
                                        _ -> 388 * MEBIBYTE))
                        .flags("-XX:MaxMetaspaceSize=75497472 -XX:MetaspaceSize=22020096")
                        .advice(new MetaspaceAdvisor());

        assertThat(advice.conclusion()).isEqualTo(Conclusion.CHANGE);
        assertThat(advice.certainty()).isEqualTo(Certainty.HIGH);
        assertThat(figure(advice, "metaspaceCommittedBytes")).isEqualTo(70 * MEBIBYTE);
        assertThat(figure(advice, "maxMetaspaceUsedRatio")).isCloseTo(70 / 72.0, within(1e-9));
        assertThat(figure(advice, "ruleOfThumbLowBytes")).isCloseTo(77.6 * MEBIBYTE, within(1.0));
        assertThat(suggested(advice, "-XX:MaxMetaspaceSize")).isEqualTo("88m");
        assertThat(suggested(advice, "-XX:MetaspaceSize")).isEqualTo("70m");
    }

    @Test
    void growingMetaspaceIsNotSureYet() {
        Advice advice =
                new MadeTarget(
                                HOUR,
                                Map.of(
                                        SampleField.NONHEAP_COMMITTED_BYTES,
                                        i -> (20 + i / 100.0) * MEBIBYTE))
                        .advice(new MetaspaceAdvisor());

        assertThat(advice.certainty()).isEqualTo(Certainty.LOW);
        assertThat(advice.finding()).contains("and grows").contains("no maximum");
    }

    @Test
    void heapShouldBeTwiceTheLiveSet() {
        Random random = new Random(7);
        Advice advice =
                new MadeTarget(
                                HOUR,
                                Map.of(
                                        SampleField.GC_PAUSE_SECONDS,
                                        i -> i / 1000.0,
                                        SampleField.HEAP_MAX_BYTES,
                                        _ -> 200 * MEBIBYTE,
                                        SampleField.OLD_AFTER_GC_BYTES,
                                        i ->
                                                i % 60 == 0
                                                        ? (120 + random.nextGaussian()) * MEBIBYTE
                                                        : Double.NaN))
                        .advice(new HeapSizeAdvisor());

        assertThat(advice.conclusion()).isEqualTo(Conclusion.CHANGE);
        assertThat(advice.certainty()).isEqualTo(Certainty.HIGH);
        assertThat(figure(advice, "liveSetRatio")).isCloseTo(0.6, withinPercentage(5));
        assertThat((double) ByteSize.parse(suggested(advice, "-Xmx")).bytes())
                .isCloseTo(240 * MEBIBYTE, withinPercentage(5));
    }

    @Test
    void uncollectedHeapGivesNoAdvice() {
        Advice advice =
                new MadeTarget(
                                HOUR,
                                Map.of(
                                        SampleField.GC_PAUSE_SECONDS,
                                        _ -> 0,
                                        SampleField.HEAP_MAX_BYTES,
                                        _ -> 200 * MEBIBYTE))
                        .advice(new HeapSizeAdvisor());

        assertThat(advice.conclusion()).isEqualTo(Conclusion.WAIT);
        assertThat(advice.finding()).contains("in 59 min so far").contains("live=true");
    }

    @Test
    void jobsThatFitFollowTheRegressionLine() {
        double[] scatter = {2, -3, 1, 3, -2, -1};
        MadeTarget made =
                new MadeTarget(
                        600,
                        Map.of(
                                SampleField.CONTAINER_MEMORY_LIMIT_BYTES,
                                _ -> 512 * MEBIBYTE,
                                SampleField.CONTAINER_MEMORY_ANON_BYTES,
                                i -> (100 + 30 * (1 + i / 100) + scatter[i / 100]) * MEBIBYTE));
        for (int jobs = 1; jobs <= 6; jobs++) {
            made.jobs(100 * (jobs - 1), jobs);
        }
        Advice advice = made.advice(new ConcurrentJobsAdvisor());

        double truth = (512 - 100) / 30.0;
        assertThat(figure(advice, "bytesPerJobBytes"))
                .isCloseTo(30 * MEBIBYTE, withinPercentage(5));
        assertThat(figure(advice, "jobsAtLimit")).isCloseTo(truth, withinPercentage(5));
        assertThat(truth)
                .isBetween(figure(advice, "jobsAtLimitLow"), figure(advice, "jobsAtLimitHigh"));
        assertThat(advice.conclusion()).isEqualTo(Conclusion.FINE);
        assertThat(advice.finding())
                .contains("13 concurrent jobs fit")
                .contains("7 more than ran last");
    }

    @Test
    void memoryUnrelatedToJobsGivesNoNumber() {
        Random random = new Random(13);
        MadeTarget made =
                new MadeTarget(
                        600,
                        Map.of(
                                SampleField.CONTAINER_MEMORY_LIMIT_BYTES,
                                _ -> 512 * MEBIBYTE,
                                SampleField.CONTAINER_MEMORY_ANON_BYTES,
                                _ -> (100 + 50 * random.nextDouble()) * MEBIBYTE));
        for (int jobs = 1; jobs <= 6; jobs++) {
            made.jobs(100 * (jobs - 1), jobs);
        }

        assertThat(made.advice(new ConcurrentJobsAdvisor()).conclusion())
                .isEqualTo(Conclusion.UNKNOWN);
    }

    @Test
    void twoLevelsOfJobsAreTooFew() {
        Advice advice =
                new MadeTarget(100, Map.of(SampleField.CONTAINER_MEMORY_ANON_BYTES, i -> i))
                        .jobs(0, 1)
                        .jobs(50, 2)
                        .advice(new ConcurrentJobsAdvisor());

        assertThat(advice.conclusion()).isEqualTo(Conclusion.WAIT);
        assertThat(advice.finding()).contains("1 more levels of concurrent jobs");
    }

    @Test
    void limitHoldsAFullHeapAndNonHeapMemory() {
        Advice advice =
                new MadeTarget(
                                HOUR,
                                Map.of(
                                        SampleField.CONTAINER_MEMORY_LIMIT_BYTES,
                                        _ -> 512 * MEBIBYTE,
                                        SampleField.CONTAINER_MEMORY_ANON_BYTES,
                                        i -> (i < 60 ? 250 : 400) * MEBIBYTE,
                                        SampleField.CONTAINER_MEMORY_KERNEL_BYTES,
                                        _ -> 12 * MEBIBYTE,
                                        SampleField.HEAP_USED_BYTES,
                                        i -> (i % 2 == 0 && i > 60 ? 100 : 250) * MEBIBYTE,
                                        SampleField.HEAP_COMMITTED_BYTES,
                                        _ -> 300 * MEBIBYTE,
                                        SampleField.HEAP_MAX_BYTES,
                                        _ -> 388 * MEBIBYTE))
                        .commandLine("-Xmx388m")
                        .advice(new MemoryLimitAdvisor());

        assertThat(figure(advice, "outsideHeapBytes")).isEqualTo(150 * MEBIBYTE);
        assertThat(advice.conclusion()).isEqualTo(Conclusion.CHANGE);
        assertThat(suggested(advice, "memory limit"))
                .as("a tenth more than 388 + 150 + 12")
                .isEqualTo("605Mi");
    }

    /** Emptied spaces keep their pages: 120 MiB in use, 240 resident. */
    private static MadeTarget usedThrough(IntToDoubleFunction outside) {
        IntToDoubleFunction resident = i -> i < 10 ? 12 * i : 240;
        return new MadeTarget(
                        HOUR,
                        Map.of(
                                SampleField.CONTAINER_MEMORY_LIMIT_BYTES,
                                _ -> 512 * MEBIBYTE,
                                SampleField.CONTAINER_MEMORY_ANON_BYTES,
                                i ->
                                        (resident.applyAsDouble(i) + outside.applyAsDouble(i))
                                                * MEBIBYTE,
                                SampleField.HEAP_USED_BYTES,
                                i -> Math.min(12 * i, 120) * MEBIBYTE,
                                SampleField.HEAP_RESIDENT_BYTES,
                                i ->
                                        i % 10 == 0
                                                ? resident.applyAsDouble(i) * MEBIBYTE
                                                : Double.NaN,
                                SampleField.HEAP_COMMITTED_BYTES,
                                _ -> 256 * MEBIBYTE,
                                SampleField.HEAP_MAX_BYTES,
                                _ -> 256 * MEBIBYTE))
                .resident(240 * MEBIBYTE);
    }

    @Test
    void emptiedSpacesAreNotOutsideTheHeap() {
        Advice advice = usedThrough(_ -> 25).advice(new MemoryLimitAdvisor());

        assertThat(figure(advice, "outsideHeapBytes")).isEqualTo(25 * MEBIBYTE);
    }

    @Test
    void growthOutsideTheHeapIsSeenBesideEmptiedSpaces() {
        Advice advice = usedThrough(i -> 25 + 60.0 * i / HOUR).advice(new MemoryLimitAdvisor());

        assertThat(figure(advice, "outsideHeapBytes"))
                .isCloseTo(85 * MEBIBYTE, withinPercentage(1));
        assertThat(advice.finding()).contains("Memory outside the heap grows by 60");
    }

    /** Seen on JDK 26 and 27 in a container of 512 MiB and one core. */
    @Test
    void smallLimitChangesNoCollectorFromJdk27On() {
        assertThat(collectorFollowsMachine(26)).isTrue();
        assertThat(collectorFollowsMachine(27)).isFalse();
        assertThat(collectorFollowsMachine(26, "-XX:+UseG1GC")).isFalse();
        assertThat(new MadeTarget(1, Map.of()).java(26).observation().choosesCollectorByMachine())
                .as("Serial stays")
                .isFalse();
    }

    private static boolean collectorFollowsMachine(int jdk, String... options) {
        return new MadeTarget(1, "G1", Map.of())
                .java(jdk)
                .commandLine(options)
                .observation()
                .choosesCollectorByMachine();
    }

    @Test
    void negligiblePausesNeedNoOtherCollector() {
        Advice advice =
                new MadeTarget(
                                HOUR,
                                "Serial",
                                Map.of(
                                        SampleField.GC_PAUSE_SECONDS,
                                        i -> i * 0.01,
                                        SampleField.HEAP_MAX_BYTES,
                                        _ -> 388 * MEBIBYTE,
                                        SampleField.CONTAINER_CPU_LIMIT_CORES,
                                        _ -> 2))
                        .flags(" double ZCollectionInterval = 0.0 {product} {default}")
                        .advice(new CollectorAdvisor());

        assertThat(advice.conclusion()).isEqualTo(Conclusion.FINE);
        assertThat(figure(advice, "gcOverheadRatio")).isCloseTo(0.01, within(1e-6));
        assertThat(advice.finding())
                .contains("No collector can save more")
                .endsWith("Its JDK has ZGC and no Shenandoah.");
    }

    @Test
    void costOfACollectorBesideTheProgramIsNamed() {
        Advice advice =
                new MadeTarget(
                                HOUR,
                                "ZGC",
                                Map.of(
                                        SampleField.GC_PAUSE_SECONDS,
                                        i -> i * 0.0001,
                                        SampleField.GC_CPU_SECONDS,
                                        i -> i < 5 ? Double.NaN : 7 + i * 0.48,
                                        SampleField.CPU_SECONDS,
                                        i -> 20 + i * 1.2,
                                        SampleField.HEAP_MAX_BYTES,
                                        _ -> 388 * MEBIBYTE))
                        .advice(new CollectorAdvisor());

        assertThat(advice.conclusion()).isEqualTo(Conclusion.FINE);
        assertThat(figure(advice, "gcCpuRatio")).isCloseTo(0.4, within(1e-6));
        assertThat(figure(advice, "gcCpuCores")).isCloseTo(0.48, within(1e-6));
        assertThat(advice.finding())
                .contains(" Collection uses 40 % of its CPU time, 0.48 of 1.20 cores. ")
                .contains("No collector can save more of the pauses; a larger heap needs less CPU");
    }

    @Test
    void longPausesOfALargeHeapNeedABuiltInConcurrentCollector() {
        MadeTarget made =
                new MadeTarget(
                        HOUR,
                        "Parallel",
                        Map.of(
                                SampleField.GC_PAUSE_SECONDS,
                                i -> Math.floor(i / 100.0) * 2,
                                SampleField.OLD_AFTER_GC_BYTES,
                                i -> i % 100 == 0 ? 1000 * MEBIBYTE : Double.NaN,
                                SampleField.HEAP_MAX_BYTES,
                                _ -> 8192 * MEBIBYTE));

        assertThat(suggested(made.advice(new CollectorAdvisor()), "collector"))
                .as("unknown JDK")
                .isEqualTo("-XX:+UseG1GC");
        made.flags(" double ZCollectionInterval = 0.0 {product} {default}");
        assertThat(suggested(made.advice(new CollectorAdvisor()), "collector"))
                .isEqualTo("-XX:+UseZGC");
    }

    @Test
    void generationalModesAreNotReplacedByTheirOwnCollector() {
        assertThat(collectorFor("ZGC generational")).isEmpty();
        assertThat(collectorFor("Shenandoah generational")).isEqualTo("-XX:+UseZGC");
        assertThat(CollectorFlag.of("Shenandoah generational", 25))
                .isEqualTo("-XX:+UseShenandoahGC");
        assertThat(CollectorFlag.of("ZGC generational", 25)).isEqualTo("-XX:+UseZGC");
        assertThat(CollectorFlag.of("CMS", 8)).isEqualTo("-XX:+UseConcMarkSweepGC");
    }

    private static String collectorFor(String collector) {
        Advice advice =
                new MadeTarget(
                                HOUR,
                                collector,
                                Map.of(
                                        SampleField.GC_PAUSE_SECONDS,
                                        i -> Math.floor(i / 100.0) * 2,
                                        SampleField.OLD_AFTER_GC_BYTES,
                                        i -> i % 100 == 0 ? 1000 * MEBIBYTE : Double.NaN,
                                        SampleField.HEAP_MAX_BYTES,
                                        _ -> 8192 * MEBIBYTE))
                        .flags(" double ZCollectionInterval = 0.0 {product} {default}")
                        .advice(new CollectorAdvisor());
        return advice.settings().isEmpty() ? "" : suggested(advice, "collector");
    }

    @Test
    void throttlingNeedsMoreCpu() {
        Advice advice =
                new MadeTarget(
                                HOUR,
                                Map.of(
                                        SampleField.CONTAINER_CPU_LIMIT_CORES,
                                        _ -> 1.5,
                                        SampleField.CONTAINER_CPU_PERIODS,
                                        i -> 10.0 * i,
                                        SampleField.CONTAINER_CPU_THROTTLED_PERIODS,
                                        i -> 3.0 * i,
                                        SampleField.CONTAINER_CPU_THROTTLED_SECONDS,
                                        i -> 0.32 * i,
                                        SampleField.CPU_SECONDS,
                                        i -> 1.4 * i))
                        .advice(new CpuLimitAdvisor());

        assertThat(advice.conclusion()).isEqualTo(Conclusion.CHANGE);
        assertThat(figure(advice, "throttledPeriodsRatio")).isCloseTo(0.3, within(1e-9));
        assertThat(figure(advice, "usedMeanCores")).isCloseTo(1.4, within(1e-6));
        assertThat(suggested(advice, "cpu limit")).isEqualTo("1.9");
        assertThat(advice.finding()).contains("an estimate, often too high");
    }

    /** Raised in place from half a core, ten minutes ago. */
    @Test
    void throttlingUnderAnEarlierLimitSaysNothingAboutThePresentOne() {
        int raised = 3000;
        Advice advice =
                new MadeTarget(
                                HOUR,
                                Map.of(
                                        SampleField.CONTAINER_CPU_LIMIT_CORES,
                                        i -> i < raised ? 0.5 : 2,
                                        SampleField.CONTAINER_CPU_PERIODS,
                                        i -> 10.0 * i,
                                        SampleField.CONTAINER_CPU_THROTTLED_PERIODS,
                                        i -> 6.0 * Math.min(i, raised),
                                        SampleField.CONTAINER_CPU_THROTTLED_SECONDS,
                                        i -> 0.3 * Math.min(i, raised),
                                        SampleField.CPU_SECONDS,
                                        i -> 0.5 * i))
                        .advice(new CpuLimitAdvisor());

        assertThat(advice.conclusion()).isEqualTo(Conclusion.FINE);
        assertThat(figure(advice, "throttledPeriodsRatio")).isZero();
    }

    @Test
    void throttlingUnderALimitOfSecondsIsAwaited() {
        Map<SampleField, IntToDoubleFunction> figures = new HashMap<>();
        figures.put(SampleField.CONTAINER_CPU_LIMIT_CORES, i -> i < HOUR - 5 ? 0.5 : 2);
        figures.put(SampleField.CONTAINER_CPU_PERIODS, i -> 10.0 * i);
        figures.put(SampleField.CONTAINER_CPU_THROTTLED_PERIODS, i -> 6.0 * i);

        Advice changed = new MadeTarget(HOUR, figures).advice(new CpuLimitAdvisor());

        assertThat(changed.conclusion()).isEqualTo(Conclusion.WAIT);
        assertThat(changed.finding()).contains("the CPU limit was changed: wait 27 s more");

        figures.put(SampleField.CONTAINER_CPU_LIMIT_CORES, i -> i < HOUR - 5 ? 0.5 : Double.NaN);
        Advice unreadable = new MadeTarget(HOUR, figures).advice(new CpuLimitAdvisor());

        assertThat(figure(unreadable, "throttledPeriodsRatio")).isCloseTo(0.6, within(1e-9));
    }

    @Test
    void exceededSoftLimitIsTooLow() {
        Advice advice =
                new MadeTarget(
                                HOUR,
                                Map.of(
                                        SampleField.CONTAINER_MEMORY_SOFT_LIMIT_BYTES,
                                        _ -> 360 * MEBIBYTE,
                                        SampleField.CONTAINER_MEMORY_WORKING_SET_BYTES,
                                        i -> (i < 10 ? 507 : 364) * MEBIBYTE))
                        .advice(new MemoryRequestAdvisor());

        assertThat(advice.conclusion()).isEqualTo(Conclusion.CHANGE);
        assertThat(advice.finding()).contains("101 % of the soft limit").contains("141 % at its");
        assertThat(suggested(advice, "soft limit")).isEqualTo("383Mi");
    }

    /**
     * Kubernetes' MemoryQoS: memory.min is the request, memory.high lies between it and the limit.
     */
    @Test
    void softLimitUnderMemoryQosIsTheRequest() {
        Advice advice =
                new MadeTarget(
                                HOUR,
                                Map.of(
                                        SampleField.CONTAINER_MEMORY_LIMIT_BYTES,
                                        _ -> 1024 * MEBIBYTE,
                                        SampleField.CONTAINER_MEMORY_HIGH_BYTES,
                                        _ -> 973 * MEBIBYTE,
                                        SampleField.CONTAINER_MEMORY_SOFT_LIMIT_BYTES,
                                        _ -> 973 * MEBIBYTE,
                                        SampleField.CONTAINER_MEMORY_MIN_BYTES,
                                        _ -> 512 * MEBIBYTE,
                                        SampleField.CONTAINER_MEMORY_WORKING_SET_BYTES,
                                        _ -> 500 * MEBIBYTE))
                        .advice(new MemoryRequestAdvisor());

        assertThat(advice.conclusion()).isEqualTo(Conclusion.FINE);
        assertThat(suggested(advice, "soft limit")).isEqualTo("512Mi");
    }

    @Test
    void insufficientDataSaysHowLongToWait() {
        MadeTarget made = new MadeTarget(11, Map.of(SampleField.HEAP_USED_BYTES, i -> i));

        for (Advisor advisor : Advisor.ALL) {
            Advice advice = made.advice(advisor);
            assertThat(advice.settings())
                    .as(advice.subject().label())
                    .allMatch(each -> each.name().contains("NativeMemory"));
        }
        assertThat(made.advice(new MemoryLimitAdvisor()).finding()).isEqualTo("wait 21 s more");
    }
}
