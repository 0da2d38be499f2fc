/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report.recording;

import static io.heapsight.json.JsonValueCodec.BYTES;
import static io.heapsight.json.JsonValueCodec.COUNT;
import static io.heapsight.json.JsonValueCodec.FLAG;
import static io.heapsight.json.JsonValueCodec.TEXT;
import static io.heapsight.json.JsonValueCodec.TIME;
import static io.heapsight.json.JsonValueCodec.list;
import static io.heapsight.report.SharedJsonShapes.TARGET;

import io.heapsight.json.Schema;
import io.heapsight.json.Shape;
import io.heapsight.kept.KeptFile;
import io.heapsight.recording.RecordingRecord;
import io.heapsight.report.Report;
import io.heapsight.report.SharedJsonShapes.Target;
import io.heapsight.report.section.NumberText;
import io.heapsight.report.section.TextTable;
import java.io.IOException;
import java.io.Writer;
import java.util.List;

/** Lists the stored Flight Recorder recordings, oldest first. */
public record RecordingsReport(List<Row> rows) implements Report {
    /** The state of every stored recording. Running recordings are jobs in {@code GET /jobs}. */
    private static final String KEPT = "kept";

    private static final Shape<Row> RECORDING =
            Shape.<Row>of()
                    .field(
                            "id",
                            TEXT.as(Schema.pattern(KeptFile.ID_PATTERN)),
                            row -> row.recording().id())
                    .field("startedAt", TIME, row -> row.recording().startedAt())
                    .field(
                            "target",
                            TARGET,
                            row -> new Target(row.recording().pid(), row.recording().target()))
                    .field("seconds", COUNT, row -> row.recording().seconds())
                    .field("bytes", BYTES, row -> row.recording().bytes())
                    .field("settings", TEXT, row -> row.recording().settings())
                    .field("state", TEXT, _ -> KEPT)
                    .field("summary", FLAG, Row::summary);

    public static final Shape<RecordingsReport> SHAPE =
            Shape.<RecordingsReport>of()
                    .field("recordings", list(RECORDING), RecordingsReport::rows);

    /**
     * One recording.
     *
     * @param summary whether it has been summarised
     */
    public record Row(RecordingRecord recording, boolean summary) {}

    @Override
    public String text() {
        if (rows.isEmpty()) {
            return "No recordings stored: POST /recordings takes one.\n";
        }
        TextTable table = new TextTable("ID", "TARGET", "SECONDS", "SETTINGS", "BYTES", "SUMMARY");
        for (Row row : rows) {
            RecordingRecord recording = row.recording();
            table.add(
                    recording.id(),
                    recording.target(),
                    NumberText.count(recording.seconds()),
                    recording.settings(),
                    NumberText.count(recording.bytes()),
                    row.summary() ? "yes" : "no");
        }
        return table.alignRight(List.of(2, 4)).text();
    }

    @Override
    public void writeJson(Writer out) throws IOException {
        SHAPE.writeDocument(out, this);
    }
}
