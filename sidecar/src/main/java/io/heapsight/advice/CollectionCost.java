/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.advice;

import io.heapsight.jstat.SampleField;
import io.heapsight.run.RunSamples;

/**
 * The share of the time that collections stopped the application, and an estimate of it under
 * another heap size: collections are as frequent as the free part of the heap is small, so that
 * their cost is in proportion to 1 / (heap - live).
 *
 * @param mean over all samples; NaN where it is unknown
 * @param worstMinute the highest of any minute; NaN where it is unknown
 * @param heapBytes the heap under which that was measured
 * @param liveBytes of it
 */
record CollectionCost(double mean, double worstMinute, double heapBytes, double liveBytes) {
    /** More than that is a finding. */
    static final double MOST = 0.1;

    /** What a suggestion may cost: the estimate can be wrong by a factor of two. */
    static final double SUGGESTED = 0.05;

    /** Less than that cannot be distinguished from none. */
    private static final double NEGLIGIBLE = 0.002;

    private static final double MINUTE_SECONDS = 60;

    static CollectionCost of(RunSamples samples, double heapBytes, double liveBytes) {
        double[] pauses = samples.values(SampleField.GC_PAUSE_SECONDS);
        Series known = new Series(pauses);
        int size = samples.size();
        double seconds = size < 2 ? 0 : seconds(samples, 0, size - 1);
        double mean = seconds > 0 ? Math.max(0, known.increase()) / seconds : Double.NaN;
        return new CollectionCost(
                mean, Math.max(mean, worstMinute(samples, pauses)), heapBytes, liveBytes);
    }

    private static double worstMinute(RunSamples samples, double[] pauses) {
        double worst = 0;
        int first = 0;
        for (int i = 1; i < pauses.length; i++) {
            while (seconds(samples, first + 1, i) >= MINUTE_SECONDS) {
                first++;
            }
            double seconds = seconds(samples, first, i);
            double ratio = (pauses[i] - pauses[first]) / seconds;
            if (seconds >= MINUTE_SECONDS && ratio > worst) {
                worst = ratio;
            }
        }
        return worst;
    }

    private static double seconds(RunSamples samples, int from, int to) {
        return (samples.epochMillis(to) - samples.epochMillis(from)) / 1000.0;
    }

    /** What collections would have cost in the worst minute; NaN where that is unknown. */
    double under(double bytes) {
        if (bytes >= heapBytes || worstMinute <= NEGLIGIBLE) {
            return worstMinute;
        }
        return bytes <= liveBytes ? 1 : worstMinute * free() / (bytes - liveBytes);
    }

    /** The least heap under which the worst minute would have cost so much; NaN if unknown. */
    double heapFor(double ratio) {
        return worstMinute <= NEGLIGIBLE ? liveBytes : liveBytes + worstMinute * free() / ratio;
    }

    private double free() {
        return Math.max(0, heapBytes - liveBytes);
    }
}
