/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.metrics;

import io.heapsight.store.UploadCounts;
import io.prometheus.client.Collector.MetricFamilySamples;
import java.util.List;

/**
 * Exports the number and size of uploads of evidence to the store.
 *
 * <pre>
 * heapsight_store_uploads_total{outcome="done",} 1.0
 * heapsight_store_upload_bytes_total 1048576.0
 * </pre>
 */
record StoreMetrics(UploadCounts counts) implements MetricsCollector {
    @Override
    public String collectorName() {
        return "store";
    }

    @Override
    public Object basis() {
        return counts.totals();
    }

    @Override
    public void collect(List<MetricFamilySamples> page) {
        UploadCounts.Totals totals = counts.totals();
        MetricFamily uploads =
                MetricFamily.counter(
                        "heapsight_store_uploads_total",
                        "Total number of uploads to the store, by outcome.",
                        "outcome");
        totals.uploads().forEach((outcome, count) -> uploads.add(count, outcome.label()));
        uploads.into(page);
        MetricFamily bytes =
                MetricFamily.counter(
                        "heapsight_store_upload_bytes_total",
                        "Total number of bytes that uploads to the store sent.");
        bytes.add(totals.bytes());
        bytes.into(page);
    }
}
