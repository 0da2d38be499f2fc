/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.metrics;

import io.heapsight.delivery.DeliveryCounts;
import io.prometheus.client.Collector.MetricFamilySamples;
import java.util.List;

/**
 * Exports the number of deliveries to a receiver, such as events for the webhook.
 *
 * <pre>
 * heapsight_webhook_deliveries_total{outcome="delivered",} 1.0
 * heapsight_pyroscope_deliveries_total{outcome="delivered",} 1.0
 * </pre>
 *
 * @param items the delivered items and their receiver: "events for the webhook"
 */
record DeliveryMetrics(String collectorName, String items, DeliveryCounts counts)
        implements MetricsCollector {
    @Override
    public Object basis() {
        return counts.all();
    }

    @Override
    public void collect(List<MetricFamilySamples> page) {
        MetricFamily deliveries =
                MetricFamily.counter(
                        "heapsight_%s_deliveries_total".formatted(collectorName),
                        "Total number of %s, by outcome.".formatted(items),
                        "outcome");
        counts.all().forEach((outcome, count) -> deliveries.add(count, outcome.label()));
        deliveries.into(page);
    }
}
