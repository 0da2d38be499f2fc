/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report;

import com.fasterxml.jackson.core.JsonGenerator;
import io.heapsight.target.TargetJvm;
import io.heapsight.unit.Problem;
import io.heapsight.unit.Reading;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The JVMs in sight, and what works on each. */
public record TargetsReport(List<Row> rows) implements Report {
    /**
     * One JVM.
     *
     * @param counters present when its counters can be read
     * @param attach what stands in the way of jcmd, when something does
     */
    public record Row(TargetJvm jvm, Reading<String> counters, Optional<Problem> attach) {
        private String works() {
            List<String> works = new ArrayList<>();
            if (counters instanceof Reading.Present) {
                works.add("counters");
            }
            if (attach.isEmpty()) {
                works.add("histogram");
            }
            return works.isEmpty() ? "nothing" : String.join(",", works);
        }
    }

    public TargetsReport {
        rows = List.copyOf(rows);
    }

    @Override
    public String text() {
        if (rows.isEmpty()) {
            return "No JVM is in sight.\n";
        }
        TextTable table =
                new TextTable("PID", "NSPID", "UID", "JDK", "COLLECTOR", "WORKS", "MAIN CLASS");
        for (Row row : rows) {
            TargetJvm jvm = row.jvm();
            table.add(
                    Integer.toString(jvm.pid()),
                    Integer.toString(jvm.nsPid()),
                    Integer.toString(jvm.uid()),
                    jvm.jdkVersion().orDash(),
                    jvm.collector().orDash(),
                    row.works(),
                    jvm.mainClass().toOptional().orElse(jvm.name()));
        }
        StringBuilder out = new StringBuilder(table.text());
        for (Row row : rows) {
            explain(out, row);
        }
        return out.toString();
    }

    private static void explain(StringBuilder out, Row row) {
        if (row.counters() instanceof Reading.Missing<String>(String reason)) {
            TextLines.wrap(out, "", row.jvm().label() + ": no counters: " + reason);
        }
        row.attach()
                .ifPresent(
                        problem -> {
                            String because = ": no histogram: " + problem.detail();
                            TextLines.wrap(out, "", row.jvm().label() + because);
                            TextLines.wrap(out, "    ", problem.remedy());
                        });
    }

    @Override
    public void writeFields(JsonGenerator json) throws IOException {
        json.writeArrayFieldStart("targets");
        for (Row row : rows) {
            TargetJvm jvm = row.jvm();
            json.writeStartObject();
            json.writeNumberField("pid", jvm.pid());
            json.writeNumberField("nsPid", jvm.nsPid());
            json.writeNumberField("uid", jvm.uid());
            json.writeNumberField("gid", jvm.gid());
            json.writeStringField("name", jvm.name());
            text(json, "mainClass", jvm.mainClass());
            json.writeStringField("vm", jvm.vm().name());
            text(json, "jdkVersion", jvm.jdkVersion());
            text(json, "vendor", jvm.vendor());
            text(json, "collector", jvm.collector());
            json.writeObjectFieldStart("works");
            works(json, "counters", whyNoCounters(row), Optional.empty());
            works(
                    json,
                    "histogram",
                    row.attach().map(Problem::detail),
                    row.attach().map(Problem::remedy));
            json.writeEndObject();
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static Optional<String> whyNoCounters(Row row) {
        return row.counters() instanceof Reading.Missing<String>(String reason)
                ? Optional.of(reason)
                : Optional.empty();
    }

    private static void text(JsonGenerator json, String field, Reading<String> reading)
            throws IOException {
        json.writeStringField(field, reading.toOptional().orElse(null));
    }

    private static void works(
            JsonGenerator json, String what, Optional<String> found, Optional<String> remedy)
            throws IOException {
        json.writeObjectFieldStart(what);
        json.writeBooleanField("ok", found.isEmpty());
        if (found.isPresent()) {
            json.writeStringField("found", found.get());
        }
        if (remedy.isPresent()) {
            json.writeStringField("remedy", remedy.get());
        }
        json.writeEndObject();
    }
}
