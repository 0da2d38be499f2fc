/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.fleet.comparison;

import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The standard normal distribution, computed as Student's t with many degrees of freedom: the
 * library's own class needs another library.
 */
final class NormalQuantile {
    private static final TDistribution NORMAL = TDistribution.of(1e7);

    private NormalQuantile() {}

    /** Returns the value that a share of the law exceeds. */
    static double above(double share) {
        return NORMAL.inverseSurvivalProbability(share);
    }

    /** Returns the share of the law above a value. */
    static double shareAbove(double value) {
        return NORMAL.survivalProbability(value);
    }
}
