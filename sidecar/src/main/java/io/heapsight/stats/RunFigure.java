/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.stats;

import java.util.Arrays;
import org.apache.commons.statistics.descriptive.Median;
import org.apache.commons.statistics.descriptive.NaNPolicy;

/**
 * One figure in several runs. Never compared: its array is read only.
 *
 * @param values one per run, in the order of the runs; NaN if a run has none
 * @param resolution step to which values are rounded; 0 if they are not
 */
@SuppressWarnings("ArrayRecordComponent")
public record RunFigure(double[] values, double resolution) {
    /** Runs repeat no better than that, however still each of them is. */
    private static final double LEAST_RELATIVE_DEVIATION = 0.005;

    /** Rounding to whole numbers has the variance 1/12. */
    private static final double ROUNDING_VARIANCE = 1.0 / 12;

    /**
     * A figure on the scale on which it is compared.
     *
     * @param leastVariance lower bound of the variance of one value: otherwise every step of a
     *     nearly constant figure would be significant
     */
    @SuppressWarnings("ArrayRecordComponent")
    record Scaled(double[] values, double leastVariance) {}

    /**
     * Whether all its values are positive, so that it is compared by ratios: a duration twice as
     * long also varies twice as much.
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

    /** Logarithms for ratios, else the values themselves. */
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
