/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.metrics;

import io.heapsight.jstat.Sample;
import io.heapsight.jstat.SampleField;
import io.heapsight.perfdata.GcutilSpace;
import io.heapsight.safepoint.GcPauses;
import io.heapsight.threadcpu.VmThreadKind;
import io.prometheus.client.Collector.MetricFamilySamples;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Exports the figures of garbage collection as in MXBeans and in {@code jstat -gcutil}, and each
 * pause.
 *
 * <pre>
 * jvm_gc_collection_seconds_count{target="Shop",gc="G1 Young Generation",} 12.0
 * jvm_gc_collection_seconds_sum{target="Shop",gc="G1 Young Generation",} 0.031
 * jvm_gc_duration_seconds_bucket{target="Shop",gc="G1 Concurrent GC",cause="No GC",le="0.01",} 3.0
 * jvm_gc_pauses_merged_total{target="Shop",gc="G1 Young Generation",} 0.0
 * jvm_gc_cpu_seconds_total{target="Shop",kind="concurrent-mark",} 0.31
 * jvm_gcutil_percent{target="Shop",space="O",} 41.02
 * </pre>
 */
record GcMetrics(SampledTargets targets) implements MetricsCollector {
    private static final Map<GcutilSpace, SampleField> GCUTIL = gcutil();

    @Override
    public String collectorName() {
        return "gc";
    }

    @Override
    public Object basis() {
        return targets.sampled();
    }

    @Override
    public void collect(List<MetricFamilySamples> page) {
        MetricFamily collections =
                MetricFamily.summary(
                        "jvm_gc_collection_seconds",
                        "Time spent in garbage collections of the target in seconds, by"
                                + " collector, named as in its GarbageCollectorMXBeans.",
                        "target",
                        "gc");
        MetricFamily percent =
                MetricFamily.gauge(
                        "jvm_gcutil_percent",
                        "Used part of a space of the target's heap or metaspace in percent of its"
                                + " capacity, as in jstat -gcutil; eden from GC.heap_info if the"
                                + " counters are stale.",
                        "target",
                        "space");
        MetricFamily fresh =
                MetricFamily.gauge(
                        "heapsight_counter_fresh",
                        "1 if the value of the space is current as of the last sample, 0 if it"
                                + " dates from the last collection.",
                        "target",
                        "space");
        for (SampledTargets.Target target : targets.sampled()) {
            for (Sample.Collector collector : target.sample().collectors()) {
                collections.addSummary(
                        collector.count(), collector.seconds(), target.label(), collector.name());
            }
            spaces(target, percent, fresh);
        }
        collections.into(page);
        pauses(page);
        cpu(page);
        percent.into(page);
        fresh.into(page);
        targets.gauge(
                page,
                "jvm_gc_overhead_ratio",
                "Fraction of wall-clock time that the target spent in stop-the-world"
                        + " collections between the last two samples, 0 to 1.",
                SampleField.GC_OVERHEAD_RATIO);
        targets.counter(
                page,
                "jvm_memory_allocated_bytes_total",
                "Total bytes allocated on the target's heap since the sidecar found it,"
                        + " derived from the TLAB counters and from the growth of eden.",
                SampleField.ALLOCATED_BYTES);
        targets.counter(
                page,
                "jvm_memory_promoted_bytes_total",
                "Total bytes promoted in the target since the sidecar found it,"
                        + " estimated from the growth of the old generation during young"
                        + " collections.",
                SampleField.PROMOTED_BYTES);
    }

    private void pauses(List<MetricFamilySamples> page) {
        MetricFamily durations =
                MetricFamily.histogram(
                        "jvm_gc_duration_seconds",
                        "Duration of garbage collection pauses of the target in seconds since the"
                                + " sidecar found it, by collector and cause.",
                        "target",
                        "gc",
                        "cause");
        MetricFamily merged =
                MetricFamily.counter(
                        "jvm_gc_pauses_merged_total",
                        "Total number of garbage collection pauses of the target that"
                                + " jvm_gc_duration_seconds lacks, as only their sum is known.",
                        "target",
                        "gc");
        MetricFamily mergedSeconds =
                MetricFamily.counter(
                        "jvm_gc_pauses_merged_seconds_total",
                        "Total duration in seconds of the garbage collection pauses in"
                                + " jvm_gc_pauses_merged_total.",
                        "target",
                        "gc");
        for (SampledTargets.Target target : targets.sampled()) {
            GcPauses pauses = target.sample().pauses();
            for (GcPauses.Histogram each : pauses.histograms()) {
                durations.addHistogram(
                        GcPauses.BOUNDS,
                        each.counts(),
                        each.seconds(),
                        target.label(),
                        each.collector(),
                        each.cause());
            }
            for (GcPauses.Merged each : pauses.merged()) {
                merged.add(each.count(), target.label(), each.collector());
                mergedSeconds.add(each.seconds(), target.label(), each.collector());
            }
        }
        durations.into(page);
        merged.into(page);
        mergedSeconds.into(page);
    }

    private void cpu(List<MetricFamilySamples> page) {
        MetricFamily cpu =
                MetricFamily.counter(
                        "jvm_gc_cpu_seconds_total",
                        "Total CPU time of the target's garbage collection threads and of its VM"
                                + " thread in seconds, by kind of thread.",
                        "target",
                        "kind");
        for (SampledTargets.Target target : targets.sampled()) {
            target.sample()
                    .threadTimes()
                    .seconds()
                    .forEach(
                            (kind, seconds) -> {
                                if (kind != VmThreadKind.COMPILER) {
                                    cpu.add(seconds, target.label(), kind.label());
                                }
                            });
        }
        cpu.into(page);
        targets.counter(
                page,
                "jvm_compiler_cpu_seconds_total",
                "Total CPU time of the target's JIT compiler threads in seconds.",
                SampleField.COMPILER_CPU_SECONDS);
    }

    private static void spaces(
            SampledTargets.Target target, MetricFamily percent, MetricFamily fresh) {
        GCUTIL.forEach(
                (space, field) -> {
                    double value = target.sample().value(field);
                    percent.add(value, target.label(), space.name());
                    if (!Double.isNaN(value)) {
                        boolean isFresh = target.sample().isFresh(space);
                        fresh.add(isFresh ? 1 : 0, target.label(), space.name());
                    }
                });
    }

    private static Map<GcutilSpace, SampleField> gcutil() {
        Map<GcutilSpace, SampleField> columns = new EnumMap<>(GcutilSpace.class);
        columns.put(GcutilSpace.S0, SampleField.SURVIVOR_0_PERCENT);
        columns.put(GcutilSpace.S1, SampleField.SURVIVOR_1_PERCENT);
        columns.put(GcutilSpace.E, SampleField.EDEN_PERCENT);
        columns.put(GcutilSpace.O, SampleField.OLD_PERCENT);
        columns.put(GcutilSpace.M, SampleField.METASPACE_PERCENT);
        columns.put(GcutilSpace.CCS, SampleField.CLASS_SPACE_PERCENT);
        return columns;
    }
}
