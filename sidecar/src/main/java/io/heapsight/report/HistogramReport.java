/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report;

import static io.heapsight.json.JsonValueCodec.BYTES;
import static io.heapsight.json.JsonValueCodec.COUNT;
import static io.heapsight.json.JsonValueCodec.FLAG;
import static io.heapsight.json.JsonValueCodec.TEXT;
import static io.heapsight.json.JsonValueCodec.TIME;
import static io.heapsight.json.JsonValueCodec.elements;
import static io.heapsight.json.JsonValueCodec.number;
import static io.heapsight.report.SharedJsonShapes.TARGET;

import io.heapsight.histogram.ClassHistogram;
import io.heapsight.histogram.ClassHistogramRow;
import io.heapsight.histogram.HistogramCursor;
import io.heapsight.histogram.HistogramRows;
import io.heapsight.histogram.InstanceCount;
import io.heapsight.json.JsonValueCodec;
import io.heapsight.json.Shape;
import io.heapsight.report.SharedJsonShapes.Target;
import java.io.IOException;
import java.io.Writer;
import java.util.Locale;
import java.util.Optional;

/**
 * A class histogram, as the lines of {@code jcmd GC.class_histogram} or as JSON.
 *
 * <p>Rows that were not stored are summed: in a last row, or as {@code omitted}.
 *
 * @param top number of classes to show; the totals cover all of them
 */
public record HistogramReport(ClassHistogram histogram, int top) implements StreamedReport {
    private static final Shape<ClassHistogramRow> CLASS =
            Shape.<ClassHistogramRow>of()
                    .field("name", TEXT, ClassHistogramRow::name)
                    .nullable("module", TEXT, row -> JsonValueCodec.text(row.moduleName()))
                    .field("instances", COUNT, ClassHistogramRow::instances)
                    .field("bytes", BYTES, ClassHistogramRow::bytes);

    private static final Shape<HistogramRows.Omitted> OMITTED =
            Shape.<HistogramRows.Omitted>of()
                    .field("classes", COUNT, HistogramRows.Omitted::classes)
                    .and(InstanceCount.JSON, HistogramRows.Omitted::count);

    public static final Shape<HistogramReport> SHAPE =
            Shape.<HistogramReport>of()
                    .field(
                            "target",
                            TARGET,
                            it -> new Target(it.histogram.pid(), it.histogram.name()))
                    .field("takenAt", TIME, it -> it.histogram.takenAt())
                    .field("live", FLAG, it -> it.histogram.live())
                    .field("totals", InstanceCount.JSON, it -> it.histogram.totals())
                    .field("classes", elements(CLASS, HistogramReport::shown), it -> it)
                    .optional(
                            "omitted",
                            OMITTED,
                            it ->
                                    Optional.of(it.histogram.rows().omitted())
                                            .filter(omitted -> omitted.classes() > 0));

    private static final String HEADER =
            " num     #instances         #bytes  class name (module)\n";

    @Override
    public void writeText(Writer out) throws IOException {
        out.write(HEADER + "-".repeat(HEADER.length() - 1) + '\n');
        int number = 0;
        try (HistogramCursor rows = histogram.rows().cursor()) {
            while (number < top && rows.next()) {
                number++;
                out.write(line(number, rows.row()));
            }
        }
        HistogramRows.Omitted omitted = histogram.rows().omitted();
        if (number == histogram.rows().size() && omitted.classes() > 0) {
            out.write(
                    String.format(
                            Locale.ROOT,
                            "      %13d  %13d  (in %d more classes, too many to store)\n",
                            omitted.count().instances(),
                            omitted.count().bytes(),
                            omitted.classes()));
        }
        InstanceCount totals = histogram.totals();
        out.write(
                String.format(
                        Locale.ROOT, "Total %13d  %13d\n", totals.instances(), totals.bytes()));
    }

    private static String line(int number, ClassHistogramRow row) {
        String module = row.module().isEmpty() ? "" : " (" + row.module() + ")";
        return String.format(
                Locale.ROOT,
                "%4d: %13d  %13d  %s%s\n",
                number,
                row.instances(),
                row.bytes(),
                row.name(),
                module);
    }

    @Override
    public void writeJson(Writer out) throws IOException {
        SHAPE.writeDocument(out, this);
    }

    private void shown(JsonValueCodec.Element<ClassHistogramRow> to) throws IOException {
        try (HistogramCursor rows = histogram.rows().cursor()) {
            for (int i = 0; i < top && rows.next(); i++) {
                to.take(rows.row());
            }
        }
    }
}
