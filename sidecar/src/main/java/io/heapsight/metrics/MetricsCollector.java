/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.metrics;

import io.prometheus.client.Collector.MetricFamilySamples;
import java.util.List;

/**
 * Collects metric families of one prefix from the sampler's state. Only one scrape calls it at a
 * time.
 */
interface MetricsCollector {
    /** The value of the label {@code collector} of {@code heapsight_collector_success}. */
    String collectorName();

    /**
     * The current input of the families: they are rendered again only if it differs from the
     * previous input. By default it always differs.
     */
    default Object basis() {
        return new Object();
    }

    /** Adds the families that have a sample; reads only memory, never a target. */
    void collect(List<MetricFamilySamples> page);
}
