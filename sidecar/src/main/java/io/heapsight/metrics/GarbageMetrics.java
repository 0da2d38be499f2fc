/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.metrics;

import io.heapsight.dump.analysis.LastSummaries;
import io.heapsight.dump.analysis.SummaryFigures;
import io.heapsight.dump.analysis.SummaryFigures.Bounds;
import io.heapsight.dump.analysis.SummaryFigures.ClassBytes;
import io.heapsight.histogram.GarbageByClass;
import io.heapsight.histogram.HistogramTaker;
import io.heapsight.summary.Total;
import io.heapsight.summary.Totals;
import io.prometheus.client.Collector.MetricFamilySamples;
import java.util.List;
import java.util.Optional;

/**
 * Exports the unreachable objects and garbage of each target from the latest garbage summary or
 * heap analysis. Exports the retained sizes of classes from an analysis only. Histograms are exact:
 * a full GC has removed the objects that they show as unreachable. Histograms of ZGC and Shenandoah
 * do not count.
 *
 * <pre>
 * heapsight_unreachable_ratio{target="Shop",} 0.21
 * heapsight_garbage_min_ratio{target="Shop",} 0.19
 * heapsight_garbage_max_ratio{target="Shop",} 0.195
 * heapsight_garbage_info{target="Shop",source="heap dump",heapdump="20261122T101500000Z-7",} 1.0
 * heapsight_retained_class_bytes{target="Shop",class="com.acme.Order",} 1.6268E7
 * </pre>
 */
record GarbageMetrics(
        SampledTargets targets, HistogramTaker histograms, LastSummaries summaries, int top)
        implements MetricsCollector {
    /** Figures that both sources provide. */
    private record Garbage(
            String source,
            String heapdump,
            Total unreachable,
            long heapBytes,
            Optional<Bounds> bounds,
            List<ClassBytes> classes) {
        static Garbage of(SummaryFigures figures) {
            return new Garbage(
                    "heap dump",
                    figures.heapdump(),
                    figures.unreachable(),
                    figures.heapBytes(),
                    figures.bounds(),
                    figures.unreachableClasses());
        }

        static Garbage of(GarbageByClass.Figures garbage) {
            Total exact =
                    new Total(garbage.unreachable().instances(), garbage.unreachable().bytes());
            return new Garbage(
                    "histograms",
                    "",
                    exact,
                    garbage.heapBytes(),
                    Optional.of(new Bounds(exact, exact)),
                    garbage.classes().stream()
                            .map(row -> new ClassBytes(row.name(), row.change().bytes()))
                            .toList());
        }

        double ratio(Total part) {
            return Totals.unreachableShare(part.bytes(), heapBytes);
        }
    }

    @Override
    public String collectorName() {
        return "garbage";
    }

    @Override
    public Object basis() {
        return targets.each(
                target ->
                        List.of(histograms.lastGarbage(target.pid()), summaries.of(target.pid())));
    }

    @Override
    public void collect(List<MetricFamilySamples> page) {
        MetricFamily bytes =
                unreachable("bytes", "Size in bytes of the target's unreachable objects");
        MetricFamily objects = unreachable("objects", "Number of the target's unreachable objects");
        MetricFamily ratio =
                unreachable(
                        "ratio",
                        "Fraction of the target's heap objects' bytes that is unreachable, 0 to 1");
        MetricFamily classBytes =
                MetricFamily.gauge(
                        "heapsight_unreachable_class_bytes",
                        "Size in bytes of unreachable objects by class, for the classes with the"
                                + " most, from the last garbage summary or heap analysis.",
                        "target",
                        "class");
        MetricFamily retained =
                MetricFamily.gauge(
                        "heapsight_retained_class_bytes",
                        "Retained size in bytes of all objects of a class, for the classes that"
                                + " retain the most, from the last heap analysis.",
                        "target",
                        "class");
        BoundsFamilies bounds = new BoundsFamilies();
        for (SampledTargets.Target target : targets.sampled()) {
            String label = target.label();
            int pid = target.pid();
            last(pid)
                    .ifPresent(
                            garbage -> {
                                bytes.add(garbage.unreachable().bytes(), label);
                                objects.add(garbage.unreachable().objects(), label);
                                ratio.add(garbage.ratio(garbage.unreachable()), label);
                                add(classBytes, label, garbage.classes());
                                bounds.add(garbage, label);
                            });
            summaries.of(pid).ifPresent(figures -> add(retained, label, figures.retaining()));
        }
        List.of(bytes, objects, ratio, classBytes, retained).forEach(each -> each.into(page));
        bounds.into(page);
    }

    /** The families of the lower and upper bound. */
    private static final class BoundsFamilies {
        private final MetricFamily minBytes =
                bound("min_bytes", "Lower bound of the target's garbage in bytes");
        private final MetricFamily maxBytes =
                bound("max_bytes", "Upper bound of the target's garbage in bytes");
        private final MetricFamily minObjects =
                bound("min_objects", "Lower bound of the number of garbage objects in the target");
        private final MetricFamily maxObjects =
                bound("max_objects", "Upper bound of the number of garbage objects in the target");
        private final MetricFamily minRatio =
                bound("min_ratio", "Lower bound of the fraction of bytes that is garbage, 0 to 1");
        private final MetricFamily maxRatio =
                bound("max_ratio", "Upper bound of the fraction of bytes that is garbage, 0 to 1");
        private final MetricFamily info =
                MetricFamily.gauge(
                        "heapsight_garbage_info",
                        "Where the garbage figures of the target come from: a heap dump, named"
                                + " by its id, or two class histograms.",
                        "target",
                        "source",
                        "heapdump");

        void add(Garbage garbage, String label) {
            garbage.bounds()
                    .ifPresent(
                            of -> {
                                minBytes.add(of.atLeast().bytes(), label);
                                maxBytes.add(of.atMost().bytes(), label);
                                minObjects.add(of.atLeast().objects(), label);
                                maxObjects.add(of.atMost().objects(), label);
                                minRatio.add(garbage.ratio(of.atLeast()), label);
                                maxRatio.add(garbage.ratio(of.atMost()), label);
                                info.add(1, label, garbage.source(), garbage.heapdump());
                            });
        }

        void into(List<MetricFamilySamples> page) {
            List.of(minBytes, maxBytes, minObjects, maxObjects, minRatio, maxRatio, info)
                    .forEach(each -> each.into(page));
        }

        private static MetricFamily bound(String what, String words) {
            return MetricFamily.gauge(
                    "heapsight_garbage_" + what,
                    words + ", from the last garbage summary or heap analysis.",
                    "target");
        }
    }

    private Optional<Garbage> last(int pid) {
        Optional<GarbageByClass.Figures> counted = histograms.lastGarbage(pid);
        return summaries
                .of(pid)
                .filter(
                        figures ->
                                counted.isEmpty()
                                        || figures.takenAt().isAfter(counted.get().takenAt()))
                .map(Garbage::of)
                .or(() -> counted.map(Garbage::of));
    }

    private void add(MetricFamily family, String label, List<ClassBytes> rows) {
        rows.stream().limit(top).forEach(row -> family.add(row.bytes(), label, row.name()));
    }

    private static MetricFamily unreachable(String what, String words) {
        return MetricFamily.gauge(
                "heapsight_unreachable_" + what,
                words + ", from the last garbage summary or heap analysis.",
                "target");
    }
}
