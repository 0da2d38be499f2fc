/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.metrics;

import io.heapsight.dump.LastSummaries;
import io.heapsight.dump.SummaryFigures;
import io.heapsight.dump.SummaryFigures.ClassBytes;
import io.heapsight.histogram.GarbageByClass;
import io.heapsight.operation.Histograms;
import io.prometheus.client.Collector.MetricFamilySamples;
import java.util.List;
import java.util.Optional;

/**
 * Unreachable objects of each target, from the last garbage summary or heap analysis, whichever
 * tells of a later moment; and what classes retain, which only an analysis knows.
 *
 * <pre>
 * heapsight_unreachable_ratio{target="Shop",} 0.21
 * heapsight_retained_class_bytes{target="Shop",class="com.acme.Order",} 1.6268E7
 * </pre>
 */
record GarbageMetrics(Targets targets, Histograms histograms, LastSummaries summaries, int top)
        implements TargetMetrics {
    /** What both sources tell. */
    private record Garbage(long objects, long bytes, double ratio, List<ClassBytes> classes) {
        static Garbage of(SummaryFigures figures) {
            return new Garbage(
                    figures.unreachable().objects(),
                    figures.unreachable().bytes(),
                    figures.ratio(),
                    figures.garbage());
        }

        static Garbage of(GarbageByClass.Figures garbage) {
            return new Garbage(
                    garbage.unreachable().instances(),
                    garbage.unreachable().bytes(),
                    garbage.unreachableRatio(),
                    garbage.classes().stream()
                            .map(row -> new ClassBytes(row.name(), row.change().bytes()))
                            .toList());
        }
    }

    @Override
    public String collectorName() {
        return "garbage";
    }

    @Override
    public void collect(List<MetricFamilySamples> page) {
        Family bytes = unreachable("bytes", "Bytes of unreachable objects");
        Family objects = unreachable("objects", "Number of unreachable objects");
        Family ratio = unreachable("ratio", "Share of unreachable bytes, 0 to 1,");
        Family classBytes =
                Family.gauge(
                        "heapsight_unreachable_class_bytes",
                        "Bytes of unreachable objects by class, of the classes with most.",
                        "target",
                        "class");
        Family retained =
                Family.gauge(
                        "heapsight_retained_class_bytes",
                        "Bytes that would be freed with all objects of a class, of the classes with"
                                + " most, in the last heap analysis.",
                        "target",
                        "class");
        for (Targets.Target target : targets.sampled()) {
            String label = target.label();
            int pid = target.monitor().jvm().pid();
            last(pid)
                    .ifPresent(
                            garbage -> {
                                bytes.add(garbage.bytes(), label);
                                objects.add(garbage.objects(), label);
                                ratio.add(garbage.ratio(), label);
                                add(classBytes, label, garbage.classes());
                            });
            summaries.of(pid).ifPresent(figures -> add(retained, label, figures.retaining()));
        }
        List.of(bytes, objects, ratio, classBytes, retained).forEach(each -> each.into(page));
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

    private void add(Family family, String label, List<ClassBytes> rows) {
        rows.stream().limit(top).forEach(row -> family.add(row.bytes(), label, row.name()));
    }

    private static Family unreachable(String what, String words) {
        return Family.gauge(
                "heapsight_unreachable_" + what,
                words + " in the last garbage summary or heap analysis.",
                "target");
    }
}
