/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.advice;

import static io.heapsight.advice.MadeTarget.MEBIBYTE;
import static io.heapsight.advice.MadeTarget.figure;
import static io.heapsight.advice.MadeTarget.suggested;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.heapsight.jstat.MemoryHistory;
import io.heapsight.jstat.SampleField;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

/** Advice where the limit holds more than heap and anonymous memory, or is not the target's own. */
class SharedLimitsTest {
    private static final int HOUR = 3600;

    private final Map<SampleField, IntToDoubleFunction> figures = new HashMap<>();

    private SharedLimitsTest put(SampleField field, double mebibytes) {
        figures.put(field, _ -> mebibytes * MEBIBYTE);
        return this;
    }

    private SharedLimitsTest heap(double max, double used, double live) {
        figures.put(
                SampleField.OLD_AFTER_GC_BYTES, i -> i % 60 == 59 ? live * MEBIBYTE : Double.NaN);
        figures.put(SampleField.GC_PAUSE_SECONDS, i -> i / 1000.0);
        return put(SampleField.HEAP_MAX_BYTES, max)
                .put(SampleField.HEAP_COMMITTED_BYTES, max)
                .put(SampleField.HEAP_USED_BYTES, used);
    }

    private SharedLimitsTest limit(double mebibytes) {
        return put(SampleField.CONTAINER_MEMORY_LIMIT_BYTES, mebibytes);
    }

    private MadeTarget target() {
        return new MadeTarget(HOUR, figures);
    }

    /** The machine's pressure, not the target, moved them there. */
    @Test
    void swappedHeapIsNotMissingOutsideTheHeap() {
        MadeTarget target =
                heap(2048, 1843, 600)
                        .limit(6144)
                        .put(SampleField.CONTAINER_MEMORY_ANON_BYTES, 1536)
                        .put(SampleField.CONTAINER_MEMORY_SWAP_BYTES, 819)
                        .put(SampleField.CONTAINER_MEMORY_KERNEL_BYTES, 60)
                        .target()
                        .commandLine("-Xmx2048m", "-XX:+UseSerialGC");

        Advice advice = target.advice(new MemoryLimitAdvisor());

        assertThat(figure(advice, "outsideHeapBytes"))
                .isCloseTo(512 * MEBIBYTE, withinPercentage(1));
        assertThat(suggested(advice, "memory limit")).isEqualTo("2883Mi");
    }

    @Test
    void buffersOfSocketsAreChargedToTheLimit() {
        MadeTarget target =
                heap(512, 400, 100)
                        .limit(2048)
                        .put(SampleField.CONTAINER_MEMORY_ANON_BYTES, 600)
                        .put(SampleField.CONTAINER_MEMORY_KERNEL_BYTES, 40)
                        .put(SampleField.CONTAINER_MEMORY_SOCKET_BYTES, 400)
                        .target()
                        .commandLine("-Xmx512m", "-XX:+UseSerialGC");

        Advice advice = target.advice(new MemoryLimitAdvisor());

        assertThat(suggested(advice, "memory limit")).isEqualTo("1268Mi");
    }

    private Advice ofBroker(double limit, double workingSet) {
        return heap(1024, 900, 200)
                .limit(limit)
                .put(SampleField.HEAP_COMMITTED_BYTES, 1024)
                .put(SampleField.CONTAINER_MEMORY_ANON_BYTES, 1424)
                .put(SampleField.RESIDENT_BYTES, 1444)
                .put(SampleField.CONTAINER_MEMORY_FILE_BYTES, 6144)
                .put(SampleField.CONTAINER_MEMORY_WORKING_SET_BYTES, workingSet)
                .target()
                .commandLine("-Xmx1g", "-XX:+UseSerialGC")
                .advice(new MemoryLimitAdvisor());
    }

    /** Consumers read log segments from the page cache with sendfile: they are not resident. */
    @Test
    void limitOfABrokerIsNotLoweredIntoItsActivePageCache() {
        Advice advice = ofBroker(8192, 1444 + 4096);

        assertThat(advice.conclusion()).isEqualTo(Advice.Conclusion.FINE);
        assertThat(suggested(advice, "memory limit")).isEqualTo("8192Mi");
        assertThat(advice.finding())
                .contains("In addition, 4.0 GiB of page cache are in active use")
                .endsWith("The limit of 8.0 GiB is enough.");
        assertThat(suggested(ofBroker(16_384, 1444 + 4096), "memory limit")).isEqualTo("5821Mi");
    }

