/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.collector;

import io.heapsight.jstat.SampleField;
import io.heapsight.jstat.SampleRing;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The values of some fields in the most recent samples of a target. */
final class SampleWindow {
    private static final long MINUTE_MILLIS = 60_000;
    private static final double MILLIS = 1e3;

    private final long[] times;
    private final Map<SampleField, double[]> columns;

    /**
     * Creates a window from a copy of samples that the caller does not change.
     *
     * @param times in milliseconds since the epoch, ascending
     * @param columns values by field, one per time; NaN if missing
     */
    SampleWindow(long[] times, Map<SampleField, double[]> columns) {
        this.times = times;
        this.columns = columns;
    }

    /**
     * Copies these fields from the most recent samples.
     *
     * @param seconds maximum age of a sample, relative to the newest one
     */
    static SampleWindow of(SampleRing ring, double seconds, List<SampleField> fields) {
        long[] all = ring.epochMillis();
        int first = 0;
        while (first < all.length
                && all[all.length - 1] - all[first] > Math.round(MILLIS * seconds)) {
            first++;
        }
        long[] times = Arrays.copyOfRange(all, first, all.length);
        Map<SampleField, double[]> columns = new EnumMap<>(SampleField.class);
        fields.forEach(field -> columns.put(field, new double[times.length]));
        for (int i = 0; i < times.length; i++) {
            double[] row = ring.row(first + i);
            for (Map.Entry<SampleField, double[]> column : columns.entrySet()) {
                column.getValue()[i] = column.getKey().in(row);
            }
        }
        return new SampleWindow(times, columns);
    }

    /** Returns the time from the first sample to the last. */
    double seconds() {
        return times.length < 2 ? 0 : (times[times.length - 1] - times[0]) / MILLIS;
    }

    /** Returns the last known value, or NaN. */
    double last(SampleField field) {
        double[] values = column(field);
        for (int i = values.length - 1; i >= 0; i--) {
            if (!Double.isNaN(values[i])) {
                return values[i];
            }
        }
        return Double.NaN;
    }

    /** Returns the maximum of the known values, or NaN. */
    double max(SampleField field) {
        return Arrays.stream(column(field))
                .filter(value -> !Double.isNaN(value))
                .max()
                .orElse(Double.NaN);
    }

    /** Returns the growth of a counter from its first known value to its last one, or NaN. */
    double increase(SampleField field) {
        return increase(field, field);
    }

    /** Returns the growth of a counter per second, or NaN. */
    double rate(SampleField field) {
        double[] values = column(field);
        int first = first(values, values);
        int last = last(values, values);
        return last > first
                ? Math.max(0, values[last] - values[first]) * MILLIS / (times[last] - times[first])
                : Double.NaN;
    }

    /** Returns the growth of a counter divided by that of another one, or NaN. */
    double ratio(SampleField part, SampleField whole) {
        double increase = increase(whole, part);
        return increase > 0 ? increase(part, whole) / increase : Double.NaN;
    }

    /** Returns the growth of a counter over the samples that also have the other counter. */
    private double increase(SampleField field, SampleField other) {
        double[] values = column(field);
        double[] others = column(other);
        int first = first(values, others);
        int last = last(values, others);
        return last > first ? Math.max(0, values[last] - values[first]) : Double.NaN;
    }

    /** Returns the highest growth per second of a counter within a minute, or NaN. */
    double worstMinute(SampleField field) {
        double[] values = column(field);
        double worst = Double.NaN;
        int first = 0;
        for (int i = 1; i < values.length; i++) {
            while (times[i] - times[first + 1] >= MINUTE_MILLIS) {
                first++;
            }
            double ratio = (values[i] - values[first]) * MILLIS / (times[i] - times[first]);
            if (times[i] - times[first] >= MINUTE_MILLIS && !(ratio <= worst)) {
                worst = ratio;
            }
        }
        return worst;
    }

    private static int first(double[] values, double[] others) {
        int first = 0;
        while (first < values.length && Double.isNaN(values[first] + others[first])) {
            first++;
        }
        return first;
    }

    private static int last(double[] values, double[] others) {
        int last = values.length - 1;
        while (last >= 0 && Double.isNaN(values[last] + others[last])) {
            last--;
        }
        return last;
    }

    private double[] column(SampleField field) {
        double[] values = columns.get(field);
        if (values == null) {
            throw new IllegalArgumentException(field + " was not copied");
        }
        return values;
    }
}
