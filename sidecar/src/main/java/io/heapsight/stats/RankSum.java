/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.stats;

/**
 * The null distribution of the Mann–Whitney statistic U, which counts the pairs of which the first
 * is the larger. Exact; no ties.
 *
 * <p>The counts are the coefficients of a Gaussian binomial, found by one multiplication and one
 * division of a polynomial for each value of a sample.
 */
final class RankSum {
    private final double[] cumulated;

    RankSum(int first, int second) {
        int most = first * second;
        double[] ways = new double[most + 1];
        ways[0] = 1;
        for (int i = 1; i <= first; i++) {
            for (int u = most; u >= second + i; u--) {
                ways[u] -= ways[u - second - i];
            }
            for (int u = i; u <= most; u++) {
                ways[u] += ways[u - i];
            }
        }
        cumulated = new double[most + 1];
        double sum = 0;
        for (int u = 0; u <= most; u++) {
            sum += ways[u];
            cumulated[u] = sum;
        }
        for (int u = 0; u <= most; u++) {
            cumulated[u] /= sum;
        }
    }

    /** The probability that U is so small. */
    double atMost(int u) {
        return u < 0 ? 0 : cumulated[Math.min(u, cumulated.length - 1)];
    }

    /** The largest U that is reached with at most that probability; -1 when none is so rare. */
    int quantile(double probability) {
        int u = -1;
        while (u + 1 < cumulated.length && cumulated[u + 1] <= probability) {
            u++;
        }
        return u;
    }
}
