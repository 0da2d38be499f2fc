/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.gc;

/**
 * Number and total time of the long pauses of a period: those of 200 ms and more and, among them,
 * those of 1 s and more. Counters give lower bounds.
 *
 * @param count of 200 ms and more; NaN if unknown
 * @param seconds in total
 * @param tooLongCount of 1 s and more
 * @param tooLongSeconds in total
 */
public record LongPauseTotals(
        double count, double seconds, double tooLongCount, double tooLongSeconds) {
    public static final LongPauseTotals NONE = new LongPauseTotals(0, 0, 0, 0);
    public static final LongPauseTotals UNKNOWN =
            new LongPauseTotals(Double.NaN, Double.NaN, Double.NaN, Double.NaN);

    /**
     * Returns these plus a number of pauses, if they are long.
     *
     * @param eachSeconds length of each
     */
    public LongPauseTotals plus(long pauses, double eachSeconds) {
        if (!(eachSeconds >= GcThresholds.LONG_PAUSE_SECONDS)) {
            return this;
        }
        double all = pauses * eachSeconds;
        boolean isTooLong = eachSeconds >= GcThresholds.TOO_LONG_PAUSE_SECONDS;
        return new LongPauseTotals(
                count + pauses,
                seconds + all,
                tooLongCount + (isTooLong ? pauses : 0),
                tooLongSeconds + (isTooLong ? all : 0));
    }

    /** Returns the larger one of two lower bounds. */
    public LongPauseTotals orMore(LongPauseTotals other) {
        return new LongPauseTotals(
                Math.max(count, other.count),
                Math.max(seconds, other.seconds),
                Math.max(tooLongCount, other.tooLongCount),
                Math.max(tooLongSeconds, other.tooLongSeconds));
    }

    /** Whether pauses of 1 s and more stop the program for several seconds, and not only once. */
    boolean areTooLong() {
        return areTooLong(tooLongCount, tooLongSeconds);
    }

    /** The same for pauses that may all last 1 s and more. */
    static boolean areTooLong(double pauses, double seconds) {
        return pauses > 1
                && seconds >= pauses * GcThresholds.TOO_LONG_PAUSE_SECONDS
                && seconds >= GcThresholds.SEVERAL * GcThresholds.TOO_LONG_PAUSE_SECONDS;
    }
}
