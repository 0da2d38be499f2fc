/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.metrics;

import io.heapsight.jstat.GcPauses;
import io.heapsight.jstat.Sample;
import io.heapsight.jstat.SampleField;
import io.heapsight.perfdata.Space;
import io.prometheus.client.Collector.MetricFamilySamples;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Garbage collection, as in MXBeans and in {@code jstat -gcutil}, and each pause.
 *
 * <pre>
 * jvm_gc_collection_seconds_count{target="Shop",gc="G1 Young Generation",} 12.0
 * jvm_gc_collection_seconds_sum{target="Shop",gc="G1 Young Generation",} 0.031
 * jvm_gc_duration_seconds_bucket{target="Shop",gc="G1 Concurrent GC",cause="No GC",le="0.01",} 3.0
 * jvm_gc_pauses_merged_total{target="Shop",gc="G1 Young Generation",} 0.0
 * jvm_gcutil_percent{target="Shop",space="O",} 41.02
 * </pre>
 */
record GcMetrics(SampledTargets targets) implements MetricsCollector {
    private static final Map<Space, SampleField> GCUTIL = gcutil();

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
        Family collections =
                Family.summary(
                        "jvm_gc_collection_seconds",
                        "Time spent in garbage collections of the target in seconds, by"
                                + " collector, named as in its GarbageCollectorMXBeans.",
                        "target",
                        "gc");
        Family percent =
                Family.gauge(
                        "jvm_gcutil_percent",
                        "Used part of a space of the target's heap or metaspace in percent of its"
                                + " capacity, as in jstat -gcutil; eden from GC.heap_info if the"
                                + " counters are stale.",
                        "target",
                        "space");
        Family fresh =
                Family.gauge(
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
        Family durations =
                Family.histogram(
                        "jvm_gc_duration_seconds",
                        "Duration of garbage collection pauses of the target in seconds since the"
                                + " sidecar found it, by collector and cause.",
                        "target",
                        "gc",
                        "cause");
        Family merged =
                Family.counter(
                        "jvm_gc_pauses_merged_total",
                        "Total number of garbage collection pauses of the target that"
                                + " jvm_gc_duration_seconds lacks, as only their sum is known.",
                        "target",
                        "gc");
        Family mergedSeconds =
                Family.counter(
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

    private static void spaces(SampledTargets.Target target, Family percent, Family fresh) {
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

    private static Map<Space, SampleField> gcutil() {
        Map<Space, SampleField> columns = new EnumMap<>(Space.class);
        columns.put(Space.S0, SampleField.SURVIVOR_0_PERCENT);
        columns.put(Space.S1, SampleField.SURVIVOR_1_PERCENT);
        columns.put(Space.E, SampleField.EDEN_PERCENT);
        columns.put(Space.O, SampleField.OLD_PERCENT);
        columns.put(Space.M, SampleField.METASPACE_PERCENT);
        columns.put(Space.CCS, SampleField.CLASS_SPACE_PERCENT);
        return columns;
    }
}
