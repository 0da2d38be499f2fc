/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.metrics;

import io.heapsight.operation.OperationCount;
import io.heapsight.operation.OperationGate;
import io.prometheus.client.Collector.MetricFamilySamples;
import java.util.List;

/**
 * Exports the number and duration of costly operations on targets.
 *
 * <pre>
 * heapsight_operations_total{operation="histogram",outcome="done",} 3.0
 * heapsight_operation_seconds_sum{operation="histogram",outcome="done",} 0.12
 * </pre>
 */
record OperationMetrics(OperationGate operations) implements MetricsCollector {
    @Override
    public String collectorName() {
        return "operations";
    }

    @Override
    public Object basis() {
        return operations.counts();
    }

    @Override
    public void collect(List<MetricFamilySamples> page) {
        MetricFamily total =
                MetricFamily.counter(
                        "heapsight_operations_total",
                        "Total number of costly operations on targets, such as histograms and"
                                + " heap dumps, by outcome.",
                        "operation",
                        "outcome");
        MetricFamily seconds =
                MetricFamily.summary(
                        "heapsight_operation_seconds",
                        "Duration of costly operations on targets in seconds, by operation and"
                                + " outcome.",
                        "operation",
                        "outcome");
        for (OperationCount row : operations.counts()) {
            String kind = row.kind().label();
            String outcome = row.outcome().label();
            total.add(row.count(), kind, outcome);
            seconds.addSummary(row.count(), row.seconds(), kind, outcome);
        }
        total.into(page);
        seconds.into(page);
    }
}
