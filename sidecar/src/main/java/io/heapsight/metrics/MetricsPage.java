/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.metrics;

import io.heapsight.delivery.DeliveryCounts;
import io.heapsight.dump.analysis.LastSummaries;
import io.heapsight.histogram.HistogramTaker;
import io.heapsight.jstat.Sampler;
import io.heapsight.memory.NativeMemoryCache;
import io.heapsight.operation.OperationGate;
import io.heapsight.otlp.OtlpPushCounts;
import io.heapsight.postmortem.OomKillTotals;
import io.heapsight.proc.ProcFs;
import io.heapsight.recording.ContinuousRecordings;
import io.heapsight.store.UploadCounts;
import io.heapsight.thread.ThreadDumpTaker;
import io.heapsight.trigger.TriggerCounts;
import io.heapsight.unit.EventLog;
import io.prometheus.client.Collector.MetricFamilySamples;
import io.prometheus.client.exporter.common.TextFormat;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Renders the page that Prometheus scrapes, from the sampler's state: no scrape touches a target,
 * and unchanged sections are not rendered again. A failing collector is skipped; {@code
 * heapsight_collector_success} shows it.
 *
 * <p>Thread-safe.
 */
public final class MetricsPage {
    private final SampledTargets targets;
    private final List<PageSection> sections;
    private final ScrapeMetrics scrape;
    private final PageText text = new PageText();

    /** The format requested since the last refresh; empty if there was no request. */
    private String asked = "";

    /**
     * The input of the page.
     *
     * @param oomKills of present and past targets
     * @param top number of classes of a histogram to show
     * @param names of the families
     */
    public record Sources(
            Sampler sampler,
            OperationGate operations,
            HistogramTaker histograms,
            LastSummaries summaries,
            TriggerCounts triggers,
            DeliveryCounts webhook,
            UploadCounts uploads,
            OtlpPushCounts otlp,
            DeliveryCounts pyroscope,
            OomKillTotals oomKills,
            NativeMemoryCache nativeMemories,
            ContinuousRecordings continuousRecordings,
            ThreadDumpTaker threads,
            HttpCounters callers,
            ProcFs self,
            int top,
            MetricNamingScheme names) {}

    MetricsPage(
            SampledTargets targets,
            List<MetricsCollector> collectors,
            MetricNamingScheme names,
            EventLog log) {
        this.targets = targets;
        List<PageSection> all = new ArrayList<>();
        collectors.forEach(collector -> all.add(new PageSection(collector, names, log)));
        scrape = new ScrapeMetrics(List.copyOf(all));
        all.add(new PageSection(scrape, names, log));
        sections = List.copyOf(all);
    }

    /**
     * The page of the running sidecar.
     *
     * @throws IOException if /proc does not show the sidecar's process
     */
    public static MetricsPage of(Sources sources, String version, EventLog log) throws IOException {
        SampledTargets targets = new SampledTargets(sources.sampler());
        return new MetricsPage(
                targets,
                List.of(
                        new SamplerMetrics(sources.sampler(), targets),
                        new MemoryMetrics(targets),
                        new GcMetrics(targets),
                        new MetaspaceMetrics(targets),
                        new NativeMemoryMetrics(targets, sources.nativeMemories()),
                        new RuntimeMetrics(targets),
                        new ThreadMetrics(targets, sources.threads()),
                        new ProcessMetrics(targets),
                        new ContainerMetrics(targets, sources.oomKills()),
                        new HistogramMetrics(targets, sources.histograms(), sources.top()),
                        new GarbageMetrics(
                                targets, sources.histograms(), sources.summaries(), sources.top()),
                        new OperationMetrics(sources.operations()),
                        new ContinuousRecordingMetrics(targets, sources.continuousRecordings()),
                        new TriggerMetrics(sources.triggers()),
                        new DeliveryMetrics("webhook", "events for the webhook", sources.webhook()),
                        new StoreMetrics(sources.uploads()),
                        new OtlpPushMetrics(sources.otlp()),
                        new DeliveryMetrics(
                                "pyroscope",
                                "profiles for the Pyroscope server",
                                sources.pyroscope()),
                        new HttpMetrics(sources.callers()),
                        new SelfMetrics(sources.self(), version)),
                sources.names(),
                log);
    }

    /** Prometheus text 0.0.4, or OpenMetrics 1.0 if the scraper accepts it. */
    public static String contentType(Optional<String> accept) {
        return TextFormat.chooseContentType(accept.orElse(""));
    }

    /**
     * Renders the page in a format of {@link #contentType}, in UTF-8: its sections in order. They
     * are not copied, because most of them are unchanged since the last scrape.
     */
    public synchronized List<byte[]> render(String contentType) {
        asked = contentType;
        scrape.begin();
        targets.begin();
        List<byte[]> page = new ArrayList<>(sections.size() + 1);
        for (PageSection section : sections) {
            page.add(section.text(contentType, text));
        }
        page.add(text.end(contentType));
        return page;
    }

    /**
     * Renders a part of the page. Names are looked up in families that are rendered for this
     * request; without names, the sections of the chosen collectors are those of the whole page.
     */
    public synchronized List<byte[]> render(String contentType, MetricFilter filter) {
        if (filter.equals(MetricFilter.NONE)) {
            return render(contentType);
        }
        scrape.begin();
        targets.begin();
        List<byte[]> page = new ArrayList<>();
        for (PageSection section : sections) {
            if (filter.accepts(section.collectorName())) {
                page.add(
                        filter.names().isEmpty()
                                ? section.text(contentType, text)
                                : section.text(filter, contentType, text));
            }
        }
        page.add(text.end(contentType));
        return page;
    }

    /** Returns the names of the collectors, in the order of the page. */
    List<String> collectors() {
        return sections.stream().map(PageSection::collectorName).toList();
    }

    /**
     * Renders changed sections after a sample, so that the next scrape is fast. Does nothing if
     * there was no scrape since the last time.
     */
    public synchronized void refresh() {
        if (!asked.isEmpty()) {
            targets.begin();
            for (PageSection section : sections) {
                section.text(asked, text);
            }
            asked = "";
        }
    }

    /** Collects all families that have a sample, in the order of the page. */
    synchronized List<MetricFamilySamples> families() {
        targets.begin();
        return sections.stream().flatMap(section -> section.families().stream()).toList();
    }
}
