/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.fleet;

/** Distinguishes the restart of a process from a replica of Prometheus that lags behind. */
public final class CounterReset {
    /** The share of its value to which a counter falls at a reset. */
    private static final double SHARE = 0.5;

    private CounterReset() {}

    /** Returns whether a counter started again from 0 between two known values. */
    public static boolean isBetween(double before, double after) {
        return after < SHARE * before;
    }

    /** Puts a 0 before the first known value of a counter, if there is a gap. */
    static void startAtZero(double[] counter) {
        int first = 0;
        while (first < counter.length && Double.isNaN(counter[first])) {
            first++;
        }
        if (first > 0 && first < counter.length) {
            counter[first - 1] = 0;
        }
    }
}
