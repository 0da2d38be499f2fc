/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.stats;

import java.util.Optional;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * A straight line through a series whose neighbours resemble each other: a regression on the means
 * of some ten stretches, each long enough to know little of the one before, with the error that the
 * stretches themselves show, and never less than 2 % of the slope.
 *
 * @see <a href="https://doi.org/10.1111/j.2517-6161.1954.tb00159.x">Fieller: Some problems in
 *     interval estimation; the interval of {@link #reaches}</a>
 */
public final class LinearTrend {
    private static final int STRETCHES = 10;
    private static final int LEAST_EACH = 6;

    /** Of a slope: what grows steadily in one window grows by some per cent more in the next. */
    private static final double LEAST_RELATIVE_REACH = 0.02;

    private final double level;
    private final double slope;
    private final double slopeReach;
    private final double meanTime;
    private final double mean;

    /** t times the deviation of one stretch. */
    private final double reach;

    private LinearTrend(double[] times, double[] means, double level) {
        this.level = level;
        int n = means.length;
        Moments time = new Moments();
        Moments value = new Moments();
        for (int i = 0; i < n; i++) {
            time.add(times[i]);
            value.add(means[i]);
        }
        meanTime = time.mean();
        mean = value.mean();
        double timeSquares = time.squares();
        double products = 0;
        for (int i = 0; i < n; i++) {
            products += (times[i] - meanTime) * (means[i] - mean);
        }
        slope = products / timeSquares;
        double residues = 0;
        for (int i = 0; i < n; i++) {
            double residue = means[i] - mean - slope * (times[i] - meanTime);
            residues += residue * residue;
        }
        double t = TDistribution.of(n - 2).inverseSurvivalProbability((1 - level) / 2);
        reach = t * Math.sqrt(residues / (n - 2));
        slopeReach =
                Math.max(reach / Math.sqrt(timeSquares), LEAST_RELATIVE_REACH * Math.abs(slope));
    }

    /** The least number of values that make a trend. */
    public static int leastValues() {
        return STRETCHES * LEAST_EACH;
    }

    /**
     * The line; empty for too few values.
     *
     * @param times ascending, about evenly spaced
     * @param level of the intervals: 0.95
     */
    public static Optional<LinearTrend> of(double[] times, double[] values, double level) {
        if (times.length < leastValues() || times[0] == times[times.length - 1]) {
            return Optional.empty();
        }
        double[] meanTimes = new double[STRETCHES];
        double[] means = new double[STRETCHES];
        for (int i = 0; i < STRETCHES; i++) {
            int from = (int) ((long) times.length * i / STRETCHES);
            int to = (int) ((long) times.length * (i + 1) / STRETCHES);
            Moments time = new Moments();
            Moments value = new Moments();
            for (int k = from; k < to; k++) {
                time.add(times[k]);
                value.add(values[k]);
            }
            meanTimes[i] = time.mean();
            means[i] = value.mean();
        }
        return Optional.of(new LinearTrend(meanTimes, means, level));
    }

    /** Units of value by unit of time. */
    public Estimate slope() {
        return new Estimate(slope, slope - slopeReach, slope + slopeReach, level);
    }

    /** Whether chance alone would hardly make it rise so. */
    public boolean isRising() {
        return slope - slopeReach > 0;
    }

    /**
     * The time at which the line reaches a level.
     *
     * @throws IllegalStateException when it does not rise
     */
    public Estimate reaches(double value) {
        if (!isRising()) {
            throw new IllegalStateException("it does not rise");
        }
        // All times t with
        // (value - line at t)² <= reach² / stretches + slope reach² (t - mean time)².
        double g = slopeReach * slopeReach / (slope * slope);
        double distance = (value - mean) / slope;
        double ofMean = reach * reach / (STRETCHES * slope * slope);
        double root = Math.sqrt(g * distance * distance + (1 - g) * ofMean);
        double low = meanTime + (distance - root) / (1 - g);
        double high = meanTime + (distance + root) / (1 - g);
        return new Estimate(meanTime + distance, low, high, level);
    }
}