    @Test
    void idlePageCacheOrALittleOfItKeepsNoLimit() {
        Advice idle = ofBroker(8192, 1450);

        assertThat(suggested(idle, "memory limit")).isEqualTo("1725Mi");
        assertThat(idle.finding()).doesNotContain("page cache");
        assertThat(suggested(ofBroker(8192, 1580), "memory limit")).isEqualTo("1725Mi");
    }

    /** Its pages are three times in the resident memory, and once in the shared memory. */
    @Test
    void heapThatIsMappedThreeTimesIsNoMappedFile() {
        MadeTarget target =
                heap(4096, 1000, 1500)
                        .limit(6144)
                        .put(SampleField.HEAP_COMMITTED_BYTES, 2048)
                        .put(SampleField.RESIDENT_BYTES, 300 + 3 * 2048)
                        .put(SampleField.CONTAINER_MEMORY_ANON_BYTES, 300)
                        .put(SampleField.CONTAINER_MEMORY_SHMEM_BYTES, 2048)
                        .put(SampleField.CONTAINER_MEMORY_FILE_BYTES, 2148)
                        .target();

        assertThat(suggested(target.advice(new MemoryLimitAdvisor()), "memory limit"))
                .isEqualTo("6144Mi");
        assertThat(suggested(target.advice(new HeapSizeAdvisor()), "-Xmx")).isEqualTo("4096m");
    }

    @Test
    void heapIsNotRaisedIntoTheRoomOfAnotherProcess() {
        MadeTarget target =
                heap(2048, 2000, 1331)
                        .limit(6144)
                        .put(SampleField.RESIDENT_BYTES, 2350)
                        .put(SampleField.CONTAINER_MEMORY_ANON_BYTES, 3174)
                        .target();

        Advice advice = target.advice(new HeapSizeAdvisor());

        assertThat(suggested(advice, "-Xmx")).isEqualTo("2048m");
        assertThat(advice.refused())
                .singleElement()
                .satisfies(
                        refused ->
                                assertThat(refused.because())
                                        .contains("other processes share the group"));
    }

    @Test
    void heapIsNotRaisedAboveTheMemoryOfTheMachine() {
        MadeTarget target =
                heap(6144, 6000, 5120)
                        .put(SampleField.RESIDENT_BYTES, 6500)
                        .put(SampleField.CONTAINER_MEMORY_ANON_BYTES, 6400)
                        .target()
                        .machine(8192 * MEBIBYTE);

        Advice advice = target.advice(new HeapSizeAdvisor());

        double heap = Double.parseDouble(suggested(advice, "-Xmx").replace("m", ""));
        assertThat(1.1 * (heap + 256)).isLessThanOrEqualTo(8192);
        assertThat(advice.finding()).contains("The machine has only 8.0 GiB for it");
    }

    /** Started at 1 GiB with a heap of 80 per cent, and resized in place. */
    @Test
    void limitIsKeptWhileTheHeapIsAShareOfAnEarlierOne() {
        MadeTarget target =
                heap(819, 700, 300)
                        .limit(4096)
                        .put(SampleField.CONTAINER_MEMORY_ANON_BYTES, 980)
                        .target()
                        .commandLine("-XX:MaxRAMPercentage=80", "-XX:+UseSerialGC");

        Advice advice = target.advice(new MemoryLimitAdvisor());

        assertThat(suggested(advice, "memory limit")).isEqualTo("4096Mi");
        assertThat(advice.toString()).contains("a restart recomputes it: set -Xmx first");
    }

    /** 25 per cent of the 4 GiB with which it started, or of a machine of 4 GiB. */
    @Test
    void limitIsKeptWhileNoFlagSetsTheHeap() {
        MadeTarget target =
                heap(1024, 900, 400)
                        .limit(16_384)
                        .put(SampleField.CONTAINER_MEMORY_ANON_BYTES, 1300)
                        .target()
                        .commandLine("-XX:+UseG1GC");

        Advice advice = target.advice(new MemoryLimitAdvisor());

        assertThat(suggested(advice, "memory limit")).isEqualTo("16384Mi");
        assertThat(advice.toString()).contains("computes it from the new limit: set -Xmx first");
    }

