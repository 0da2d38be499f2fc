/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.stats;

import java.util.Optional;

/**
 * The linear trend of an autocorrelated series: a regression on the means of ten stretches, which
 * are nearly independent. The error of the slope follows from the stretches, and is at least 2 % of
 * the slope.
 *
 * @param fit through the means of the stretches
 * @param level of the intervals: 0.95
 */
public record LinearTrend(LinearFit fit, double level) {
    private static final int STRETCHES = 10;
    private static final int LEAST_EACH = 6;

    /**
     * Minimum relative error of a slope, which even in steady growth varies by some per cent
     * between windows.
     */
    private static final double LEAST_RELATIVE_REACH = 0.02;

    /** Returns the minimum number of values for a trend. */
    public static int leastValues() {
        return STRETCHES * LEAST_EACH;
    }

    /**
     * Fits a trend; empty for too few values.
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
        return LinearFit.through(meanTimes, means).map(fit -> new LinearTrend(fit, level));
    }

    /** Returns the slope, in units of value per unit of time. */
    public Estimate slope() {
        double slope = fit.slope();
        return new Estimate(slope, slope - slopeReach(), slope + slopeReach(), level);
    }

    private double slopeReach() {
        return Math.max(fit.slopeReach(level), LEAST_RELATIVE_REACH * Math.abs(fit.slope()));
    }

    /** Returns whether the rise is significant. */
    public boolean isRising() {
        return slope().low() > 0;
    }

    /** Returns the time at which the trend reaches a value; empty if the trend does not rise. */
    public Optional<Estimate> reaches(double value) {
        double ofMean = fit.reach(level) / Math.sqrt(STRETCHES);
        return fit.reaches(value, ofMean, slopeReach(), level);
    }
}
