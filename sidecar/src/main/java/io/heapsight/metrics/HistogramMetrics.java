/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.metrics;

import io.heapsight.histogram.ClassCount;
import io.heapsight.histogram.ClassDelta;
import io.heapsight.histogram.GarbageByClass;
import io.heapsight.histogram.HistogramHistory;
import io.heapsight.histogram.StableTop;
import io.heapsight.operation.Histograms;
import io.prometheus.client.Collector.MetricFamilySamples;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The last class histogram and the last garbage summary of each target. Only the largest classes
 * are named, and a class keeps its series for some histograms after it left them.
 *
 * <pre>
 * heapsight_histogram_bytes{target="Shop",class="com.acme.Order$Line",} 1.6268E7
 * heapsight_unreachable_ratio{target="Shop",} 0.21
 * </pre>
 */
final class HistogramMetrics implements TargetMetrics {
    private static final int PATIENCE = 3;

    private final Targets targets;
    private final Histograms histograms;
    private final int top;
    private final Map<String, Shown> shown = new HashMap<>();

    /** What a target shows, and the histogram it was made from. */
    private static final class Shown {
        private final StableTop classes;
        private String id = "";
        private List<ClassCount> rows = List.of();

        Shown(int top) {
            classes = new StableTop(top, PATIENCE);
        }

        List<ClassCount> update(HistogramHistory.Kept kept) {
            if (!kept.id().equals(id)) {
                id = kept.id();
                rows = classes.update(kept.histogram());
            }
            return rows;
        }
    }

    HistogramMetrics(Targets targets, Histograms histograms, int top) {
        this.targets = targets;
        this.histograms = histograms;
        this.top = top;
    }

    @Override
    public String collectorName() {
        return "histogram";
    }

    @Override
    public synchronized void collect(List<MetricFamilySamples> page) {
        Family bytes =
                Family.gauge(
                        "heapsight_histogram_bytes",
                        "Bytes of the largest classes in the last histogram.",
                        "target",
                        "class");
        Family instances =
                Family.gauge(
                        "heapsight_histogram_instances",
                        "Instances of the largest classes in the last histogram.",
                        "target",
                        "class");
        Set<String> present = new HashSet<>();
        for (Targets.Target target : targets.sampled()) {
            present.add(target.label());
            Optional<HistogramHistory.Kept> last =
                    histograms.history().last(target.monitor().jvm().pid());
            if (last.isPresent()) {
                Shown rows = shown.computeIfAbsent(target.label(), _ -> new Shown(top));
                for (ClassCount row : rows.update(last.get())) {
                    bytes.add(row.bytes(), target.label(), row.name());
                    instances.add(row.instances(), target.label(), row.name());
                }
            }
        }
        shown.keySet().retainAll(present);
        bytes.into(page);
        instances.into(page);
        garbage(page);
    }

    private void garbage(List<MetricFamilySamples> page) {
        Family bytes = unreachable("bytes", "Bytes of unreachable objects");
        Family objects = unreachable("objects", "Number of unreachable objects");
        Family ratio = unreachable("ratio", "Share of unreachable bytes, 0 to 1,");
        Family classBytes =
                Family.gauge(
                        "heapsight_unreachable_class_bytes",
                        "Bytes of unreachable objects by class, of the classes with most.",
                        "target",
                        "class");
        for (Targets.Target target : targets.sampled()) {
            Optional<GarbageByClass> last = histograms.lastGarbage(target.monitor().jvm().pid());
            if (last.isPresent()) {
                GarbageByClass garbage = last.get();
                bytes.add(garbage.unreachable().bytes(), target.label());
                objects.add(garbage.unreachable().instances(), target.label());
                ratio.add(garbage.unreachableRatio(), target.label());
                for (ClassDelta row : garbage.classes().stream().limit(top).toList()) {
                    classBytes.add(row.change().bytes(), target.label(), row.name());
                }
            }
        }
        List.of(bytes, objects, ratio, classBytes).forEach(family -> family.into(page));
    }

    private static Family unreachable(String what, String words) {
        return Family.gauge(
                "heapsight_unreachable_" + what, words + " in the last garbage summary.", "target");
    }
}