    /** The samples of the last hour don't show them. */
    @Test
    void peaksOfTheNightAreNotForgottenInTheMorning() {
        MadeTarget target =
                heap(2048, 300, 300)
                        .limit(8192)
                        .put(SampleField.CONTAINER_MEMORY_ANON_BYTES, 2248)
                        .target()
                        .ranBefore(2048 * MEBIBYTE)
                        .commandLine("-Xmx2048m", "-XX:+UseSerialGC");
        assertThat(suggested(target.advice(new HeapSizeAdvisor()), "-Xmx")).isEqualTo("1024m");
        assertThat(suggested(target.advice(new MemoryLimitAdvisor()), "memory limit"))
                .isEqualTo("2473Mi");

        target.earlier(
                new MemoryPeaks(1500 * MEBIBYTE, 2648 * MEBIBYTE, 600 * MEBIBYTE, 100 * MEBIBYTE));

        assertThat(suggested(target.advice(new HeapSizeAdvisor()), "-Xmx")).isEqualTo("2048m");
        assertThat(suggested(target.advice(new MemoryLimitAdvisor()), "memory limit"))
                .isEqualTo("2913Mi");
    }

    /** It is the difference of two readings, between which a heap may shrink. */
    @Test
    void peakOutsideTheHeapIsSeenTwice() {
        MemoryHistory history = new MemoryHistory();
        double[] outside = {100, 800, 110, 300, 250, 120};
        for (int i = 0; i < outside.length; i++) {
            history.add(10_000L * i, 1000 + outside[i], 1, 2, 3);
            history.addHeap(10_000L * i, 1000 + outside[i], 1000);
        }

        MemoryPeaks peaks = MemoryPeaks.of(history.rows());

        assertThat(peaks).isEqualTo(new MemoryPeaks(2, 1800, 250, 3));
        assertThat(MemoryPeaks.of(new MemoryHistory().rows())).isEqualTo(MemoryPeaks.NONE);
    }

    @Test
    void machineHasWhatTheTargetUsesAndWhatIsAvailable() {
        OptionalLong total = OptionalLong.of(16_384);
        assertThat(TargetObserver.machineBytes(total, OptionalLong.of(2560), 4400)).isEqualTo(6960);
        assertThat(TargetObserver.machineBytes(total, OptionalLong.of(16_000), 4400))
                .isEqualTo(16_384);
        assertThat(TargetObserver.machineBytes(total, OptionalLong.empty(), 4400))
                .isEqualTo(16_384);
        assertThat(TargetObserver.machineBytes(OptionalLong.empty(), OptionalLong.empty(), 1))
                .isNaN();
    }

    private Advice ofLargeHeap(double limit) {
        return heap(30_720, 30_000, 18_432)
                .limit(limit)
                .put(SampleField.CONTAINER_MEMORY_ANON_BYTES, 32_768)
                .target()
                .commandLine("-Xmx30g", "-XX:+UseG1GC")
                .advice(new HeapSizeAdvisor());
    }

    /** References of eight bytes: 18 GiB of objects become 25 GiB. */
    @Test
    void heapThatExceedsCompressedReferencesIsLargeEnoughForWiderOnes() {
        assertThat(suggested(ofLargeHeap(65_536), "-Xmx")).isEqualTo("52500m");
        assertThat(suggested(ofLargeHeap(45_056), "-Xmx")).isEqualTo("30720m");
    }

    @Test
    void referencesOfZgcAreAlwaysWide() {
        double max = 24.0 * (1L << 30);
        double heap = 33.0 * (1L << 30);
        for (String collector : List.of("ZGC", "ZGC generational")) {
            TargetObservation seen = new MadeTarget(1, collector, Map.of()).observation();
            assertThat(ReferenceWidth.widens(seen, max, heap)).as(collector).isFalse();
        }
        TargetObservation seen = new MadeTarget(1, "G1", Map.of()).observation();
        assertThat(ReferenceWidth.widens(seen, max, heap)).isTrue();
    }
}
