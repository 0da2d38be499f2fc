/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.fleet.size;

import io.heapsight.stats.PredictionLimit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * The peaks of a figure by pod and day, and an upper bound of the next day's peaks.
 *
 * @param count number of pods times days with a peak
 * @param low the median of the peaks
 * @param most the highest peak
 * @param high value that all pods stay below on the next day with a probability of {@value #LEVEL},
 *     if days are alike; at least the highest peak
 */
public record DailyPeaks(int count, double low, double most, double high) {
    static final double LEVEL = 0.975;

    /** The smallest part of a day that counts as one. */
    private static final double LEAST_PART = 0.5;

    private static final double MILLIS_PER_DAY = Duration.ofDays(1).toMillis();

    /**
     * Computes the peaks. A window of less than a day counts as one day.
     *
     * @param figure value at each step; NaN if unknown
     * @param peak computes the peak from the known values of a day
     * @param next number of pods on the next day
     */
    static DailyPeaks of(
            List<PodHistory> pods,
            Function<PodHistory, double[]> figure,
            ToDoubleFunction<double[]> peak,
            int next) {
        List<Double> peaks = new ArrayList<>();
        for (PodHistory pod : pods) {
            double[] values = figure.apply(pod);
            long[] times = pod.epochMillis();
            if (times.length == 0) {
                continue;
            }
            double days = (times[times.length - 1] - times[0]) / MILLIS_PER_DAY;
            int parts = Math.max(1, (int) Math.floor(days + LEAST_PART));
            for (int i = 0; i < parts; i++) {
                double[] day =
                        Arrays.stream(
                                        values,
                                        values.length * i / parts,
                                        values.length * (i + 1) / parts)
                                .filter(value -> !Double.isNaN(value))
                                .toArray();
                if (day.length > 0) {
                    peaks.add(peak.applyAsDouble(day));
                }
            }
        }
        double[] sorted = peaks.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        if (sorted.length == 0) {
            return new DailyPeaks(0, Double.NaN, Double.NaN, Double.NaN);
        }
        double most = sorted[sorted.length - 1];
        double bound = PredictionLimit.upper(sorted, Math.max(1, next), LEVEL);
        return new DailyPeaks(
                sorted.length,
                sorted[(sorted.length - 1) / 2],
                most,
                Double.isNaN(bound) ? most : Math.max(most, bound));
    }

    /** Returns the 95th percentile of known values. */
    static double p95(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[Math.max(0, (int) Math.ceil(0.95 * sorted.length) - 1)];
    }

    /** Returns the maximum of known values. */
    static double most(double[] values) {
        return Arrays.stream(values).max().orElse(Double.NaN);
    }
}
