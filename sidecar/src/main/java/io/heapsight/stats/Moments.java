/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.stats;

/** Accumulates mean and sum of squared deviations, by Welford's recurrence. */
final class Moments {
    private int count;
    private double mean;
    private double squares;

    void add(double value) {
        count++;
        double from = value - mean;
        mean += from / count;
        squares += from * (value - mean);
    }

    int count() {
        return count;
    }

    double mean() {
        return mean;
    }

    /** Returns the sum of the squared deviations from the mean; never negative. */
    double squares() {
        return squares;
    }

    /**
     * Returns the variance of the mean.
     *
     * @param least lower bound of the variance of a number
     */
    double varianceOfMean(double least) {
        return Math.max(squares / (count - 1), least) / count;
    }

    /** Returns the standard deviation, with n-1; NaN for fewer than two numbers. */
    double deviation() {
        return count < 2 ? Double.NaN : Math.sqrt(squares / (count - 1));
    }
}
