/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report;

import com.fasterxml.jackson.core.JsonGenerator;
import io.heapsight.histogram.ClassDelta;
import io.heapsight.histogram.Count;
import io.heapsight.histogram.GarbageByClass;
import io.heapsight.unit.ByteSize;
import java.io.IOException;
import java.util.List;
import java.util.Locale;

/**
 * Unreachable objects by class, from two histograms.
 *
 * @param top how many classes to show; the totals are over all of them
 */
public record GarbageReport(GarbageByClass garbage, int top) implements Report {
    @Override
    public String text() {
        Count unreachable = garbage.unreachable();
        StringBuilder out = new StringBuilder();
        out.append(
                String.format(
                        Locale.ROOT,
                        "Unreachable: %d objects, %s (%.1f %% of the heap's objects by size);"
                                + " a full GC was run to tell.\n",
                        unreachable.instances(),
                        new ByteSize(unreachable.bytes()),
                        100 * garbage.unreachableRatio()));
        if (!garbage.filler().equals(Count.NONE)) {
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
            Count gone = delta.change();
            String share = String.format(Locale.ROOT, "%.1f %%", 100 * share(gone, unreachable));
            out.append(
                    String.format(
                            Locale.ROOT, row, gone.instances(), gone.bytes(), share, delta.name()));
        }
        return out.toString();
    }

    private static double share(Count part, Count whole) {
        return whole.bytes() == 0 ? 0 : (double) part.bytes() / whole.bytes();
    }

    private List<ClassDelta> shown() {
        return garbage.top(top);
    }

    @Override
    public void writeFields(JsonGenerator json) throws IOException {
        JsonFields.target(json, garbage.all().pid(), garbage.all().name());
        json.writeStringField("takenAt", garbage.live().takenAt().toString());
        json.writeObjectFieldStart("totals");
        JsonFields.objects(json, "all", garbage.all().totals());
        JsonFields.objects(json, "live", garbage.live().totals());
        JsonFields.objects(json, "unreachable", garbage.unreachable());
        JsonFields.objects(json, "filler", garbage.filler());
        json.writeEndObject();
        json.writeNumberField("unreachableRatio", garbage.unreachableRatio());
        json.writeArrayFieldStart("classes");
        for (ClassDelta row : shown()) {
            json.writeStartObject();
            JsonFields.className(json, row.name(), row.module());
            json.writeNumberField("unreachableObjects", row.change().instances());
            json.writeNumberField("unreachableBytes", row.change().bytes());
            json.writeNumberField("liveObjects", row.count().instances());
            json.writeNumberField("liveBytes", row.count().bytes());
            json.writeEndObject();
        }
        json.writeEndArray();
    }
}
