/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.metrics;

import io.heapsight.jstat.Sample;
import io.heapsight.jstat.SampleField;
import io.prometheus.client.Collector.MetricFamilySamples;
import java.util.List;

/**
 * The heap, metaspace, and their pools.
 *
 * <pre>
 * jvm_memory_used_bytes{target="Shop",area="heap",} 1.6777216E7
 * jvm_memory_pool_used_bytes{target="Shop",pool="G1 Eden Space",} 4194304.0
 * </pre>
 */
record MemoryMetrics(SampledTargets targets) implements MetricsCollector {
    @Override
    public String collectorName() {
        return "memory";
    }

    @Override
    public Object basis() {
        return targets.sampled();
    }

    @Override
    public void collect(List<MetricFamilySamples> page) {
        area(page, "used", "Used", SampleField.HEAP_USED_BYTES, SampleField.NONHEAP_USED_BYTES);
        area(
                page,
                "committed",
                "Committed",
                SampleField.HEAP_COMMITTED_BYTES,
                SampleField.NONHEAP_COMMITTED_BYTES);
        area(page, "max", "Maximum", SampleField.HEAP_MAX_BYTES, SampleField.NONHEAP_MAX_BYTES);
        Family used = pool("used", "Used");
        Family committed = pool("committed", "Committed");
        Family max = pool("max", "Maximum");
        for (SampledTargets.Target target : targets.sampled()) {
            for (Sample.Pool pool : target.sample().pools()) {
                used.add(pool.usedBytes(), target.label(), pool.name());
                committed.add(pool.committedBytes(), target.label(), pool.name());
                max.add(pool.maxBytes(), target.label(), pool.name());
            }
        }
        used.into(page);
        committed.into(page);
        max.into(page);
    }

    private void area(
            List<MetricFamilySamples> page,
            String what,
            String words,
            SampleField heap,
            SampleField nonheap) {
        Family family =
                Family.gauge(
                        "jvm_memory_" + what + "_bytes",
                        words
                                + " memory of the target's JVM in bytes, by area; nonheap is metaspace only, as"
                                + " there are no counters for the code cache.",
                        "target",
                        "area");
        for (SampledTargets.Target target : targets.sampled()) {
            family.add(target.sample().value(heap), target.label(), "heap");
            family.add(target.sample().value(nonheap), target.label(), "nonheap");
        }
        family.into(page);
    }

    private static Family pool(String what, String words) {
        return Family.gauge(
                "jvm_memory_pool_" + what + "_bytes",
                words
                        + " memory of a memory pool of the target in bytes, named as in its"
                        + " MemoryPoolMXBeans.",
                "target",
                "pool");
    }
}
