/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.metrics;

import io.prometheus.client.Collector.MetricFamilySamples;
import java.util.List;

/**
 * Who calls, and who is turned away.
 *
 * <pre>
 * heapsight_http_connections 3.0
 * heapsight_http_connections_closed_total{reason="idle",} 12.0
 * heapsight_http_wrong_tokens_total 0.0
 * </pre>
 */
record HttpMetrics(HttpTally tally) implements MetricsCollector {
    @Override
    public String collectorName() {
        return "http";
    }

    @Override
    public void collect(List<MetricFamilySamples> page) {
        Family.gauge("heapsight_http_connections", "Connections that are open.")
                .add(tally.open())
                .into(page);
        Family closed =
                Family.counter(
                        "heapsight_http_connections_closed_total",
                        "Connections that the sidecar closed: to make room for others (full), or"
                                + " since no request came (idle).",
                        "reason");
        for (HttpTally.Closed why : HttpTally.Closed.values()) {
            closed.add(tally.count(why), why.label());
        }
        closed.into(page);
        Family.counter(
                        "heapsight_http_wrong_tokens_total",
                        "Requests with a bearer token that is not valid.")
                .add(tally.wrongTokens())
                .into(page);
    }
}
