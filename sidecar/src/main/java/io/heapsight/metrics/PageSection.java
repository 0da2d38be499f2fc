/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.metrics;

import io.heapsight.unit.EventLog;
import io.prometheus.client.Collector.MetricFamilySamples;
import java.util.ArrayList;
import java.util.List;

/**
 * Renders one collector's section of the metrics page. The text is rendered when the collector's
 * input has changed, usually once per sample, and reused by scrapes until then. A failing collector
 * is skipped, and logged at its first failure.
 *
 * <p>Memory: its text, some 60 bytes a series. Not thread-safe.
 */
final class PageSection {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final byte[] NOTHING = {};

    private final MetricsCollector collector;
    private final MetricNamingScheme names;
    private final EventLog log;
    private Object basis = "";
    private String form = "";
    private byte[] text = NOTHING;
    private boolean failing;
    private double seconds;

    PageSection(MetricsCollector collector, MetricNamingScheme names, EventLog log) {
        this.collector = collector;
        this.names = names;
        this.log = log;
    }

    String collectorName() {
        return collector.collectorName();
    }

    /** Whether the collector succeeded in the last scrape. */
    boolean worked() {
        return !failing;
    }

    /** Duration of the last scrape in this collector. */
    double seconds() {
        return seconds;
    }

    /**
     * Returns the current text, in UTF-8; empty if the collector fails.
     *
     * @param page writes it
     */
    byte[] text(String contentType, PageText page) {
        long begin = System.nanoTime();
        try {
            Object now = collector.basis(); // read before the families, so that these are not older
            if (!form.equals(contentType) || !basis.equals(now)) {
                text = page.of(contentType, families());
                form = contentType;
                basis = now;
            }
            failing = false;
        } catch (RuntimeException | OutOfMemoryError e) {
            text = NOTHING;
            form = "";
            failed(e);
        } finally {
            seconds = (System.nanoTime() - begin) / NANOS_PER_SECOND;
        }
        return text;
    }

    /**
     * Returns the text of some families, in UTF-8; empty if the collector fails. It is not reused.
     *
     * @param page writes it
     */
    byte[] text(MetricFilter filter, String contentType, PageText page) {
        try {
            return page.of(contentType, filter.of(families()));
        } catch (RuntimeException | OutOfMemoryError e) {
            failed(e);
            return NOTHING;
        }
    }

    private void failed(Throwable e) {
        if (!failing) {
            log.error("collector failed: " + collectorName(), e);
        }
        failing = true;
    }

    List<MetricFamilySamples> families() {
        List<MetricFamilySamples> families = new ArrayList<>();
        collector.collect(families);
        return names.of(families);
    }
}
