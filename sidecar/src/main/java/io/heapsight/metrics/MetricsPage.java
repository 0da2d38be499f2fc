/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.metrics;

import static io.heapsight.unit.EventLog.field;

import io.heapsight.dump.LastSummaries;
import io.heapsight.jstat.Sampler;
import io.heapsight.memory.NativeMemories;
import io.heapsight.operation.Histograms;
import io.heapsight.operation.Operations;
import io.heapsight.postmortem.OomKills;
import io.heapsight.proc.ProcFs;
import io.heapsight.trigger.TriggerTally;
import io.heapsight.unit.EventLog;
import io.prometheus.client.Collector.MetricFamilySamples;
import io.prometheus.client.exporter.common.TextFormat;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The page that Prometheus scrapes. It is made from what the sampler holds: no scrape touches a
 * target. A collector that fails is left out, logged, and shown by {@code
 * heapsight_collector_success}.
 *
 * <p>Thread-safe.
 */
public final class MetricsPage {
    private static final double NANOS_PER_SECOND = 1e9;

    private final List<TargetMetrics> collectors;
    private final EventLog log;
    private final AtomicLong scrapes = new AtomicLong();

    /**
     * What the page is made from.
     *
     * @param oomKills of targets that are there, and of those that are gone
     * @param top how many classes of a histogram it names
     */
    public record Sources(
            Sampler sampler,
            Operations operations,
            Histograms histograms,
            LastSummaries summaries,
            TriggerTally triggers,
            OomKills oomKills,
            NativeMemories nativeMemories,
            HttpTally callers,
            ProcFs self,
            int top) {}

    MetricsPage(List<TargetMetrics> collectors, EventLog log) {
        this.collectors = List.copyOf(collectors);
        this.log = log;
    }

    /**
     * The page of the running sidecar.
     *
     * @throws IOException when /proc does not show our own process
     */
    public static MetricsPage of(Sources sources, String version, EventLog log) throws IOException {
        Targets targets = new Targets(sources.sampler());
        return new MetricsPage(
                List.of(
                        new SamplerMetrics(sources.sampler()),
                        new MemoryMetrics(targets),
                        new GcMetrics(targets),
                        new MetaspaceMetrics(targets),
                        new NativeMemoryMetrics(targets, sources.nativeMemories()),
                        new RuntimeMetrics(targets),
                        new ProcessMetrics(targets),
                        new ContainerMetrics(targets, sources.oomKills()),
                        new HistogramMetrics(targets, sources.histograms(), sources.top()),
                        new GarbageMetrics(
                                targets, sources.histograms(), sources.summaries(), sources.top()),
                        new OperationMetrics(sources.operations()),
                        new TriggerMetrics(sources.triggers()),
                        new HttpMetrics(sources.callers()),
                        new SelfMetrics(sources.self(), version)),
                log);
    }

    /** Prometheus text 0.0.4, or OpenMetrics 1.0 for those who accept it. */
    public String contentType(Optional<String> accept) {
        return TextFormat.chooseContentType(accept.orElse(""));
    }

    /** The page, in one of the forms of {@link #contentType}. */
    public String render(String contentType) {
        StringWriter page = new StringWriter(16_384);
        try {
            TextFormat.writeFormat(contentType, page, Collections.enumeration(families()));
        } catch (IOException e) {
            throw new UncheckedIOException("writing metrics into memory", e);
        }
        return page.toString();
    }

    /** All families that have a sample now, in the order of the page. */
    List<MetricFamilySamples> families() {
        long start = System.nanoTime();
        List<MetricFamilySamples> page = new ArrayList<>();
        Family duration =
                Family.gauge(
                        "heapsight_collector_duration_seconds",
                        "Time that the collector took in this scrape.",
                        "collector");
        Family success =
                Family.gauge(
                        "heapsight_collector_success",
                        "1 when the collector worked in this scrape.",
                        "collector");
        for (TargetMetrics collector : collectors) {
            long begin = System.nanoTime();
            boolean worked = collect(collector, page);
            duration.add((System.nanoTime() - begin) / NANOS_PER_SECOND, collector.collectorName());
            success.add(worked ? 1 : 0, collector.collectorName());
        }
        duration.into(page);
        success.into(page);
        Family.counter("heapsight_scrapes_total", "Pages made, this one included.")
                .add(scrapes.incrementAndGet())
                .into(page);
        Family.gauge("heapsight_scrape_duration_seconds", "Time that making this page took.")
                .add((System.nanoTime() - start) / NANOS_PER_SECOND)
                .into(page);
        return page;
    }

    private boolean collect(TargetMetrics collector, List<MetricFamilySamples> page) {
        List<MetricFamilySamples> families = new ArrayList<>();
        try {
            collector.collect(families);
        } catch (RuntimeException | OutOfMemoryError e) {
            log.warn("collector failed", field("collector", collector.collectorName()));
            log.error("collector failed", e);
            return false;
        }
        page.addAll(families);
        return true;
    }
}
