/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.metrics;

import io.heapsight.jstat.SampleField;
import io.heapsight.postmortem.OomKills;
import io.prometheus.client.Collector.MetricFamilySamples;
import java.util.List;

/**
 * What the target's container may use, and uses. The names are ours, so as not to collide with
 * those of cAdvisor.
 *
 * <pre>
 * heapsight_container_memory_limit_bytes{target="Shop",} 5.36870912E8
 * heapsight_container_cpu_throttled_seconds_total{target="Shop",} 12.5
 * heapsight_container_pressure_seconds_total{target="Shop",resource="memory",kind="full",} 0.25
 * </pre>
 */
record ContainerMetrics(SampledTargets targets, OomKills oomKills) implements MetricsCollector {
    private static final String PREFIX = "heapsight_container_";

    @Override
    public String collectorName() {
        return "container";
    }

    @Override
    public Object basis() {
        return List.of(targets.sampled(), oomKills.totals());
    }

    @Override
    public void collect(List<MetricFamilySamples> page) {
        memory(page);
        cpu(page);
        pressure(page);
    }

    private void memory(List<MetricFamilySamples> page) {
        gauge(
                page,
                "memory_limit_bytes",
                "The tightest memory limit of the target's container and the groups above it.",
                SampleField.CONTAINER_MEMORY_LIMIT_BYTES);
        gauge(
                page,
                "memory_soft_limit_bytes",
                "Where the kernel begins to take memory back: a reservation, or memory.high.",
                SampleField.CONTAINER_MEMORY_SOFT_LIMIT_BYTES);
        gauge(
                page,
                "memory_usage_bytes",
                "All memory that is charged to the container, page cache included.",
                SampleField.CONTAINER_MEMORY_USAGE_BYTES);
        gauge(
                page,
                "memory_working_set_bytes",
                "Its usage less the file pages that nobody has used of late.",
                SampleField.CONTAINER_MEMORY_WORKING_SET_BYTES);
        gauge(
                page,
                "memory_anon_bytes",
                "Its anonymous memory, which can't be dropped: heap, metaspace, stacks.",
                SampleField.CONTAINER_MEMORY_ANON_BYTES);
        gauge(
                page,
                "memory_file_bytes",
                "Its page cache, and its files in memory.",
                SampleField.CONTAINER_MEMORY_FILE_BYTES);
        gauge(
                page,
                "memory_kernel_bytes",
                "What the kernel holds for it: page tables, socket buffers.",
                SampleField.CONTAINER_MEMORY_KERNEL_BYTES);
        gauge(
                page,
                "memory_swap_bytes",
                "What of it is swapped out.",
                SampleField.CONTAINER_MEMORY_SWAP_BYTES);
        oomKills(page);
    }

    /** Also of targets that are gone, as they are for that very reason. */
    private void oomKills(List<MetricFamilySamples> page) {
        Family family =
                Family.counter(
                        PREFIX + "memory_oom_kills_total",
                        "Its processes that the kernel killed at the memory limit; stays when the"
                                + " target is gone.",
                        "target");
        oomKills.totals().forEach((target, count) -> family.add(count, target));
        family.into(page);
    }

    private void cpu(List<MetricFamilySamples> page) {
        gauge(
                page,
                "cpu_limit_cores",
                "CPUs that the container may use at a time, by the tightest quota.",
                SampleField.CONTAINER_CPU_LIMIT_CORES);
        counter(
                page,
                "cpu_periods_total",
                "Periods of its CPU quota in which it had something to run.",
                SampleField.CONTAINER_CPU_PERIODS);
        counter(
                page,
                "cpu_throttled_periods_total",
                "Periods in which it used its CPU quota up.",
                SampleField.CONTAINER_CPU_THROTTLED_PERIODS);
        counter(
                page,
                "cpu_throttled_seconds_total",
                "Time that its CPUs stood still since its quota was used up, each counted.",
                SampleField.CONTAINER_CPU_THROTTLED_SECONDS);
    }

    private void pressure(List<MetricFamilySamples> page) {
        Family family =
                Family.counter(
                        PREFIX + "pressure_seconds_total",
                        "Time that some task of the container, or all of them at once, waited for a"
                                + " resource.",
                        "target",
                        "resource",
                        "kind");
        for (SampledTargets.Target target : targets.sampled()) {
            add(family, target, "cpu", "some", SampleField.CONTAINER_CPU_SOME_PRESSURE_SECONDS);
            add(family, target, "cpu", "full", SampleField.CONTAINER_CPU_FULL_PRESSURE_SECONDS);
            add(
                    family,
                    target,
                    "memory",
                    "some",
                    SampleField.CONTAINER_MEMORY_SOME_PRESSURE_SECONDS);
            add(
                    family,
                    target,
                    "memory",
                    "full",
                    SampleField.CONTAINER_MEMORY_FULL_PRESSURE_SECONDS);
            add(family, target, "io", "some", SampleField.CONTAINER_IO_SOME_PRESSURE_SECONDS);
            add(family, target, "io", "full", SampleField.CONTAINER_IO_FULL_PRESSURE_SECONDS);
        }
        family.into(page);
    }

    private static void add(
            Family family,
            SampledTargets.Target target,
            String resource,
            String kind,
            SampleField field) {
        family.add(target.sample().value(field), target.label(), resource, kind);
    }

    private void gauge(
            List<MetricFamilySamples> page, String name, String help, SampleField field) {
        targets.gauge(page, PREFIX + name, help, field);
    }

    private void counter(
            List<MetricFamilySamples> page, String name, String help, SampleField field) {
        targets.counter(page, PREFIX + name, help, field);
    }
}
