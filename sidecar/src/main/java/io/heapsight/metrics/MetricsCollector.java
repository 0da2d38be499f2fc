/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.metrics;

import io.prometheus.client.Collector.MetricFamilySamples;
import java.util.List;

/**
 * Collects metric families of one prefix from what the sampler holds. Called by one scrape at a
 * time.
 */
interface MetricsCollector {
    /** The value of the label {@code collector} of {@code heapsight_collector_success}. */
    String collectorName();

    /**
     * What the families are made from, as it is now: while it equals what it was, so do they, and
     * are not made again. By default nothing ever does.
     */
    default Object basis() {
        return new Object();
    }

    /** Adds the families that have a sample; reads memory only, and never a target. */
    void collect(List<MetricFamilySamples> page);
}
