/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report;

import com.fasterxml.jackson.core.JsonGenerator;

import io.heapsight.dump.store.DumpRecord;
import io.heapsight.job.Skipped;
import io.heapsight.unit.Problem;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * Heap dumps that are kept, oldest first.
 *
 * @param obstacle why those without a summary can't have one at present
 */
public record HeapDumpsReport(List<Row> rows, Optional<Problem> obstacle) implements Report {
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
        StringBuilder out = new StringBuilder(table.alignRight(List.of(2)).text());
        rows.stream()
                .flatMap(row -> skipped(row).stream())
                .distinct()
                .forEach(it -> out.append(it.text()));
        return out.toString();
    }

    private List<Skipped> skipped(Row row) {
        return row.summary() ? List.of() : obstacle.map(Skipped::summary).stream().toList();
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
            Skipped.write(json, skipped(row));
            json.writeEndObject();
        }
        json.writeEndArray();
    }
}
