/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.fleet.comparison;

import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Computes quantiles of the standard normal distribution, as Student's t with many degrees of
 * freedom. The library's own class needs another library.
 */
final class NormalQuantile {
    private static final TDistribution NORMAL = TDistribution.of(1e7);

    private NormalQuantile() {}

    /** Returns the value that a share of the distribution exceeds. */
    static double above(double share) {
        return NORMAL.inverseSurvivalProbability(share);
    }

    /** Returns the share of the distribution above a value. */
    static double shareAbove(double value) {
        return NORMAL.survivalProbability(value);
    }
}
