/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.metrics;

import io.heapsight.otlp.OtlpPushCounts;
import io.prometheus.client.Collector.MetricFamilySamples;
import java.util.List;

/**
 * Exports the number of pushes to the OpenTelemetry endpoint, by outcome.
 *
 * <pre>
 * heapsight_otlp_pushes_total{outcome="accepted",} 1.0
 * </pre>
 */
record OtlpPushMetrics(OtlpPushCounts counts) implements MetricsCollector {
    @Override
    public String collectorName() {
        return "otlp";
    }

    @Override
    public Object basis() {
        return counts.all();
    }

    @Override
    public void collect(List<MetricFamilySamples> page) {
        MetricFamily pushes =
                MetricFamily.counter(
                        "heapsight_otlp_pushes_total",
                        "Total number of pushes to the OpenTelemetry endpoint, by outcome.",
                        "outcome");
        counts.all().forEach((outcome, count) -> pushes.add(count, outcome.label()));
        pushes.into(page);
    }
}
