/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report;

import static io.heapsight.json.JsonValueCodec.FLAG;
import static io.heapsight.json.JsonValueCodec.INTEGER;
import static io.heapsight.json.JsonValueCodec.TEXT;
import static io.heapsight.json.JsonValueCodec.TIME;
import static io.heapsight.json.JsonValueCodec.list;
import static io.heapsight.report.SharedJsonShapes.TARGET;

import io.heapsight.histogram.ClassDelta;
import io.heapsight.histogram.ClassHistogram;
import io.heapsight.histogram.HistogramDiff;
import io.heapsight.histogram.InstanceCount;
import io.heapsight.json.JsonValueCodec;
import io.heapsight.json.Shape;
import io.heapsight.report.SharedJsonShapes.Target;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Locale;

/**
 * Growth by class between two histograms.
 *
 * @param top number of classes to show; the totals cover all of them
 */
public record HistogramDiffReport(HistogramDiff diff, int top) implements Report {
    private static final Shape<InstanceCount> CHANGE =
            Shape.<InstanceCount>of()
                    .field("instances", INTEGER, InstanceCount::instances)
                    .field("bytes", INTEGER, InstanceCount::bytes);

    private static final Shape<ClassHistogram> SIDE =
            Shape.<ClassHistogram>of()
                    .field("takenAt", TIME, ClassHistogram::takenAt)
                    .field("live", FLAG, ClassHistogram::live)
                    .field("totals", InstanceCount.JSON, ClassHistogram::totals);

    private static final Shape<ClassDelta> CLASS =
            Shape.<ClassDelta>of()
                    .field("name", TEXT, ClassDelta::name)
                    .nullable("module", TEXT, row -> JsonValueCodec.text(row.module()))
                    .and(InstanceCount.JSON, ClassDelta::count)
                    .field("instancesChange", INTEGER, row -> row.change().instances())
                    .field("bytesChange", INTEGER, row -> row.change().bytes());

    public static final Shape<HistogramDiffReport> SHAPE =
            Shape.<HistogramDiffReport>of()
                    .field(
                            "target",
                            TARGET,
                            it -> new Target(it.diff.candidate().pid(), it.diff.candidate().name()))
                    .field("base", SIDE, it -> it.diff.base())
                    .field("candidate", SIDE, it -> it.diff.candidate())
                    .field("change", CHANGE, it -> it.diff.change())
                    .field("classes", list(CLASS), HistogramDiffReport::shown);

    @Override
    public String text() {
        StringBuilder out = new StringBuilder();
        out.append(
                String.format(
                        Locale.ROOT,
                        "Growth from %s to %s (%.1f s)\n%14s %15s %14s %15s  %s\n",
                        diff.base().takenAt(),
                        diff.candidate().takenAt(),
                        diff.apart().toMillis() / 1000.0,
                        "+instances",
                        "+bytes",
                        "#instances",
                        "#bytes",
                        "class name"));
        for (ClassDelta row : shown()) {
            line(out, row.change(), row.count(), row.name());
        }
        line(out, diff.change(), diff.candidate().totals(), "Total");
        return out.toString();
    }

    private List<ClassDelta> shown() {
        return diff.top(top);
    }

    private static void line(
            StringBuilder out, InstanceCount change, InstanceCount count, String name) {
        out.append(
                String.format(
                        Locale.ROOT,
                        "%+14d %+15d %14d %15d  %s\n",
                        change.instances(),
                        change.bytes(),
                        count.instances(),
                        count.bytes(),
                        name));
    }

    @Override
    public void writeJson(Writer out) throws IOException {
        SHAPE.writeDocument(out, this);
    }
}
