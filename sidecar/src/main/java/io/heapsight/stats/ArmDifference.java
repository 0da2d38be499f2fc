/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.stats;

import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The difference of one figure between two arms, on the figure's scale, with its standard error.
 * Test and interval agree: the interval of a level excludes 0 exactly if the test rejects "no
 * difference" at that level.
 *
 * @param value candidate minus base, as shown
 * @param centre of the interval: the value, or the value without a drift
 * @param error standard error of the centre; infinite if unknown, 0 if nothing varies
 * @param freedom degrees of freedom of the error
 * @see <a href="https://doi.org/10.1007/978-1-4757-4545-0">Lehmann, Romano: Testing Statistical
 *     Hypotheses, section 3.5: duality of tests and confidence sets</a>
 */
public record ArmDifference(double value, double centre, double error, double freedom) {
    /** Treats an error that can't be computed, such as that of infinite values, as unknown. */
    public ArmDifference {
        if (Double.isNaN(error) || !(freedom > 0)) {
            error = Double.POSITIVE_INFINITY;
            freedom = 1;
        }
    }

    /** Creates a difference of unknown error. */
    static ArmDifference unknown(double value) {
        return new ArmDifference(value, value, Double.POSITIVE_INFINITY, 1);
    }

    static ArmDifference of(double value, double error, double freedom) {
        return new ArmDifference(value, value, error, freedom);
    }

    /**
     * Returns the distance of the centre from 0 in standard errors; 0 if the value is on the other
     * side.
     */
    double t() {
        return value * centre <= 0 || error == Double.POSITIVE_INFINITY
                ? 0
                : Math.abs(centre) / error;
    }

    /** Returns the two-sided p-value, by Student's t-distribution. */
    public double p() {
        return Math.min(1, 2 * TDistribution.of(freedom).survivalProbability(t()));
    }

    /**
     * Returns the half width of the interval at the confidence level 1 - alpha, in standard errors;
     * infinite if alpha is 0.
     */
    public double quantile(double alpha) {
        return alpha > 0
                ? TDistribution.of(freedom).inverseSurvivalProbability(alpha / 2)
                : Double.POSITIVE_INFINITY;
    }

    /**
     * Returns the interval with a half width in standard errors, extended to contain the value.
     *
     * @param quantile the half width in standard errors
     * @param level of the interval
     */
    public Estimate interval(double quantile, double level) {
        double reach = reach(quantile);
        return new Estimate(
                value, Math.min(value, centre - reach), Math.max(value, centre + reach), level);
    }

    /** Returns the half width of the interval; 0 if nothing varies. */
    public double reach(double quantile) {
        return error == 0 ? 0 : quantile * error;
    }
}
