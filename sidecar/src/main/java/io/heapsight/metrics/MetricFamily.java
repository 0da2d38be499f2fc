/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.metrics;

import io.heapsight.unit.VisibleText;
import io.prometheus.client.Collector;
import io.prometheus.client.Collector.MetricFamilySamples;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A metric family under construction. NaN values are skipped, and a family without a sample does
 * not appear.
 */
final class MetricFamily {
    private static final int LONGEST_LABEL = 512;

    private final String name;
    private final Collector.Type type;
    private final String help;
    private final List<String> labelNames;
    private final List<MetricFamilySamples.Sample> samples = new ArrayList<>();

    private MetricFamily(String name, Collector.Type type, String help, List<String> labelNames) {
        this.name = name;
        this.type = type;
        this.help = help;
        this.labelNames = labelNames;
    }

    static MetricFamily gauge(String name, String help, String... labelNames) {
        return new MetricFamily(name, Collector.Type.GAUGE, help, List.of(labelNames));
    }

    /** A counter; its name ends in {@code _total}. */
    static MetricFamily counter(String name, String help, String... labelNames) {
        if (!name.endsWith("_total")) {
            throw new IllegalArgumentException("a counter's name ends in _total: " + name);
        }
        return new MetricFamily(name, Collector.Type.COUNTER, help, List.of(labelNames));
    }

    /** A summary without quantiles: {@code _count} and {@code _sum}. */
    static MetricFamily summary(String name, String help, String... labelNames) {
        return new MetricFamily(name, Collector.Type.SUMMARY, help, List.of(labelNames));
    }

    /** A histogram: {@code _bucket}, {@code _count} and {@code _sum}. */
    static MetricFamily histogram(String name, String help, String... labelNames) {
        return new MetricFamily(name, Collector.Type.HISTOGRAM, help, List.of(labelNames));
    }

    /**
     * A gauge with the value 1 that carries its information in labels; its name ends in {@code
     * _info}.
     */
    static MetricFamily info(String name, String help, String... labelNames) {
        return new MetricFamily(name, Collector.Type.GAUGE, help, List.of(labelNames));
    }

    MetricFamily add(double value, String... labelValues) {
        if (!Double.isNaN(value)) {
            samples.add(
                    new MetricFamilySamples.Sample(name, labelNames, shown(labelValues), value));
        }
        return this;
    }

    MetricFamily addSummary(double count, double sum, String... labelValues) {
        if (!Double.isNaN(count) && !Double.isNaN(sum)) {
            List<String> values = shown(labelValues);
            samples.add(new MetricFamilySamples.Sample(name + "_count", labelNames, values, count));
            samples.add(new MetricFamilySamples.Sample(name + "_sum", labelNames, values, sum));
        }
        return this;
    }

    /**
     * Adds the histogram of one set of labels.
     *
     * @param bounds upper bounds of the buckets
     * @param counts of each bucket, and last those above all bounds; not cumulative
     */
    MetricFamily addHistogram(
            List<Double> bounds, List<Long> counts, double sum, String... labelValues) {
        List<String> values = shown(labelValues);
        List<String> bucketLabels = with(labelNames, "le");
        long count = 0;
        for (int i = 0; i < counts.size(); i++) {
            count += counts.get(i);
            double bound = i < bounds.size() ? bounds.get(i) : Double.POSITIVE_INFINITY;
            samples.add(
                    new MetricFamilySamples.Sample(
                            name + "_bucket",
                            bucketLabels,
                            with(values, Collector.doubleToGoString(bound)),
                            count));
        }
        samples.add(new MetricFamilySamples.Sample(name + "_count", labelNames, values, count));
        samples.add(new MetricFamilySamples.Sample(name + "_sum", labelNames, values, sum));
        return this;
    }

    private static List<String> with(List<String> all, String more) {
        return Stream.concat(all.stream(), Stream.of(more)).toList();
    }

    /** Cleans label values, so that the page stays valid for any name of a target or class. */
    private static List<String> shown(String... labelValues) {
        String[] shown = new String[labelValues.length];
        for (int i = 0; i < shown.length; i++) {
            shown[i] = VisibleText.of(labelValues[i], LONGEST_LABEL);
        }
        return List.of(shown);
    }

    /** Adds the family to the page, unless it is empty. */
    void into(List<MetricFamilySamples> page) {
        if (!samples.isEmpty()) {
            page.add(new MetricFamilySamples(name, type, help, samples));
        }
    }
}
