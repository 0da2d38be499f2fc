/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jstat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Detects changes of a container's limits between samples. It ignores a sample without container
 * values. Not thread-safe.
 */
public final class LimitWatch {
    private static final ContainerLimitKind[] LIMITS = ContainerLimitKind.values();

    private final double[] last = new double[LIMITS.length];
    private boolean known;

    /** Whether the container's limits were seen. */
    public boolean isKnown() {
        return known;
    }

    /**
     * Processes a sample; returns the changes since the previous one.
     *
     * @param sample NaN for values that the target does not provide
     */
    public List<LimitChange> update(ToDoubleFunction<SampleField> sample) {
        if (Double.isNaN(sample.applyAsDouble(SampleField.CONTAINER_MEMORY_USAGE_BYTES))) {
            return List.of();
        }
        List<LimitChange> changes = new ArrayList<>();
        for (int i = 0; i < LIMITS.length; i++) {
            double now = sample.applyAsDouble(LIMITS[i].field());
            boolean same = now == last[i] || (Double.isNaN(now) && Double.isNaN(last[i]));
            if (known && !same && !isHighAgain(LIMITS[i], now, sample)) {
                changes.add(new LimitChange(LIMITS[i], last[i], now));
            }
            last[i] = now;
        }
        known = true;
        return List.copyOf(changes);
    }

    /**
     * Whether a change of the soft limit repeats that of memory.high: without a reservation, both
     * are the same limit.
     */
    private static boolean isHighAgain(
            ContainerLimitKind limit, double now, ToDoubleFunction<SampleField> sample) {
        return limit == ContainerLimitKind.SOFT_MEMORY
                && now == sample.applyAsDouble(SampleField.CONTAINER_MEMORY_HIGH_BYTES);
    }
}
