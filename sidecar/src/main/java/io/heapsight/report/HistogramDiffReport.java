/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report;

import com.fasterxml.jackson.core.JsonGenerator;
import io.heapsight.histogram.ClassDelta;
import io.heapsight.histogram.ClassHistogram;
import io.heapsight.histogram.Count;
import io.heapsight.histogram.HistogramDiff;
import java.io.IOException;
import java.util.List;
import java.util.Locale;

/**
 * Growth by class between two histograms.
 *
 * @param top how many classes to show; the totals are over all of them
 */
public record HistogramDiffReport(HistogramDiff diff, int top) implements Report {
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

    private static void line(StringBuilder out, Count change, Count count, String name) {
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
    public void writeFields(JsonGenerator json) throws IOException {
        JsonFields.target(json, diff.candidate().pid(), diff.candidate().name());
        side(json, "base", diff.base());
        side(json, "candidate", diff.candidate());
        JsonFields.instances(json, "change", diff.change());
        json.writeArrayFieldStart("classes");
        for (ClassDelta row : shown()) {
            json.writeStartObject();
            JsonFields.className(json, row.name(), row.module());
            json.writeNumberField("instances", row.count().instances());
            json.writeNumberField("bytes", row.count().bytes());
            json.writeNumberField("instancesChange", row.change().instances());
            json.writeNumberField("bytesChange", row.change().bytes());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void side(JsonGenerator json, String field, ClassHistogram histogram)
            throws IOException {
        json.writeObjectFieldStart(field);
        json.writeStringField("takenAt", histogram.takenAt().toString());
        json.writeBooleanField("live", histogram.live());
        JsonFields.instances(json, "totals", histogram.totals());
        json.writeEndObject();
    }
}
