/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report;

import static io.heapsight.json.JsonValueCodec.BYTES;
import static io.heapsight.json.JsonValueCodec.COUNT;
import static io.heapsight.json.JsonValueCodec.NUMBER;
import static io.heapsight.json.JsonValueCodec.TEXT;
import static io.heapsight.json.JsonValueCodec.TEXTS;
import static io.heapsight.json.JsonValueCodec.TIME;
import static io.heapsight.json.JsonValueCodec.list;
import static io.heapsight.report.SharedJsonShapes.OBJECTS;
import static io.heapsight.report.SharedJsonShapes.TARGET;

import io.heapsight.histogram.ClassDelta;
import io.heapsight.histogram.GarbageByClass;
import io.heapsight.histogram.InstanceCount;
import io.heapsight.json.JsonValueCodec;
import io.heapsight.json.Shape;
import io.heapsight.report.SharedJsonShapes.Target;
import io.heapsight.report.section.NumberText;
import io.heapsight.unit.ByteSize;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Locale;

/**
 * Unreachable objects by class, from two histograms.
 *
 * @param top number of classes to show; the totals cover all of them
 */
public record HistogramGarbageReport(GarbageByClass garbage, int top) implements Report {
    private static final Shape<GarbageByClass> TOTALS =
            Shape.<GarbageByClass>of()
                    .field("all", OBJECTS, garbage -> garbage.all().totals())
                    .field("live", OBJECTS, garbage -> garbage.live().totals())
                    .field("unreachable", OBJECTS, GarbageByClass::unreachable)
                    .field("filler", OBJECTS, GarbageByClass::filler);

    private static final Shape<ClassDelta> CLASS =
            Shape.<ClassDelta>of()
                    .field("name", TEXT, ClassDelta::name)
                    .nullable("module", TEXT, row -> JsonValueCodec.text(row.module()))
                    .field("unreachableObjects", COUNT, row -> row.change().instances())
                    .field("unreachableBytes", BYTES, row -> row.change().bytes())
                    .field("liveObjects", COUNT, row -> row.count().instances())
                    .field("liveBytes", BYTES, row -> row.count().bytes());

    public static final Shape<HistogramGarbageReport> SHAPE =
            Shape.<HistogramGarbageReport>of()
                    .field(
                            "target",
                            TARGET,
                            it -> new Target(it.garbage.all().pid(), it.garbage.all().name()))
                    .field("takenAt", TIME, it -> it.garbage.live().takenAt())
                    .field("totals", TOTALS, HistogramGarbageReport::garbage)
                    .field("unreachableRatio", NUMBER, it -> it.garbage.unreachableRatio())
                    .field("classes", list(CLASS), HistogramGarbageReport::shown)
                    .field("notes", TEXTS, HistogramGarbageReport::notes);

    @Override
    public String text() {
        InstanceCount unreachable = garbage.unreachable();
        StringBuilder out = new StringBuilder();
        notes().forEach(note -> out.append(note).append('\n'));
        out.append(
                String.format(
                        Locale.ROOT,
                        "Unreachable: %d objects, %s (%.1f %% of the heap's objects by size)%s.\n",
                        unreachable.instances(),
                        new ByteSize(unreachable.bytes()),
                        100 * garbage.unreachableRatio(),
                        garbage.unknown().isPresent() ? "" : "; determined by a full GC"));
        if (!garbage.filler().equals(InstanceCount.NONE)) {
            out.append(
                    String.format(
                            Locale.ROOT,
                            "Filler, not garbage: %d objects, %s.\n",
                            garbage.filler().instances(),
                            new ByteSize(garbage.filler().bytes())));
        }
        String row = "%14s %15s %8s  %s\n";
        out.append(String.format(Locale.ROOT, row, "#objects", "#bytes", "share", "class name"));
        for (ClassDelta delta : shown()) {
            InstanceCount gone = delta.change();
            String share =
                    String.format(
                            Locale.ROOT,
                            "%.1f %%",
                            100 * NumberText.share(gone.bytes(), unreachable.bytes()));
            out.append(
                    String.format(
                            Locale.ROOT, row, gone.instances(), gone.bytes(), share, delta.name()));
        }
        return out.toString();
    }

    private List<String> notes() {
        return garbage.unknown().stream()
                .map(why -> why + ". Estimate it as " + GarbageByClass.ESTIMATE)
                .toList();
    }

    private List<ClassDelta> shown() {
        return garbage.top(top);
    }

    @Override
    public void writeJson(Writer out) throws IOException {
        SHAPE.writeDocument(out, this);
    }
}
