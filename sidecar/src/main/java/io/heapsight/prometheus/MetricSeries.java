/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.prometheus;

import java.util.Map;

/**
 * One time series of a range query. Arrays are read only; instances are never compared.
 *
 * @param labels {@code __name__} included, if the query keeps it
 * @param epochMillis ascending
 * @param values finite; a gap is a missing point
 */
@SuppressWarnings("ArrayRecordComponent")
public record MetricSeries(Map<String, String> labels, long[] epochMillis, double[] values) {
    public MetricSeries {
        labels = Map.copyOf(labels);
        if (epochMillis.length != values.length) {
            throw new IllegalArgumentException(epochMillis.length + " times, " + values.length);
        }
    }

    /** Returns the number of points. */
    public int size() {
        return values.length;
    }

    /** Returns the value of a label; empty if it is missing, as in PromQL. */
    public String label(String name) {
        return labels.getOrDefault(name, "");
    }
}
