/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.metrics;

import io.prometheus.client.Collector.MetricFamilySamples;
import java.util.ArrayList;
import java.util.List;

/**
 * Exports the numbers of connections to the HTTP server and of rejected callers.
 *
 * <pre>
 * heapsight_http_connections 3.0
 * heapsight_http_connections_closed_total{reason="idle",} 12.0
 * heapsight_http_wrong_tokens_total 0.0
 * </pre>
 */
record HttpMetrics(HttpCounters tally) implements MetricsCollector {
    @Override
    public String collectorName() {
        return "http";
    }

    @Override
    public Object basis() {
        List<Number> counts = new ArrayList<>(List.of(tally.open(), tally.wrongTokens()));
        for (HttpCounters.Closed why : HttpCounters.Closed.values()) {
            counts.add(tally.count(why));
        }
        return counts;
    }

    @Override
    public void collect(List<MetricFamilySamples> page) {
        MetricFamily.gauge("heapsight_http_connections", "Number of open HTTP connections.")
                .add(tally.open())
                .into(page);
        MetricFamily closed =
                MetricFamily.counter(
                        "heapsight_http_connections_closed_total",
                        "Total number of HTTP connections that the sidecar closed to make room for"
                                + " others (full), because no request arrived in time (idle) or because"
                                + " too many requests were pending on them (pipelined).",
                        "reason");
        for (HttpCounters.Closed why : HttpCounters.Closed.values()) {
            closed.add(tally.count(why), why.label());
        }
        closed.into(page);
        MetricFamily.counter(
                        "heapsight_http_wrong_tokens_total",
                        "Total number of HTTP requests with an invalid bearer token.")
                .add(tally.wrongTokens())
                .into(page);
    }
}
