/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.stats;

import java.util.Arrays;

/**
 * Computes the centre of symmetric differences with the interval of the Wilcoxon signed-rank test:
 * the median of the means of every two of them. Its interval is the set of centres that Wilcoxon's
 * signed-rank test would not refuse.
 *
 * @see <a href="https://doi.org/10.1214/aoms/1177704172">Hodges, Lehmann: Estimates of location
 *     based on rank tests</a>
 */
final class SignedRank {
    private SignedRank() {}

    /**
     * @param level wanted; so few differences that none reaches it get the widest interval there
     *     is, with the level that it has
     */
    static Estimate centre(double[] differences, double level) {
        int n = differences.length;
        double[] means = new double[n * (n + 1) / 2];
        int next = 0;
        for (int i = 0; i < n; i++) {
            for (int k = i; k < n; k++) {
                means[next] = (differences[i] + differences[k]) / 2;
                next++;
            }
        }
        Arrays.sort(means);
        double[] atMost = distribution(n);
        int beyond = 0;
        while (atMost[beyond + 1] <= (1 - level) / 2) {
            beyond++;
        }
        int last = means.length - 1;
        double middle = (means[last / 2] + means[last - last / 2]) / 2;
        return new Estimate(
                middle, means[beyond], means[last - beyond], Math.max(0, 1 - 2 * atMost[beyond]));
    }

    /** Of the sum of ranks of positive differences: the probability that it is at most so large. */
    private static double[] distribution(int n) {
        double[] ways = new double[n * (n + 1) / 2 + 2];
        ways[0] = 1;
        for (int rank = 1; rank <= n; rank++) {
            for (int sum = ways.length - 1; sum >= rank; sum--) {
                ways[sum] += ways[sum - rank];
            }
        }
        double cumulated = 0;
        double all = Math.scalb(1.0, n);
        for (int sum = 0; sum < ways.length; sum++) {
            cumulated += ways[sum];
            ways[sum] = cumulated / all;
        }
        return ways;
    }
}
