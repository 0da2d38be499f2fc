/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.stats;

import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Computes an upper prediction limit for the next values of a positive figure from its recorded
 * values. Assumes independent values with the same log-normal distribution.
 *
 * @see <a href="https://www.itl.nist.gov/div898/handbook/prc/section2/prc263.htm">NIST: tolerance
 *     and prediction limits</a>
 */
public final class PredictionLimit {
    private PredictionLimit() {}

    /**
     * Returns the value that all of the next values stay below; NaN for fewer than three positive
     * values.
     *
     * @param next number of next values
     * @param level confidence level: 0.975
     */
    public static double upper(double[] values, int next, double level) {
        Moments logs = new Moments();
        for (double value : values) {
            if (value > 0) {
                logs.add(Math.log(value));
            }
        }
        int count = logs.count();
        if (count < 3) {
            return Double.NaN;
        }
        double quantile =
                TDistribution.of(count - 1.0).inverseSurvivalProbability((1 - level) / next);
        return Math.exp(logs.mean() + quantile * logs.deviation() * Math.sqrt(1 + 1.0 / count));
    }
}
