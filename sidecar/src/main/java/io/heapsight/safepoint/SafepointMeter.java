/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.safepoint;

import org.jspecify.annotations.Nullable;

/**
 * Accumulates the safepoints of one JVM except collections, and the times to reach all safepoints.
 *
 * <p>Not thread-safe.
 */
final class SafepointMeter {
    private final DurationBuckets durations = new DurationBuckets(Safepoints.BOUNDS);
    private final DurationBuckets syncs = new DurationBuckets(Safepoints.BOUNDS);
    private long merged;
    private double mergedSeconds;
    private double longest;
    private @Nullable Safepoints safepoints;

    /** Adds the duration of one safepoint. */
    void add(double seconds) {
        durations.add(seconds);
        longest = Math.max(longest, seconds);
        safepoints = null;
    }

    /** Adds the time until all threads had stopped for one safepoint. */
    void addSync(double seconds) {
        syncs.add(seconds);
        longest = Math.max(longest, seconds);
        safepoints = null;
    }

    /**
     * Adds safepoints with only their sum known.
     *
     * @param count 1 or more
     */
    void merge(long count, double seconds) {
        merged += count;
        mergedSeconds += seconds;
        longest = Math.max(longest, seconds / count);
        safepoints = null;
    }

    /** Returns the safepoints so far: the same object until more are added. */
    Safepoints safepoints() {
        Safepoints known = safepoints;
        if (known == null) {
            known =
                    new Safepoints(
                            Safepoints.Histogram.of(durations),
                            Safepoints.Histogram.of(syncs),
                            merged,
                            mergedSeconds);
            safepoints = known;
        }
        return known;
    }

    /** Returns the longest duration since the last call, in seconds; 0 without one. */
    double takeLongest() {
        double taken = longest;
        longest = 0;
        return taken;
    }
}
