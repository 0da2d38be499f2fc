/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.fleet;

import io.heapsight.prometheus.InstantSample;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The buckets of a histogram: cumulative counts by the upper bound of each bucket, as in
 * Prometheus.
 *
 * @param labels of the histogram, without {@value #BOUND}
 */
record HistogramBuckets(Map<String, String> labels, SortedMap<Double, Double> counts) {
    private static final String BOUND = "le";

    /** A share of the count that may be an error of {@code increase()}. */
    private static final double ERROR = 1e-6;

    /** Groups the series of buckets by histogram. */
    static List<HistogramBuckets> of(List<InstantSample> samples) {
        Map<Map<String, String>, SortedMap<Double, Double>> all = new HashMap<>();
        for (InstantSample each : samples) {
            Map<String, String> labels = new HashMap<>(each.labels());
            labels.remove(BOUND);
            all.computeIfAbsent(labels, _ -> new TreeMap<>())
                    .merge(bound(each.label(BOUND)), each.value(), Double::sum);
        }
        List<HistogramBuckets> buckets = new ArrayList<>();
        all.forEach((labels, counts) -> buckets.add(new HistogramBuckets(labels, counts)));
        return buckets;
    }

    private static double bound(String text) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException _) {
            return Double.POSITIVE_INFINITY; // "+Inf"
        }
    }

    /**
     * Returns the largest bound that a value exceeded: a lower bound of the maximum; 0 if all are
     * in the first bucket, NaN without values.
     */
    double leastMaximum() {
        double all = counts.isEmpty() ? 0 : counts.getOrDefault(counts.lastKey(), 0.0);
        if (!(all > 0)) {
            return Double.NaN;
        }
        double least = 0;
        for (Map.Entry<Double, Double> each : counts.entrySet()) {
            least = each.getValue() < all * (1 - ERROR) ? each.getKey() : least;
        }
        return least;
    }
}
