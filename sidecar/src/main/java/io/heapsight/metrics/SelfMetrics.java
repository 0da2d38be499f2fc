/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.metrics;

import io.heapsight.proc.ProcFs;
import io.heapsight.proc.ProcessFigures;
import io.heapsight.proc.ProcessProbe;
import io.heapsight.unit.Reading;
import io.prometheus.client.Collector.MetricFamilySamples;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Exports the figures of the sidecar's own process.
 *
 * <pre>
 * heapsight_build_info{version="0.1.0",} 1.0
 * heapsight_process_resident_memory_bytes 6.1E7
 * </pre>
 */
final class SelfMetrics implements MetricsCollector {
    private final ProcessProbe self;
    private final String version;

    /**
     * Opens the files that are read later.
     *
     * @throws IOException if /proc does not show the sidecar's process
     */
    SelfMetrics(ProcFs procFs, String version) throws IOException {
        this.self = ProcessProbe.open(procFs, (int) ProcessHandle.current().pid());
        this.version = version;
    }

    @Override
    public String collectorName() {
        return "self";
    }

    /** Changes once a second, because the collector reads /proc. */
    @Override
    public Object basis() {
        return TimeUnit.NANOSECONDS.toSeconds(System.nanoTime());
    }

    @Override
    public void collect(List<MetricFamilySamples> page) {
        MetricFamily.info("heapsight_build_info", "Version of the sidecar.", "version")
                .add(1, version)
                .into(page);
        if (self.read() instanceof Reading.Present<ProcessFigures>(var figures)) {
            MetricFamily.counter(
                            "heapsight_process_cpu_seconds_total",
                            "Total user and system CPU time of the sidecar in seconds.")
                    .add(figures.cpuSeconds())
                    .into(page);
            MetricFamily.gauge(
                            "heapsight_process_resident_memory_bytes",
                            "Resident memory size of the sidecar in bytes.")
                    .add(figures.residentBytes())
                    .into(page);
            MetricFamily.gauge("heapsight_process_threads", "Number of threads of the sidecar.")
                    .add(figures.threads())
                    .into(page);
            if (figures.openFds() instanceof Reading.Present<Long>(Long count)) {
                MetricFamily.gauge(
                                "heapsight_process_open_fds",
                                "Number of open file descriptors of the sidecar.")
                        .add(count)
                        .into(page);
            }
        }
    }
}
