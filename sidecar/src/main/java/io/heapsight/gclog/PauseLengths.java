/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.gclog;

import io.heapsight.gc.LongPauseTotals;
import java.util.Arrays;

/**
 * The lengths of pauses, with their quantiles: exact up to {@value #MOST_EXACT} pauses, then to 0.5
 * % of the length. Uses at most 512 KiB.
 */
final class PauseLengths {
    private static final int MOST_EXACT = 1 << 16;
    private static final int FIRST = 16;

    /** Buckets of 1 % width from a tenth of a microsecond. */
    private static final double LEAST_SECONDS = 1e-7;

    private static final double WIDTH = Math.log(1.01);
    private static final int BUCKETS = 3_000;

    private double[] exact = new double[FIRST];
    private long[] buckets = {};
    private long count;
    private double seconds;
    private double longest;
    private LongPauseTotals longOnes = LongPauseTotals.NONE;

    void add(double length) {
        if (count == MOST_EXACT) {
            buckets = new long[BUCKETS];
            for (double each : exact) {
                buckets[bucket(each)]++;
            }
            exact = new double[0];
        }
        if (count >= MOST_EXACT) {
            buckets[bucket(length)]++;
        } else {
            if (count == exact.length) {
                exact = Arrays.copyOf(exact, 2 * exact.length);
            }
            exact[(int) count] = length;
        }
        count++;
        seconds += length;
        longest = Math.max(longest, length);
        longOnes = longOnes.plus(1, length);
    }

    long count() {
        return count;
    }

    GcLogSummary.PauseTimes times() {
        if (count <= MOST_EXACT) {
            Arrays.sort(exact, 0, (int) count);
        }
        return new GcLogSummary.PauseTimes(
                count, seconds, longest, quantile(0.5), quantile(0.9), quantile(0.99), longOnes);
    }

    /** The smallest length that at least this share of the pauses does not exceed. */
    private double quantile(double share) {
        if (count == 0) {
            return Double.NaN;
        }
        long rank = Math.max(1, (long) Math.ceil(share * count - 1e-9));
        if (count <= MOST_EXACT) {
            return exact[(int) rank - 1];
        }
        int at = 0;
        for (long before = buckets[0]; before < rank; before += buckets[at]) {
            at++;
        }
        return Math.min(longest, LEAST_SECONDS * Math.exp((at + 0.5) * WIDTH));
    }

    private static int bucket(double length) {
        return length <= LEAST_SECONDS
                ? 0
                : Math.min(BUCKETS - 1, (int) (Math.log(length / LEAST_SECONDS) / WIDTH));
    }
}
