/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.metrics;

import io.heapsight.memory.NativeMemory;
import io.heapsight.memory.NativeMemoryCache;
import io.prometheus.client.Collector.MetricFamilySamples;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Exports the native memory of targets with Native Memory Tracking.
 *
 * <pre>
 * jvm_native_memory_committed_bytes{target="Shop",pool="Java Heap",} 2.68435456E8
 * jvm_native_memory_committed_bytes{target="Shop",pool="Total",} 4.28676096E8
 * </pre>
 */
record NativeMemoryMetrics(SampledTargets targets, NativeMemoryCache memories)
        implements MetricsCollector {
    private static final String TOTAL = "Total";

    @Override
    public String collectorName() {
        return "native_memory";
    }

    @Override
    public Object basis() {
        return targets.each(target -> memories.of(target.pid()));
    }

    @Override
    public void collect(List<MetricFamilySamples> page) {
        MetricFamily reserved = family("reserved", "Address space reserved");
        MetricFamily committed = family("committed", "Memory committed");
        for (SampledTargets.Target target : targets.sampled()) {
            memories.of(target.pid())
                    .ifPresent(memory -> add(memory, target.label(), reserved, committed));
        }
        reserved.into(page);
        committed.into(page);
    }

    private static void add(
            NativeMemory memory, String label, MetricFamily reserved, MetricFamily committed) {
        Map<String, NativeMemory.Category> pools = new TreeMap<>(memory.categories());
        pools.forEach(
                (name, pool) -> {
                    reserved.add(pool.reservedBytes(), label, name);
                    committed.add(pool.committedBytes(), label, name);
                });
        reserved.add(memory.reservedBytes(), label, TOTAL);
        committed.add(memory.committedBytes(), label, TOTAL);
    }

    private static MetricFamily family(String what, String words) {
        return MetricFamily.gauge(
                "jvm_native_memory_" + what + "_bytes",
                words
                        + " by the target in bytes, by category of Native Memory Tracking; Total is the sum.",
                "target",
                "pool");
    }
}
