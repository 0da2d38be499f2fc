/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.prometheus;

import java.util.Arrays;
import java.util.Map;

/** Collects the points of one series. Points that are not after the last one are dropped. */
final class SeriesBuilder {
    private static final int LEAST = 16;

    private long[] epochMillis = new long[LEAST];
    private double[] values = new double[LEAST];
    private int size;

    void add(long atEpochMillis, double value) {
        if (size > 0 && atEpochMillis <= epochMillis[size - 1]) {
            return;
        }
        if (size == values.length) {
            epochMillis = Arrays.copyOf(epochMillis, 2 * size);
            values = Arrays.copyOf(values, 2 * size);
        }
        epochMillis[size] = atEpochMillis;
        values[size] = value;
        size++;
    }

    void add(MetricSeries later) {
        for (int i = 0; i < later.size(); i++) {
            add(later.epochMillis()[i], later.values()[i]);
        }
    }

    int size() {
        return size;
    }

    MetricSeries build(Map<String, String> labels) {
        return new MetricSeries(
                labels, Arrays.copyOf(epochMillis, size), Arrays.copyOf(values, size));
    }
}
