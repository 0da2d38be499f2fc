/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.metrics;

import io.heapsight.jstat.Sample;
import io.heapsight.jstat.SampleField;
import io.prometheus.client.Collector.MetricFamilySamples;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Exports the sizes of the heap, metaspace, and their pools.
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
        area(
                page,
                "used",
                "Used",
                SampleField.HEAP_USED_BYTES,
                sample -> nonHeap(sample, SampleField.NONHEAP_USED_BYTES, Sample.Pool::usedBytes));
        area(
                page,
                "committed",
                "Committed",
                SampleField.HEAP_COMMITTED_BYTES,
                sample ->
                        nonHeap(
                                sample,
                                SampleField.NONHEAP_COMMITTED_BYTES,
                                Sample.Pool::committedBytes));
        area(
                page,
                "max",
                "Maximum",
                SampleField.HEAP_MAX_BYTES,
                sample -> sample.value(SampleField.NONHEAP_MAX_BYTES));
        MetricFamily used = pool("used", "Used");
        MetricFamily committed = pool("committed", "Committed");
        MetricFamily max = pool("max", "Maximum");
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
            ToDoubleFunction<Sample> nonheap) {
        MetricFamily family =
                MetricFamily.gauge(
                        "jvm_memory_" + what + "_bytes",
                        words
                                + " memory of the target's JVM in bytes, by area; nonheap is"
                                + " metaspace only, unless the code heaps are among the pools.",
                        "target",
                        "area");
        for (SampledTargets.Target target : targets.sampled()) {
            family.add(target.sample().value(heap), target.label(), "heap");
            family.add(nonheap.applyAsDouble(target.sample()), target.label(), "nonheap");
        }
        family.into(page);
    }

    /**
     * Memory outside of the heap as MXBeans count it, if the code heaps are known. It is the sum of
     * all pools, so class space counts twice, because Metaspace includes it. Otherwise, metaspace
     * only.
     */
    private static double nonHeap(
            Sample sample, SampleField metaspace, ToDoubleFunction<Sample.Pool> figure) {
        double sum = 0;
        boolean known = false;
        for (Sample.Pool pool : sample.pools()) {
            known |= pool.isCode();
            if (!pool.isHeap()) {
                sum += figure.applyAsDouble(pool);
            }
        }
        return known ? sum : sample.value(metaspace);
    }

    private static MetricFamily pool(String what, String words) {
        return MetricFamily.gauge(
                "jvm_memory_pool_" + what + "_bytes",
                words
                        + " memory of a memory pool of the target in bytes, named as in its"
                        + " MemoryPoolMXBeans.",
                "target",
                "pool");
    }
}
