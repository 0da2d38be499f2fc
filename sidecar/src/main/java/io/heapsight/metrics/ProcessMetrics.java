/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.metrics;

import io.heapsight.jstat.SampleField;
import io.prometheus.client.Collector.MetricFamilySamples;
import java.util.List;

/**
 * What the kernel counts for the target's process.
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
                "User and system CPU time of the target.",
                SampleField.CPU_SECONDS);
        targets.gauge(
                page,
                "process_resident_memory_bytes",
                "Memory of the target that is in RAM.",
                SampleField.RESIDENT_BYTES);
        targets.gauge(
                page, "process_threads", "Threads of the process.", SampleField.PROCESS_THREADS);
        targets.gauge(page, "process_open_fds", "Open file descriptors.", SampleField.OPEN_FDS);
        targets.counter(
                page,
                "process_io_write_bytes_total",
                "Bytes handed to write(2): files, pipes and sockets; tells the volume of a log.",
                SampleField.IO_WRITE_BYTES);
        targets.counter(
                page,
                "process_io_write_syscalls_total",
                "Calls of write(2).",
                SampleField.IO_WRITE_SYSCALLS);
        Family started =
                Family.gauge(
                        "process_start_time_seconds",
                        "When the target started, in seconds since 1970.",
                        "target");
        for (SampledTargets.Target target : targets.sampled()) {
            started.add(target.startEpochSeconds(), target.label());
        }
        started.into(page);
    }
}
