/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.stats;

import java.util.function.DoubleUnaryOperator;

/**
 * An estimate with its confidence interval.
 *
 * @param value candidate minus base
 * @param low end of the interval; not above {@code high}
 * @param high end of the interval
 * @param level share of such intervals that contain the true difference: 0.95, or less with too few
 *     values
 */
public record Estimate(double value, double low, double high, double level) {
    /** Converts the estimate to another scale by an increasing function. */
    public Estimate map(DoubleUnaryOperator scale) {
        return new Estimate(
                scale.applyAsDouble(value),
                scale.applyAsDouble(low),
                scale.applyAsDouble(high),
                level);
    }

    /** Returns whether the interval excludes "no difference". */
    public boolean excludesZero() {
        return low > 0 || high < 0;
    }
}
