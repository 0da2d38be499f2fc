/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.memory;

import java.util.Arrays;

/**
 * The heap in use since the last reading of the live set.
 *
 * @param bytes maximum after a later collection of any generation; heap in use if none ran
 * @param beforeBytes maximum in use before the reading; NaN if unknown
 */
public record HeapSinceReading(double bytes, double beforeBytes) {
    /** Ratio to the heap after a collection above which growth can't be only young objects. */
    private static final double STALE = 1.1;

    private static final double STALE_BYTES = 4 << 20;

    private static final int MANY_READINGS = 3;

    /**
     * Computes the figures from the heap in use; NaN for unknown values.
     *
     * @param reading index of the last reading
     */
    public static HeapSinceReading of(double[] used, int reading) {
        return new HeapSinceReading(leftSince(used, reading), most(used, 0, reading));
    }

    /**
     * Returns whether the live set may have grown since: by more than the garbage that earlier
     * collections found.
     *
     * @param liveBytes the last reading
     * @param readings number of all readings
     */
    public boolean outdates(double liveBytes, int readings) {
        boolean isGarbage = readings >= MANY_READINGS && bytes <= beforeBytes;
        return bytes > STALE * liveBytes + STALE_BYTES && !isGarbage;
    }

    /** Returns the maximum to which use fell from an index on; only collections lower it. */
    private static double leftSince(double[] used, int from) {
        double most = Double.NaN;
        for (int i = from + 1; i < used.length; i++) {
            if (used[i] < used[i - 1] && !(used[i] <= most)) {
                most = used[i];
            }
        }
        return Double.isNaN(most) ? most(used, from, used.length) : most;
    }

    private static double most(double[] used, int from, int to) {
        return Arrays.stream(used, from, to)
                .filter(bytes -> !Double.isNaN(bytes))
                .max()
                .orElse(Double.NaN);
    }
}
