/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.advice;

import io.heapsight.jstat.MemoryHistory;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The maxima of a target's whole life; samples show only the last hour. NaN if unknown. The maxima
 * are lower bounds, because the history contains minima of short intervals.
 *
 * @param keptBytes heap in use after a collection of the old generation
 * @param chargedBytes memory that can't be reclaimed, including kernel memory
 * @param outsideBytes its part outside the heap
 * @param metaspaceBytes committed
 */
public record MemoryPeaks(
        double keptBytes, double chargedBytes, double outsideBytes, double metaspaceBytes) {
    /** Nothing is known. */
    public static final MemoryPeaks NONE =
            new MemoryPeaks(Double.NaN, Double.NaN, Double.NaN, Double.NaN);

    /** Returns the maxima of a history. */
    static MemoryPeaks of(MemoryHistory.Rows rows) {
        return new MemoryPeaks(
                new NonNanValues(rows.kept()).max(),
                new NonNanValues(rows.charged()).max(),
                highestTwice(rows.outside()),
                new NonNanValues(rows.metaspace()).max());
    }

    /**
     * Returns the maximum that two successive known values exceed: memory outside the heap is a
     * difference of two readings, between which the heap may change.
     */
    private static double highestTwice(double[] values) {
        double[] known = Arrays.stream(values).filter(each -> !Double.isNaN(each)).toArray();
        return IntStream.range(1, known.length)
                .mapToDouble(i -> Math.min(known[i - 1], known[i]))
                .max()
                .orElse(Double.NaN);
    }

    /**
     * Returns the larger of the present value and an earlier one; NaN if the present value is
     * unknown.
     */
    static double larger(double now, double earlier) {
        return earlier > now ? earlier : now;
    }
}
