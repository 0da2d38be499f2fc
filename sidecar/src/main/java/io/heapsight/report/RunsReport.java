/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report;

import com.fasterxml.jackson.core.JsonGenerator;
import io.heapsight.run.RunEntry;
import io.heapsight.unit.ByteSize;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Runs that are kept, by name. */
public record RunsReport(List<RunEntry> entries) implements Report {
    @Override
    public String text() {
        if (entries.isEmpty()) {
            return "No run is kept: PUT /runs/NAME records one.\n";
        }
        TextTable table =
                new TextTable("NAME", "STATE", "TARGET", "STARTED", "SECONDS", "SIZE", "LABELS");
        for (RunEntry entry : entries) {
            table.add(
                    entry.name().text(),
                    entry.state().label(),
                    entry.target(),
                    entry.started().truncatedTo(ChronoUnit.SECONDS).toString(),
                    entry.stopped()
                            .map(
                                    stopped ->
                                            Figures.count(
                                                    Duration.between(entry.started(), stopped)
                                                            .toSeconds()))
                            .orElse("-"),
                    new ByteSize(entry.bytes()).toString(),
                    labels(entry.labels()));
        }
        return table.alignRight(List.of(4, 5)).text();
    }

    @Override
    public void writeFields(JsonGenerator json) throws IOException {
        json.writeArrayFieldStart("runs");
        for (RunEntry entry : entries) {
            json.writeStartObject();
            json.writeStringField("name", entry.name().text());
            json.writeStringField("arm", entry.name().arm());
            json.writeStringField("state", entry.state().label());
            json.writeStringField("target", entry.target());
            json.writeObjectFieldStart("labels");
            for (Map.Entry<String, String> label : entry.labels().entrySet()) {
                json.writeStringField(label.getKey(), label.getValue());
            }
            json.writeEndObject();
            json.writeStringField("started", entry.started().toString());
            json.writeStringField("stopped", entry.stopped().map(Instant::toString).orElse(null));
            json.writeNumberField("bytes", entry.bytes());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    static String labels(Map<String, String> labels) {
        return labels.entrySet().stream()
                .map(label -> label.getKey() + "=" + label.getValue())
                .collect(Collectors.joining(","));
    }
}
