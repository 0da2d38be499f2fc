/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.safepoint;

import java.util.List;

/**
 * Counts a target's safepoints since the sidecar found the target.
 *
 * @param durations of safepoints except collections, from the request to stop until the threads
 *     continue
 * @param syncs times until all threads had stopped, also for collections
 * @param merged number of safepoints, except collections, that are missing in durations because
 *     another safepoint followed before the next reading
 * @param mergedSeconds total duration of the merged safepoints
 */
public record Safepoints(Histogram durations, Histogram syncs, long merged, double mergedSeconds) {
    /** The upper bounds of buckets, in seconds, each inclusive. */
    public static final List<Double> BOUNDS =
            List.of(0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1.0, 5.0, 10.0);

    /**
     * A histogram.
     *
     * @param counts of each bucket, then that of longer ones; not cumulative
     * @param seconds in total
     */
    public record Histogram(List<Long> counts, double seconds) {
        public Histogram {
            counts = List.copyOf(counts);
            if (counts.size() != BOUNDS.size() + 1) {
                throw new IllegalArgumentException(counts.size() + " buckets");
            }
        }

        static Histogram of(DurationBuckets buckets) {
            return new Histogram(buckets.counts(), buckets.seconds());
        }

        /** Returns the number of durations. */
        public long count() {
            return counts.stream().mapToLong(Long::longValue).sum();
        }
    }
}
