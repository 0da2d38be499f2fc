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
}
