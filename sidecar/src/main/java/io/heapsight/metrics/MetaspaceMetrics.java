/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.metrics;

import io.heapsight.jstat.SampleField;
import io.prometheus.client.Collector.MetricFamilySamples;
import java.util.List;

/**
 * Metaspace and the compressed class space, as {@code jstat -gcmetacapacity} shows them.
 *
 * <pre>
 * jvm_metaspace_capacity_bytes{target="Shop",} 7.340032E7
 * </pre>
 */
record MetaspaceMetrics(SampledTargets targets) implements MetricsCollector {
    @Override
    public String collectorName() {
        return "metaspace";
    }

    @Override
    public Object basis() {
        return targets.sampled();
    }

    @Override
    public void collect(List<MetricFamilySamples> page) {
        String metaspace = "jvm_metaspace_";
        String classes = "jvm_compressed_class_space_";
        minimum(page, metaspace, SampleField.METASPACE_MIN_CAPACITY_BYTES);
        maximum(page, metaspace, SampleField.METASPACE_MAX_CAPACITY_BYTES);
        present(page, metaspace, SampleField.METASPACE_CAPACITY_BYTES);
        minimum(page, classes, SampleField.CLASS_SPACE_MIN_CAPACITY_BYTES);
        maximum(page, classes, SampleField.CLASS_SPACE_MAX_CAPACITY_BYTES);
        present(page, classes, SampleField.CLASS_SPACE_CAPACITY_BYTES);
    }

    private void minimum(List<MetricFamilySamples> page, String prefix, SampleField field) {
        targets.gauge(page, prefix + "min_capacity_bytes", "Its least capacity.", field);
    }

    private void maximum(List<MetricFamilySamples> page, String prefix, SampleField field) {
        targets.gauge(
                page,
                prefix + "max_capacity_bytes",
                "The most that is reserved for it at present; not its limit.",
                field);
    }

    private void present(List<MetricFamilySamples> page, String prefix, SampleField field) {
        targets.gauge(
                page,
                prefix + "capacity_bytes",
                "Its capacity: bytes committed. Set by the JVM at a collection.",
                field);
    }
}
