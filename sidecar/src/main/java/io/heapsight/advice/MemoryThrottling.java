/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.advice;

import io.heapsight.jstat.SampleField;
import io.heapsight.run.RunSamples;
import io.heapsight.unit.Thousands;
import java.util.Optional;

/**
 * Throttling of a container by the kernel at {@code memory.high}: each allocation above it waits
 * for reclaimed memory, and the JVM almost stops. Reclaim of page cache without waiting does not
 * count.
 *
 * @param highBytes {@code memory.high}
 * @param events number of times it was throttled
 * @param waited share of the time between the first and the last event in which a task waited for
 *     memory; NaN without PSI
 * @param swapBytes maximum swapped out; NaN if unknown
 */
record MemoryThrottling(double highBytes, double events, double waited, double swapBytes) {
    private static final double MUCH_WAITING = 0.05;
    private static final double MILLIS = 1e-3;

    /** Returns the throttling under the last {@code memory.high}; empty if there is none. */
    static Optional<MemoryThrottling> of(TargetObservation seen) {
        RunSamples samples = seen.samples();
        double[] high = samples.values(SampleField.CONTAINER_MEMORY_HIGH_BYTES);
        double[] events = samples.values(SampleField.CONTAINER_MEMORY_HIGH_EVENTS);
        int end = samples.size() - 1;
        int from = end;
        while (from > 0 && high[from - 1] == high[end]) {
            from--;
        }
        while (end > from && !(events[end] > events[end - 1])) {
            end--;
        }
        while (from < end && !(events[from + 1] > events[from])) {
            from++;
        }
        if (from >= end || Double.isNaN(high[end])) {
            return Optional.empty();
        }
        double[] waits = samples.values(SampleField.CONTAINER_MEMORY_SOME_PRESSURE_SECONDS);
        double seconds = MILLIS * (samples.epochMillis(end) - samples.epochMillis(from));
        MemoryThrottling found =
                new MemoryThrottling(
                        high[end],
                        events[end] - events[from],
                        Math.min(1, (waits[end] - waits[from]) / seconds),
                        seen.series(SampleField.CONTAINER_MEMORY_SWAP_BYTES).max());
        return found.hinders() ? Optional.of(found) : Optional.empty();
    }

    private boolean hinders() {
        return Double.isNaN(waited) || waited > MUCH_WAITING || swapBytes > 0;
    }

    /** Describes it in one sentence. */
    String sentence() {
        return "The kernel throttled the container %s times at memory.high, %s%s%s."
                .formatted(
                        Thousands.of((long) events),
                        SizeFormatter.words(highBytes),
                        Double.isNaN(waited)
                                ? ""
                                : "; its tasks waited for memory in %s of that time"
                                        .formatted(SizeFormatter.percent(waited)),
                        swapBytes > 0
                                ? ", and up to %s were swapped out"
                                        .formatted(SizeFormatter.words(swapBytes))
                                : "");
    }
}
