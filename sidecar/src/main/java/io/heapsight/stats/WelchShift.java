/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.stats;

import java.util.Arrays;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Estimates the shift between the means of two samples of unequal size, with Welch's interval. A
 * rank-sum interval would be too narrow if the smaller sample varied more.
 */
public final class WelchShift {
    private WelchShift() {}

    /**
     * Computes candidate minus base.
     *
     * @throws IllegalArgumentException if a sample has fewer than two values
     */
    public static Estimate between(double[] base, double[] candidate, double level) {
        if (Math.min(base.length, candidate.length) < 2) {
            throw new IllegalArgumentException(base.length + " against " + candidate.length);
        }
        Moments before = new Moments();
        Moments after = new Moments();
        Arrays.stream(base).forEach(before::add);
        Arrays.stream(candidate).forEach(after::add);
        double one = before.varianceOfMean(0);
        double other = after.varianceOfMean(0);
        double shift = after.mean() - before.mean();
        if (one + other == 0) {
            return new Estimate(shift, shift, shift, level);
        }
        double freedom = Satterthwaite.freedom(one, base.length - 1, other, candidate.length - 1);
        double reach =
                TDistribution.of(freedom).inverseSurvivalProbability((1 - level) / 2)
                        * Math.sqrt(one + other);
        return new Estimate(shift, shift - reach, shift + reach, level);
    }
}
