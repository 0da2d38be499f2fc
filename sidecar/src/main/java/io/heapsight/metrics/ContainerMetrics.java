/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.metrics;

import io.heapsight.jstat.EffectiveMemoryLimit;
import io.heapsight.jstat.SampleField;
import io.heapsight.postmortem.OomKillTotals;
import io.prometheus.client.Collector.MetricFamilySamples;
import java.util.List;

/**
 * Exports the limits and use of the target's container. The prefix of the names differs from
 * cAdvisor's to avoid collisions.
 *
 * <pre>
 * heapsight_container_memory_limit_bytes{target="Shop",} 5.36870912E8
 * heapsight_container_cpu_throttled_seconds_total{target="Shop",} 12.5
 * heapsight_container_pressure_seconds_total{target="Shop",resource="memory",kind="full",} 0.25
 * </pre>
 */
record ContainerMetrics(SampledTargets targets, OomKillTotals oomKills)
        implements MetricsCollector {
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
        memoryLimits(page);
        memoryUse(page);
        memoryEvents(page);
        cpu(page);
        pressure(page);
    }

    private void memoryLimits(List<MetricFamilySamples> page) {
        gauge(
                page,
                "memory_limit_bytes",
                "Memory limit of the target's container in bytes: the lowest one set on"
                        + " its cgroup or on a cgroup above it.",
                SampleField.CONTAINER_MEMORY_LIMIT_BYTES);
        gauge(
                page,
                "memory_soft_limit_bytes",
                "Memory in bytes above which the kernel reclaims from the target's"
                        + " container first: the reservation (soft limit, memory.low), or else"
                        + " memory.high.",
                SampleField.CONTAINER_MEMORY_SOFT_LIMIT_BYTES);
        gauge(
                page,
                "memory_high_bytes",
                "Memory in bytes above which the kernel throttles the target's container: the"
                        + " lowest memory.high set on its cgroup or on a cgroup above it.",
                SampleField.CONTAINER_MEMORY_HIGH_BYTES);
        effectiveLimit(page);
        gauge(
                page,
                "memory_min_bytes",
                "Memory in bytes that the kernel never reclaims from the target's container"
                        + " (memory.min).",
                SampleField.CONTAINER_MEMORY_MIN_BYTES);
        gauge(
                page,
                "memory_swap_limit_bytes",
                "Swap limit of the target's container in bytes: the lowest one set on its cgroup"
                        + " or on a cgroup above it.",
                SampleField.CONTAINER_MEMORY_SWAP_LIMIT_BYTES);
    }

    private void memoryUse(List<MetricFamilySamples> page) {
        gauge(
                page,
                "memory_usage_bytes",
                "Memory charged to the target's container in bytes, page cache included.",
                SampleField.CONTAINER_MEMORY_USAGE_BYTES);
        gauge(
                page,
                "memory_working_set_bytes",
                "Working set of the target's container in bytes: its usage minus"
                        + " inactive file pages, as the kubelet computes it.",
                SampleField.CONTAINER_MEMORY_WORKING_SET_BYTES);
        gauge(
                page,
                "memory_anon_bytes",
                "Anonymous memory of the target's container in bytes (heap, metaspace,"
                        + " thread stacks), which the kernel cannot reclaim without swap.",
                SampleField.CONTAINER_MEMORY_ANON_BYTES);
        gauge(
                page,
                "memory_file_bytes",
                "Page cache of the target's container in bytes, tmpfs and shared memory"
                        + " included.",
                SampleField.CONTAINER_MEMORY_FILE_BYTES);
        gauge(
                page,
                "memory_kernel_bytes",
                "Kernel memory charged to the target's container in bytes, such as page"
                        + " tables and slabs.",
                SampleField.CONTAINER_MEMORY_KERNEL_BYTES);
        gauge(
                page,
                "memory_socket_bytes",
                "Socket buffers charged to the target's container in bytes.",
                SampleField.CONTAINER_MEMORY_SOCKET_BYTES);
        gauge(
                page,
                "memory_swap_cached_bytes",
                "Memory of the target's container in bytes that is being moved to or from swap;"
                        + " part of its usage.",
                SampleField.CONTAINER_MEMORY_SWAP_CACHED_BYTES);
        gauge(
                page,
                "memory_swap_bytes",
                "Memory of the target's container that is swapped out, in bytes.",
                SampleField.CONTAINER_MEMORY_SWAP_BYTES);
        gauge(
                page,
                "memory_zswapped_bytes",
                "The part of memory_swap_bytes that zswap holds in memory, compressed, in bytes.",
                SampleField.CONTAINER_MEMORY_ZSWAPPED_BYTES);
        gauge(
                page,
                "memory_zswap_bytes",
                "Compressed size of memory_zswapped_bytes in bytes; part of memory_kernel_bytes.",
                SampleField.CONTAINER_MEMORY_ZSWAP_BYTES);
    }

    private void memoryEvents(List<MetricFamilySamples> page) {
        counter(
                page,
                "memory_high_events_total",
                "Total number of times the kernel throttled the target's container because its"
                        + " memory exceeded memory.high.",
                SampleField.CONTAINER_MEMORY_HIGH_EVENTS);
        counter(
                page,
                "memory_max_events_total",
                "Total number of times the memory of the target's container reached its limit and"
                        + " the kernel had to reclaim.",
                SampleField.CONTAINER_MEMORY_MAX_EVENTS);
        limitReached(page, targets.sampled());
        oomKills(page);
    }

    private void effectiveLimit(List<MetricFamilySamples> page) {
        MetricFamily limit =
                MetricFamily.gauge(
                        PREFIX + "memory_effective_limit_bytes",
                        "The tighter of memory limit and memory.high of the target's container in"
                                + " bytes.",
                        "target");
        for (SampledTargets.Target target : targets.sampled()) {
            limit.add(EffectiveMemoryLimit.of(target.sample()::value).bytes(), target.label());
        }
        limit.into(page);
    }

    static void limitReached(List<MetricFamilySamples> page, List<SampledTargets.Target> sampled) {
        MetricFamily reached =
                MetricFamily.gauge(
                        PREFIX + "memory_limit_reached_seconds",
                        "Forecast of GET /memory: time in seconds until the memory of the target's"
                                + " container reaches its limit; absent unless it keeps growing"
                                + " towards it.",
                        "target");
        for (SampledTargets.Target target : sampled) {
            reached.add(target.secondsToLimit(), target.label());
        }
        reached.into(page);
    }

    /** Includes targets that are gone: an OOM kill may be the reason. */
    private void oomKills(List<MetricFamilySamples> page) {
        MetricFamily family =
                MetricFamily.counter(
                        PREFIX + "memory_oom_kills_total",
                        "Total number of processes in the target's container that the OOM killer"
                                + " has killed; kept after the target is gone.",
                        "target");
        oomKills.totals().forEach((target, count) -> family.add(count, target));
        family.into(page);
    }

    private void cpu(List<MetricFamilySamples> page) {
        gauge(
                page,
                "cpu_limit_cores",
                "CPU limit of the target's container in cores: the tightest CFS quota on"
                        + " its cgroup or on a cgroup above it.",
                SampleField.CONTAINER_CPU_LIMIT_CORES);
        counter(
                page,
                "cpu_periods_total",
                "Total number of CFS periods in which the target's container was" + " runnable.",
                SampleField.CONTAINER_CPU_PERIODS);
        counter(
                page,
                "cpu_throttled_periods_total",
                "Total number of CFS periods in which the target's container was"
                        + " throttled because its quota was used up.",
                SampleField.CONTAINER_CPU_THROTTLED_PERIODS);
        counter(
                page,
                "cpu_throttled_seconds_total",
                "Total time in seconds for which the target's container was throttled,"
                        + " summed over its CPUs.",
                SampleField.CONTAINER_CPU_THROTTLED_SECONDS);
    }

    private void pressure(List<MetricFamilySamples> page) {
        MetricFamily family =
                MetricFamily.counter(
                        PREFIX + "pressure_seconds_total",
                        "Total time in seconds for which some tasks or all tasks (kind) of the"
                                + " target's container were stalled on a resource (PSI).",
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
            MetricFamily family,
            SampledTargets.Target target,
            String resource,
            String kind,
            SampleField signal) {
        family.add(target.sample().value(signal), target.label(), resource, kind);
    }

    private void gauge(
            List<MetricFamilySamples> page, String name, String help, SampleField signal) {
        targets.gauge(page, PREFIX + name, help, signal);
    }

    private void counter(
            List<MetricFamilySamples> page, String name, String help, SampleField signal) {
        targets.counter(page, PREFIX + name, help, signal);
    }
}
