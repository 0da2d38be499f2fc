/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.memory;

import java.time.Duration;
import java.util.Arrays;

/**
 * The known values of a series.
 *
 * @param times in seconds before the last sample, ascending
 */
@SuppressWarnings("ArrayRecordComponent") // not shared
record TimedValues(double[] times, double[] values) {
    private static final double MILLIS_PER_SECOND = 1000;

    /**
     * Returns the values from a time on.
     *
     * @param epochMillis of each sample, ascending
     * @param all values; NaN if unknown
     */
    static TimedValues of(long[] epochMillis, double[] all, long fromMillis) {
        int size = epochMillis.length;
        long last = size == 0 ? 0 : epochMillis[size - 1];
        double[] times = new double[size];
        double[] values = new double[size];
        int known = 0;
        for (int i = 0; i < size; i++) {
            if (epochMillis[i] >= fromMillis && !Double.isNaN(all[i])) {
                times[known] = (epochMillis[i] - last) / MILLIS_PER_SECOND;
                values[known] = all[i];
                known++;
            }
        }
        return new TimedValues(Arrays.copyOf(times, known), Arrays.copyOf(values, known));
    }

    /** Returns the last value; NaN without values. */
    double last() {
        return values.length == 0 ? Double.NaN : values[values.length - 1];
    }

    /** Returns the maximum; NaN without values. */
    double most() {
        return Arrays.stream(values).max().orElse(Double.NaN);
    }

    /** Returns the value at a time or after it; NaN without values. */
    double at(double time) {
        int i = 0;
        while (i < times.length - 1 && times[i] < time) {
            i++;
        }
        return values.length == 0 ? Double.NaN : values[i];
    }

    /** Returns the time from the first value to the last sample. */
    Duration span() {
        return times.length == 0
                ? Duration.ZERO
                : Duration.ofMillis((long) (-MILLIS_PER_SECOND * times[0]));
    }
}
