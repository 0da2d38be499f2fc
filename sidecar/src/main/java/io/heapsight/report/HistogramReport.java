/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report;

import com.fasterxml.jackson.core.JsonGenerator;
import io.heapsight.histogram.ClassCount;
import io.heapsight.histogram.ClassHistogram;
import io.heapsight.histogram.Count;
import java.io.IOException;
import java.util.Locale;

/**
 * A class histogram: the lines of {@code jcmd GC.class_histogram}, or as JSON.
 *
 * @param top how many classes to show; the totals are over all of them
 */
public record HistogramReport(ClassHistogram histogram, int top) implements Report {
    private static final String HEADER =
            " num     #instances         #bytes  class name (module)\n";

    @Override
    public String text() {
        StringBuilder out = new StringBuilder(HEADER);
        out.append("-".repeat(HEADER.length() - 1)).append('\n');
        int number = 0;
        for (ClassCount row : histogram.top(top)) {
            number++;
            String module = row.module().isEmpty() ? "" : " (" + row.module() + ")";
            out.append(
                    String.format(
                            Locale.ROOT,
                            "%4d: %13d  %13d  %s%s\n",
                            number,
                            row.instances(),
                            row.bytes(),
                            row.name(),
                            module));
        }
        Count totals = histogram.totals();
        out.append(
                String.format(
                        Locale.ROOT, "Total %13d  %13d\n", totals.instances(), totals.bytes()));
        return out.toString();
    }

    @Override
    public void writeFields(JsonGenerator json) throws IOException {
        JsonFields.target(json, histogram.pid(), histogram.name());
        json.writeStringField("takenAt", histogram.takenAt().toString());
        json.writeBooleanField("live", histogram.live());
        JsonFields.instances(json, "totals", histogram.totals());
        json.writeArrayFieldStart("classes");
        for (ClassCount row : histogram.top(top)) {
            json.writeStartObject();
            JsonFields.className(json, row.name(), row.moduleName());
            json.writeNumberField("instances", row.instances());
            json.writeNumberField("bytes", row.bytes());
            json.writeEndObject();
        }
        json.writeEndArray();
    }
}
