/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.safepoint;

import java.util.Arrays;
import java.util.List;

/**
 * Counts durations in the buckets of a histogram.
 *
 * <p>Not thread-safe.
 */
final class DurationBuckets {
    private final List<Double> bounds;
    private final long[] counts;
    private double seconds;

    /**
     * Creates empty buckets.
     *
     * @param bounds upper bounds in seconds, ascending, each inclusive
     */
    DurationBuckets(List<Double> bounds) {
        this.bounds = bounds;
        counts = new long[bounds.size() + 1];
    }

    void add(double duration) {
        int bucket = 0;
        while (bucket < bounds.size() && duration > bounds.get(bucket)) {
            bucket++;
        }
        counts[bucket]++;
        seconds += duration;
    }

    /** Returns the count of each bucket, then that of longer durations; not cumulative. */
    List<Long> counts() {
        return Arrays.stream(counts).boxed().toList();
    }

    /** Returns the sum of all durations. */
    double seconds() {
        return seconds;
    }
}
