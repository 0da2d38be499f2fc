/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.stats;

/**
 * Computes how strongly an order of runs confounds a drift over time with the difference between
 * the arms.
 */
public final class OrderConfounding {
    private OrderConfounding() {}

    /**
     * Returns the contribution of a random walk to the difference of the arms' means, relative to
     * its mean over all orders. It is 0.3 for ABBA ABBA, 1 for random orders, 3.7 for AAAA BBBB.
     *
     * @param candidate for each run in order, whether it belongs to the candidate
     */
    public static double drift(boolean[] candidate) {
        int n = candidate.length;
        int chosen = 0;
        for (boolean each : candidate) {
            chosen += each ? 1 : 0;
        }
        double ofCandidate = 1.0 / chosen;
        double ofBase = -1.0 / (n - chosen);
        double variance = (1.0 / chosen + 1.0 / (n - chosen)) / n;
        double sum = 0;
        double here = 0;
        double onAverage = 0;
        for (int i = 1; i < n; i++) {
            sum += candidate[i - 1] ? ofCandidate : ofBase;
            here += sum * sum;
            onAverage += variance * i * (n - i) / (n - 1);
        }
        return here / onAverage;
    }
}
