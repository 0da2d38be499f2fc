/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report;

import com.fasterxml.jackson.core.JsonGenerator;
import io.heapsight.dump.DumpRecord;
import java.io.IOException;
import java.util.List;

/** Heap dumps that are kept, oldest first. */
public record HeapDumpsReport(List<Row> rows) implements Report {
    /**
     * One dump.
     *
     * @param summary whether it has been analysed
     */
    public record Row(DumpRecord dump, boolean summary) {}

    @Override
    public String text() {
        if (rows.isEmpty()) {
            return "No heap dump is kept: POST /heapdumps takes one.\n";
        }
        TextTable table = new TextTable("ID", "TARGET", "BYTES", "OBJECTS", "SUMMARY", "WAY");
        for (Row row : rows) {
            table.add(
                    row.dump().id(),
                    row.dump().target(),
                    Figures.count(row.dump().bytes()),
                    row.dump().live() ? "live" : "all",
                    row.summary() ? "yes" : "no",
                    row.dump().way());
        }
        return table.alignRight(List.of(2)).text();
    }

    @Override
    public void writeFields(JsonGenerator json) throws IOException {
        json.writeArrayFieldStart("heapdumps");
        for (Row row : rows) {
            DumpRecord dump = row.dump();
            json.writeStartObject();
            json.writeStringField("id", dump.id());
            json.writeStringField("takenAt", dump.takenAt().toString());
            JsonFields.target(json, dump.pid(), dump.target());
            json.writeNumberField("bytes", dump.bytes());
            json.writeBooleanField("live", dump.live());
            json.writeBooleanField("gzip", dump.gzip());
            json.writeStringField("sha256", dump.sha256().orElse(null));
            json.writeBooleanField("summary", row.summary());
            json.writeStringField("way", dump.way());
            json.writeEndObject();
        }
        json.writeEndArray();
    }
}
