/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report;

import com.fasterxml.jackson.core.JsonGenerator;
import io.heapsight.histogram.ClassCount;
import io.heapsight.histogram.ClassHistogram;
import io.heapsight.histogram.Count;
import io.heapsight.histogram.HistogramCursor;
import io.heapsight.histogram.HistogramRows;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.Locale;

/**
 * A class histogram: the lines of {@code jcmd GC.class_histogram}, or as JSON.
 *
 * <p>Rows that were too many to keep are told in sum: as a last row, or as {@code omitted}.
 *
 * @param top how many classes to show; the totals are over all of them
 */
public record HistogramReport(ClassHistogram histogram, int top) implements Report {
    private static final String HEADER =
            " num     #instances         #bytes  class name (module)\n";

    @Override
    public String text() {
        StringWriter out = new StringWriter();
        try {
            writeText(out);
        } catch (IOException e) {
            throw new UncheckedIOException("writing lines into memory", e);
        }
        return out.toString();
    }

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
                            "      %13d  %13d  (in %d classes more, too many to keep)\n",
                            omitted.count().instances(),
                            omitted.count().bytes(),
                            omitted.classes()));
        }
        Count totals = histogram.totals();
        out.write(
                String.format(
                        Locale.ROOT, "Total %13d  %13d\n", totals.instances(), totals.bytes()));
    }

    private static String line(int number, ClassCount row) {
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
    public void writeFields(JsonGenerator json) throws IOException {
        JsonFields.target(json, histogram.pid(), histogram.name());
        json.writeStringField("takenAt", histogram.takenAt().toString());
        json.writeBooleanField("live", histogram.live());
        JsonFields.instances(json, "totals", histogram.totals());
        json.writeArrayFieldStart("classes");
        try (HistogramCursor rows = histogram.rows().cursor()) {
            for (int i = 0; i < top && rows.next(); i++) {
                ClassCount row = rows.row();
                json.writeStartObject();
                JsonFields.className(json, row.name(), row.moduleName());
                json.writeNumberField("instances", row.instances());
                json.writeNumberField("bytes", row.bytes());
                json.writeEndObject();
            }
        }
        json.writeEndArray();
        HistogramRows.Omitted omitted = histogram.rows().omitted();
        if (omitted.classes() > 0) {
            json.writeObjectFieldStart("omitted");
            json.writeNumberField("classes", omitted.classes());
            json.writeNumberField("instances", omitted.count().instances());
            json.writeNumberField("bytes", omitted.count().bytes());
            json.writeEndObject();
        }
    }
}
