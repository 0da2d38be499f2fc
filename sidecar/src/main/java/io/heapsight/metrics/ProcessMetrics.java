/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.metrics;

import io.heapsight.jstat.SampleField;
import io.prometheus.client.Collector.MetricFamilySamples;
import java.util.List;

/**
 * Exports the kernel's figures about the target's process.
 *
 * <pre>
 * process_resident_memory_bytes{target="Shop",} 1.1E8
 * process_io_write_bytes_total{target="Shop",} 4096.0
 * </pre>
 */
record ProcessMetrics(SampledTargets targets) implements MetricsCollector {
    @Override
    public String collectorName() {
        return "process";
    }

    @Override
    public Object basis() {
        return targets.sampled();
    }

    @Override
    public void collect(List<MetricFamilySamples> page) {
        targets.counter(
                page,
                "process_cpu_seconds_total",
                "Total user and system CPU time of the target in seconds.",
                SampleField.CPU_SECONDS);
        targets.gauge(
                page,
                "process_resident_memory_bytes",
                "Resident memory size of the target in bytes.",
                SampleField.RESIDENT_BYTES);
        targets.gauge(
                page,
                "process_threads",
                "Number of threads of the target.",
                SampleField.PROCESS_THREADS);
        targets.gauge(
                page,
                "process_open_fds",
                "Number of open file descriptors of the target.",
                SampleField.OPEN_FDS);
        targets.counter(
                page,
                "process_io_write_bytes_total",
                "Total bytes that the target passed to write system calls on files,"
                        + " pipes and sockets (wchar in /proc/PID/io), log output included.",
                SampleField.IO_WRITE_BYTES);
        targets.counter(
                page,
                "process_io_write_syscalls_total",
                "Total number of write system calls of the target (syscw in" + " /proc/PID/io).",
                SampleField.IO_WRITE_SYSCALLS);
        MetricFamily started =
                MetricFamily.gauge(
                        "process_start_time_seconds",
                        "Start time of the target in seconds since the Unix epoch.",
                        "target");
        for (SampledTargets.Target target : targets.sampled()) {
            started.add(target.startEpochSeconds(), target.label());
        }
        started.into(page);
    }
}
