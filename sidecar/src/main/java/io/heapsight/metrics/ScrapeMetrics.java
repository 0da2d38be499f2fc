/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.metrics;

import io.prometheus.client.Collector.MetricFamilySamples;
import java.util.List;

/**
 * Exports the result of this scrape: the last section of the page, which reports on the sections
 * before it.
 *
 * <pre>
 * heapsight_collector_duration_seconds{collector="memory",} 2.5E-5
 * heapsight_collector_success{collector="memory",} 1.0
 * heapsight_scrapes_total 12.0
 * </pre>
 */
final class ScrapeMetrics implements MetricsCollector {
    private static final double NANOS_PER_SECOND = 1e9;

    private final List<PageSection> sections;
    private long scrapes;
    private long began;

    ScrapeMetrics(List<PageSection> sections) {
        this.sections = sections;
    }

    /** Starts a page. */
    void begin() {
        scrapes++;
        began = System.nanoTime();
    }

    @Override
    public String collectorName() {
        return "scrape";
    }

    @Override
    public void collect(List<MetricFamilySamples> page) {
        MetricFamily duration =
                MetricFamily.gauge(
                        "heapsight_collector_duration_seconds",
                        "Time in seconds that a collector of the sidecar took for this scrape.",
                        "collector");
        MetricFamily success =
                MetricFamily.gauge(
                        "heapsight_collector_success",
                        "1 if a collector of the sidecar succeeded in this scrape, 0 if it"
                                + " failed.",
                        "collector");
        for (PageSection section : sections) {
            duration.add(section.seconds(), section.collectorName());
            success.add(section.worked() ? 1 : 0, section.collectorName());
        }
        duration.into(page);
        success.into(page);
        MetricFamily.counter(
                        "heapsight_scrapes_total",
                        "Total number of scrapes of the sidecar's metrics, this one included.")
                .add(scrapes)
                .into(page);
        MetricFamily.gauge(
                        "heapsight_scrape_duration_seconds",
                        "Time in seconds that the sidecar took to produce this page.")
                .add((System.nanoTime() - began) / NANOS_PER_SECOND)
                .into(page);
    }
}
