/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.metrics;

import io.heapsight.trigger.TriggerCounts;
import io.prometheus.client.Collector.MetricFamilySamples;
import java.util.List;

/**
 * Exports the number of firings of triggers and rules, by name.
 *
 * <pre>
 * heapsight_triggers_fired_total{trigger="container_memory>90%:histogram",outcome="done",} 1.0
 * </pre>
 */
record TriggerMetrics(TriggerCounts tally) implements MetricsCollector {
    @Override
    public String collectorName() {
        return "triggers";
    }

    @Override
    public Object basis() {
        return tally.rows();
    }

    @Override
    public void collect(List<MetricFamilySamples> page) {
        MetricFamily fired =
                MetricFamily.counter(
                        "heapsight_triggers_fired_total",
                        "Total number of times a trigger or a rule fired, by the outcome of its actions.",
                        "trigger",
                        "outcome");
        for (TriggerCounts.Row row : tally.rows()) {
            row.counts()
                    .forEach(
                            (outcome, count) ->
                                    fired.add(count, row.rule().name(), outcome.label()));
        }
        fired.into(page);
    }
}
