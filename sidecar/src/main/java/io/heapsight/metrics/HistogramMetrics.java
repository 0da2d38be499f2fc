/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.metrics;

import io.heapsight.histogram.ClassHistogramRow;
import io.heapsight.histogram.HistogramHistory;
import io.heapsight.histogram.HistogramTaker;
import io.heapsight.histogram.StableTopClasses;
import io.prometheus.client.Collector.MetricFamilySamples;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Exports the last class histogram of each target. Only the largest classes are included; a class
 * that drops out keeps its series for some histograms.
 *
 * <pre>
 * heapsight_histogram_bytes{target="Shop",class="com.acme.Order$Line",} 1.6268E7
 * </pre>
 */
final class HistogramMetrics implements MetricsCollector {
    private static final int PATIENCE = 3;

    private final SampledTargets targets;
    private final HistogramTaker histograms;
    private final int top;
    private final Map<String, Shown> shown = new HashMap<>();

    /** The metrics of a target, and the histogram that is their source. */
    private static final class Shown {
        private final StableTopClasses classes;
        private String id = "";
        private List<ClassHistogramRow> rows = List.of();

        Shown(int top) {
            classes = new StableTopClasses(top, PATIENCE);
        }

        List<ClassHistogramRow> update(HistogramHistory.Kept kept) {
            if (!kept.id().equals(id)) {
                id = kept.id();
                rows = classes.update(kept.histogram());
            }
            return rows;
        }
    }

    HistogramMetrics(SampledTargets targets, HistogramTaker histograms, int top) {
        this.targets = targets;
        this.histograms = histograms;
        this.top = top;
    }

    @Override
    public String collectorName() {
        return "histogram";
    }

    @Override
    public Object basis() {
        return targets.each(
                target -> histograms.history().last(target.pid()).map(HistogramHistory.Kept::id));
    }

    @Override
    public void collect(List<MetricFamilySamples> page) {
        MetricFamily bytes =
                MetricFamily.gauge(
                        "heapsight_histogram_bytes",
                        "Size in bytes of all instances of a class, for the largest classes of"
                                + " the last class histogram.",
                        "target",
                        "class");
        MetricFamily instances =
                MetricFamily.gauge(
                        "heapsight_histogram_instances",
                        "Number of instances of a class, for the largest classes of the last"
                                + " class histogram.",
                        "target",
                        "class");
        Set<String> present = new HashSet<>();
        for (SampledTargets.Target target : targets.sampled()) {
            present.add(target.label());
            Optional<HistogramHistory.Kept> last = histograms.history().last(target.pid());
            if (last.isPresent()) {
                Shown rows = shown.computeIfAbsent(target.label(), _ -> new Shown(top));
                for (ClassHistogramRow row : rows.update(last.get())) {
                    bytes.add(row.bytes(), target.label(), row.name());
                    instances.add(row.instances(), target.label(), row.name());
                }
            }
        }
        shown.keySet().retainAll(present);
        bytes.into(page);
        instances.into(page);
    }
}
