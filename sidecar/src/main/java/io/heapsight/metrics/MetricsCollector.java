/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.metrics;

import io.prometheus.client.Collector.MetricFamilySamples;
import java.util.List;

/**
 * Collects metric families of one prefix from the sampler's state. Called by one scrape at a time.
 */
interface MetricsCollector {
    /** The value of the label {@code collector} of {@code heapsight_collector_success}. */
    String collectorName();

    /**
     * The current input of the families: while it equals the previous one, the families are not
     * rendered again. By default it never equals.
     */
    default Object basis() {
        return new Object();
    }

    /** Adds the families that have a sample; reads memory only, and never a target. */
    void collect(List<MetricFamilySamples> page);
}
