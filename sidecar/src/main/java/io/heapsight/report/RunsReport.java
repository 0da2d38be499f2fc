/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report;

import static io.heapsight.json.JsonValueCodec.BYTES;
import static io.heapsight.json.JsonValueCodec.LABELS;
import static io.heapsight.json.JsonValueCodec.TEXT;
import static io.heapsight.json.JsonValueCodec.TIME;
import static io.heapsight.json.JsonValueCodec.choice;
import static io.heapsight.json.JsonValueCodec.list;

import io.heapsight.json.Shape;
import io.heapsight.report.section.NumberText;
import io.heapsight.report.section.TextTable;
import io.heapsight.run.RunListEntry;
import io.heapsight.run.RunState;
import io.heapsight.unit.ByteSize;
import java.io.IOException;
import java.io.Writer;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Stored runs, by name. */
public record RunsReport(List<RunListEntry> entries) implements Report {
    private static final Shape<RunListEntry> RUN =
            Shape.<RunListEntry>of()
                    .field("name", TEXT, entry -> entry.name().text())
                    .field("arm", TEXT, entry -> entry.name().arm())
                    .field("state", choice(RunState.values(), RunState::label), RunListEntry::state)
                    .field("target", TEXT, RunListEntry::target)
                    .field("labels", LABELS, RunListEntry::labels)
                    .field("started", TIME, RunListEntry::started)
                    .nullable("stopped", TIME, RunListEntry::stopped)
                    .field("bytes", BYTES, RunListEntry::bytes);

    public static final Shape<RunsReport> SHAPE =
            Shape.<RunsReport>of().field("runs", list(RUN), RunsReport::entries);

    @Override
    public String text() {
        if (entries.isEmpty()) {
            return "No runs stored: PUT /runs/NAME records one.\n";
        }
        TextTable table =
                new TextTable("NAME", "STATE", "TARGET", "STARTED", "SECONDS", "SIZE", "LABELS");
        for (RunListEntry entry : entries) {
            table.add(
                    entry.name().text(),
                    entry.state().label(),
                    entry.target(),
                    entry.started().truncatedTo(ChronoUnit.SECONDS).toString(),
                    entry.stopped()
                            .map(
                                    stopped ->
                                            NumberText.count(
                                                    Duration.between(entry.started(), stopped)
                                                            .toSeconds()))
                            .orElse("-"),
                    new ByteSize(entry.bytes()).toString(),
                    labels(entry.labels()));
        }
        return table.alignRight(List.of(4, 5)).text();
    }

    @Override
    public void writeJson(Writer out) throws IOException {
        SHAPE.writeDocument(out, this);
    }

    static String labels(Map<String, String> labels) {
        return labels.entrySet().stream()
                .map(label -> label.getKey() + "=" + label.getValue())
                .collect(Collectors.joining(","));
    }
}
