/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.stats;

import java.util.Arrays;

/**
 * Computes the Hodges–Lehmann estimate of the shift between two samples, which is robust to
 * outliers: the median of all differences between a value of one and a value of the other. Its
 * interval is the set of shifts that a rank-sum test would not refuse: it holds whatever the shape
 * of the distribution.
 *
 * @see <a href="https://doi.org/10.1214/aoms/1177704172">Hodges, Lehmann: Estimates of location
 *     based on rank tests</a>
 */
public final class HodgesLehmann {
    private HodgesLehmann() {}

    /**
     * Candidate minus base.
     *
     * @param level wanted; so few values that none reaches it get the widest interval there is,
     *     with the level that it has
     * @throws IllegalArgumentException when a sample is empty
     */
    public static Estimate shift(double[] base, double[] candidate, double level) {
        if (base.length == 0 || candidate.length == 0) {
            throw new IllegalArgumentException(base.length + " against " + candidate.length);
        }
        double[] differences = new double[base.length * candidate.length];
        for (int i = 0; i < base.length; i++) {
            for (int k = 0; k < candidate.length; k++) {
                differences[i * candidate.length + k] = candidate[k] - base[i];
            }
        }
        Arrays.sort(differences);
        RankSum ranks = new RankSum(base.length, candidate.length);
        int beyond = Math.max(0, ranks.quantile((1 - level) / 2));
        double reached = Math.max(0, 1 - 2 * ranks.atMost(beyond));
        int last = differences.length - 1;
        double middle = (differences[last / 2] + differences[last - last / 2]) / 2;
        return new Estimate(middle, differences[beyond], differences[last - beyond], reached);
    }
}
