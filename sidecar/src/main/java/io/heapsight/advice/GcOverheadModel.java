/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.advice;

import io.heapsight.jstat.SampleField;
import io.heapsight.run.RunSamples;

/**
 * The share of time in which collections stopped the application, and its estimate for another heap
 * size. The frequency of collections is inversely proportional to the free part of the heap. Their
 * cost is therefore proportional to 1 / (heap - live).
 *
 * @param mean over all samples; NaN if unknown
 * @param worstMinute the highest of any minute; NaN if unknown
 * @param heapBytes size of the heap during the measurement
 * @param liveBytes of that heap
 */
record GcOverheadModel(double mean, double worstMinute, double heapBytes, double liveBytes) {
    /** The share above which the cost is a finding. */
    static final double MOST = 0.1;

    /** The allowed cost of a suggestion, since the estimate can be wrong by a factor of two. */
    static final double SUGGESTED = 0.05;

    /** The share below which the cost is indistinguishable from none. */
    private static final double NEGLIGIBLE = 0.002;

    private static final double MINUTE_SECONDS = 60;

    static GcOverheadModel of(RunSamples samples, double heapBytes, double liveBytes) {
        double[] pauses = samples.values(SampleField.GC_PAUSE_SECONDS);
        NonNanValues known = new NonNanValues(pauses);
        int size = samples.size();
        double seconds = size < 2 ? 0 : seconds(samples, 0, size - 1);
        double mean = seconds > 0 ? Math.max(0, known.increase()) / seconds : Double.NaN;
        return new GcOverheadModel(
                mean, Math.max(mean, worstMinute(samples, pauses)), heapBytes, liveBytes);
    }

    /** Returns a copy with this ratio as the worst minute, if it is higher than the present one. */
    GcOverheadModel withWorstMinute(double ratio) {
        return ratio > worstMinute ? new GcOverheadModel(mean, ratio, heapBytes, liveBytes) : this;
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

    /** Estimates the cost of collections in the worst minute; NaN if unknown. */
    double under(double bytes) {
        if (bytes >= heapBytes || worstMinute <= NEGLIGIBLE) {
            return worstMinute;
        }
        return bytes <= liveBytes ? 1 : worstMinute * free() / (bytes - liveBytes);
    }

    /** Returns the smallest heap with at most this cost in the worst minute; NaN if unknown. */
    double heapFor(double ratio) {
        return worstMinute <= NEGLIGIBLE ? liveBytes : liveBytes + worstMinute * free() / ratio;
    }

    private double free() {
        return Math.max(0, heapBytes - liveBytes);
    }
}
