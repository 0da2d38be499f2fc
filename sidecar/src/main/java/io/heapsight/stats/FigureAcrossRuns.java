/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.stats;

import java.util.Arrays;
import org.apache.commons.statistics.descriptive.Median;
import org.apache.commons.statistics.descriptive.NaNPolicy;

/**
 * The values of one figure in several runs. The array is read only; instances are never compared.
 *
 * @param values one per run, in order; NaN if missing
 * @param resolution step to which values are rounded; 0 if they are not rounded
 */
@SuppressWarnings("ArrayRecordComponent")
public record FigureAcrossRuns(double[] values, double resolution) {
    /** Minimum relative variation between runs, even of constant samples. */
    private static final double LEAST_RELATIVE_DEVIATION = 0.005;

    /** The variance of rounding to whole numbers. */
    private static final double ROUNDING_VARIANCE = 1.0 / 12;

    /**
     * A figure on the scale of its comparison.
     *
     * @param leastVariance lower bound of the variance of a value, without which every step of a
     *     nearly constant figure would be significant
     */
    @SuppressWarnings("ArrayRecordComponent")
    record Scaled(double[] values, double leastVariance) {}

    /**
     * Returns whether all values are positive. Such a figure is compared by ratios, since a
     * duration twice as long also varies twice as much.
     */
    public boolean isRatio() {
        boolean any = false;
        for (double value : values) {
            if (value <= 0) {
                return false;
            }
            any |= value > 0;
        }
        return any;
    }

    /** Returns the logarithms if ratios are compared, else the values. */
    public double[] onItsScale() {
        return isRatio() ? Arrays.stream(values).map(Math::log).toArray() : values.clone();
    }

    Scaled scaled() {
        double median =
                Median.withDefaults().withCopy(true).with(NaNPolicy.EXCLUDE).evaluate(values);
        double relative = LEAST_RELATIVE_DEVIATION * median;
        double least = Math.max(relative * relative, resolution * resolution * ROUNDING_VARIANCE);
        return new Scaled(onItsScale(), isRatio() ? least / (median * median) : least);
    }
}
