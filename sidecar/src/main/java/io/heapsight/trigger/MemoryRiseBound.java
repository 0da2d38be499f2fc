/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.trigger;

import io.heapsight.jstat.SampleField;
import java.time.Duration;
import java.util.function.ToDoubleFunction;

/**
 * Computes an upper bound of the next rise of a container's memory, from the possible growth of its
 * heap up to -Xmx. Growth outside the heap has no such bound. Not thread-safe.
 */
final class MemoryRiseBound {
    /** Window of the readings of the heap's pages; there are a few a minute. */
    private static final long LONGEST_NANOS = Duration.ofMinutes(3).toNanos();

    private double outside = Double.NaN;
    private double outsideRise;
    private double heapMax = Double.NaN;
    private long nanos;
    private long last;

    /** Adds a sample; most are without a reading. */
    void update(ToDoubleFunction<SampleField> sample, long at) {
        double now =
                sample.applyAsDouble(SampleField.CONTAINER_MEMORY_WORKING_SET_BYTES)
                        - sample.applyAsDouble(SampleField.HEAP_RESIDENT_BYTES);
        if (!Double.isNaN(now)) {
            outsideRise = Double.isNaN(outside) ? 0 : Math.max(0, now - outside);
            outside = now;
            nanos = at;
            heapMax = sample.applyAsDouble(SampleField.HEAP_MAX_BYTES);
        }
        last = at;
    }

    /**
     * Returns the next value, or the upper bound if that is less.
     *
     * @param now the present value
     */
    double bound(double now, double next) {
        double full = outside + 2 * outsideRise + heapMax;
        return Double.isNaN(full) || last - nanos > LONGEST_NANOS
                ? next
                : Math.min(next, Math.max(now, full));
    }
}
