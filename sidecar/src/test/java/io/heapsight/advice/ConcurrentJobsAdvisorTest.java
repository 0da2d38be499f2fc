/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.advice;

import static io.heapsight.advice.MadeTarget.MEBIBYTE;
import static io.heapsight.advice.MadeTarget.figure;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.heapsight.advice.Advice.Conclusion;
import io.heapsight.jstat.SampleField;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

/** The number of jobs that fit, for targets whose memory per job is known. */
class ConcurrentJobsAdvisorTest {
    private static final int LEVEL_SECONDS = 100;
    private static final int LEVELS = 8;

    /**
     * Jobs that each keep some memory in the heap and some outside; the rest of the heap, up to
     * -Xmx, is garbage.
     */
    private static MadeTarget target(
            double heapMax, double limit, double ofHeap, double outside, boolean collections) {
        Random random = new Random(5);
        Map<SampleField, IntToDoubleFunction> figures = new HashMap<>();
        IntToDoubleFunction heap = second -> Math.min(heapMax, (30 + 90 * jobs(second)) * MEBIBYTE);
        figures.put(SampleField.CONTAINER_MEMORY_LIMIT_BYTES, _ -> limit);
        figures.put(SampleField.HEAP_MAX_BYTES, _ -> heapMax);
        figures.put(SampleField.HEAP_COMMITTED_BYTES, heap);
        figures.put(SampleField.HEAP_RESIDENT_BYTES, heap);
        figures.put(
                SampleField.CONTAINER_MEMORY_ANON_BYTES,
                second ->
                        heap.applyAsDouble(second)
                                + 60 * MEBIBYTE
                                + (outside * jobs(second) + 0.5 * random.nextGaussian())
                                        * MEBIBYTE);
        figures.put(
                SampleField.OLD_AFTER_GC_BYTES,
                second ->
                        collections && second % 30 == 20
                                ? (5 + ofHeap * jobs(second) + 0.1 * random.nextGaussian())
                                        * MEBIBYTE
                                : Double.NaN);
        MadeTarget made = new MadeTarget(LEVELS * LEVEL_SECONDS, figures);
        for (int level = 0; level < LEVELS; level++) {
            made.jobs(level * LEVEL_SECONDS, level + 1);
        }
        return made;
    }

    private static int jobs(int second) {
        return 1 + second / LEVEL_SECONDS;
    }

    /**
     * "5 concurrent jobs fit into 512 MiB (95 % interval 5.3 to 7.7)": 26 ran, 28 died of a full
     * heap.
     */
    @Test
    void heapBoundJobsAreLimitedByTheHeapThoughMemoryWasFullAtOnce() {
        Advice advice =
                target(290 * MEBIBYTE, 512 * MEBIBYTE, 10, 0, true)
                        .advice(new ConcurrentJobsAdvisor());

        double truth = (290 - 5) / 10.0;
        assertThat(figure(advice, "bytesPerJobBytes"))
                .isCloseTo(10 * MEBIBYTE, withinPercentage(3));
        assertThat(truth)
                .isBetween(figure(advice, "jobsAtHeapLow"), figure(advice, "jobsAtHeapHigh"));
        assertThat(advice.finding())
                .startsWith("A job takes 10.0 MiB; 27 concurrent jobs fit (95 % interval 26 to 28)")
                .contains("OutOfMemoryError")
                .endsWith("These jobs do not reach the container's limit of 512.0 MiB.");
    }

    @Test
    void directMemoryJobsAreLimitedByTheContainer() {
        Advice advice =
                target(128 * MEBIBYTE, 512 * MEBIBYTE, 0.2, 12, true)
                        .advice(new ConcurrentJobsAdvisor());

        double truth = (512 - 128 - 60) / 12.0;
        assertThat(truth)
                .isBetween(
                        figure(advice, "jobsAtContainerLimitLow"),
                        figure(advice, "jobsAtContainerLimitHigh"));
        assertThat(figure(advice, "jobsAtLimit")).isCloseTo(truth, withinPercentage(5));
        assertThat(advice.finding()).contains("the container reaches its limit of 512.0 MiB");
    }

    /** A heap of one gigabyte in half of that: it is killed while the heap grows. */
    @Test
    void heapThatExceedsTheLimitIsFollowedAsItGrows() {
        Advice advice =
                target(4096 * MEBIBYTE, 2048 * MEBIBYTE, 10, 0, true)
                        .advice(new ConcurrentJobsAdvisor());

        assertThat(figure(advice, "jobsAtLimit"))
                .isCloseTo((2048 - 60 - 30) / 90.0, withinPercentage(5));
    }

    @Test
    void levelsWithoutACollectionWaitForOne() {
        Advice advice =
                target(290 * MEBIBYTE, 512 * MEBIBYTE, 10, 0, false)
                        .advice(new ConcurrentJobsAdvisor());

        assertThat(advice.conclusion()).isEqualTo(Conclusion.WAIT);
        assertThat(advice.finding())
                .contains("at 0 of 8 levels of concurrent jobs")
                .contains("wait until one has run at each level");
    }

    @Test
    void estimateLiesInItsInterval() {
        Random random = new Random(11);
        for (int i = 0; i < 50; i++) {
            double heapMax = (100 + random.nextInt(900)) * MEBIBYTE;
            Advice advice =
                    target(
                                    heapMax,
                                    heapMax + random.nextInt(600) * MEBIBYTE,
                                    20 * random.nextDouble(),
                                    20 * random.nextDouble(),
                                    true)
                            .advice(new ConcurrentJobsAdvisor());
            assertThat(figure(advice, "jobsAtLimit"))
                    .isBetween(figure(advice, "jobsAtLimitLow"), figure(advice, "jobsAtLimitHigh"));
        }
    }
}
