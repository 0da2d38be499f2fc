/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.metrics;

import io.heapsight.jstat.SampleField;
import io.prometheus.client.Collector.MetricFamilySamples;
import java.util.List;

/**
 * Exports metaspace and the compressed class space, as {@code jstat -gcmetacapacity} shows them.
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
        space(
                page,
                "jvm_metaspace_",
                "metaspace",
                SampleField.METASPACE_MIN_CAPACITY_BYTES,
                SampleField.METASPACE_MAX_CAPACITY_BYTES,
                SampleField.METASPACE_CAPACITY_BYTES);
        space(
                page,
                "jvm_compressed_class_space_",
                "compressed class space",
                SampleField.CLASS_SPACE_MIN_CAPACITY_BYTES,
                SampleField.CLASS_SPACE_MAX_CAPACITY_BYTES,
                SampleField.CLASS_SPACE_CAPACITY_BYTES);
    }

    private void space(
            List<MetricFamilySamples> page,
            String prefix,
            String space,
            SampleField min,
            SampleField max,
            SampleField capacity) {
        targets.gauge(
                page,
                prefix + "min_capacity_bytes",
                "Minimum capacity of the target's " + space + " in bytes.",
                min);
        targets.gauge(
                page,
                prefix + "max_capacity_bytes",
                "Memory reserved for the target's "
                        + space
                        + " in bytes; it can grow, so it is not the limit.",
                max);
        targets.gauge(
                page,
                prefix + "capacity_bytes",
                "Memory committed for the target's "
                        + space
                        + " in bytes; the JVM updates it at garbage collections.",
                capacity);
    }
}
