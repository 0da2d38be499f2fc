/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.metrics;

import io.heapsight.webhook.WebhookCounts;
import io.prometheus.client.Collector.MetricFamilySamples;
import java.util.List;

/**
 * Events for the webhook.
 *
 * <pre>
 * heapsight_webhook_deliveries_total{outcome="delivered",} 1.0
 * </pre>
 */
record WebhookMetrics(WebhookCounts counts) implements MetricsCollector {
    @Override
    public String collectorName() {
        return "webhook";
    }

    @Override
    public Object basis() {
        return counts.all();
    }

    @Override
    public void collect(List<MetricFamilySamples> page) {
        Family deliveries =
                Family.counter(
                        "heapsight_webhook_deliveries_total",
                        "Total number of events for the webhook, by outcome.",
                        "outcome");
        counts.all().forEach((outcome, count) -> deliveries.add(count, outcome.label()));
        deliveries.into(page);
    }
}
