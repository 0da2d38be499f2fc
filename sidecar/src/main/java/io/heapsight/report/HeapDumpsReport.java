/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report;

import static io.heapsight.json.JsonValueCodec.BYTES;
import static io.heapsight.json.JsonValueCodec.FLAG;
import static io.heapsight.json.JsonValueCodec.TEXT;
import static io.heapsight.json.JsonValueCodec.TIME;
import static io.heapsight.json.JsonValueCodec.list;
import static io.heapsight.report.SharedJsonShapes.TARGET;

import io.heapsight.dump.store.DumpRecord;
import io.heapsight.job.SkippedPart;
import io.heapsight.json.Schema;
import io.heapsight.json.Shape;
import io.heapsight.report.SharedJsonShapes.Target;
import io.heapsight.report.section.NumberText;
import io.heapsight.report.section.TextTable;
import io.heapsight.unit.Problem;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Optional;

/**
 * Stored heap dumps, oldest first.
 *
 * @param obstacle the reason why no summary can be created, if there is one
 */
public record HeapDumpsReport(List<Row> rows, Optional<Problem> obstacle) implements Report {
    private static final Shape<Shown> DUMP =
            Shape.<Shown>of()
                    .field(
                            "id",
                            TEXT.as(Schema.pattern(DumpRecord.ID_PATTERN)),
                            shown -> shown.dump().id())
                    .field("takenAt", TIME, shown -> shown.dump().takenAt())
                    .field(
                            "target",
                            TARGET,
                            shown -> new Target(shown.dump().pid(), shown.dump().target()))
                    .field("bytes", BYTES, shown -> shown.dump().bytes())
                    .field("live", FLAG, shown -> shown.dump().live())
                    .field("gzip", FLAG, shown -> shown.dump().gzip())
                    .nullable("sha256", TEXT, shown -> shown.dump().sha256())
                    .field("summary", FLAG, shown -> shown.row().summary())
                    .field("index", FLAG, shown -> shown.row().index())
                    .field("way", TEXT, shown -> shown.dump().way())
                    .field("skipped", list(SkippedPart.JSON), Shown::skipped);

    public static final Shape<HeapDumpsReport> SHAPE =
            Shape.<HeapDumpsReport>of().field("heapdumps", list(DUMP), HeapDumpsReport::shown);

    private record Shown(Row row, List<SkippedPart> skipped) {
        DumpRecord dump() {
            return row.dump();
        }
    }

    /**
     * One dump.
     *
     * @param summary whether it has been analysed
     * @param index whether the heap explorer answers questions about it
     */
    public record Row(DumpRecord dump, boolean summary, boolean index) {}

    @Override
    public String text() {
        if (rows.isEmpty()) {
            return "No heap dumps stored: POST /heapdumps takes one.\n";
        }
        TextTable table = new TextTable("ID", "TARGET", "BYTES", "OBJECTS", "SUMMARY", "WAY");
        for (Row row : rows) {
            table.add(
                    row.dump().id(),
                    row.dump().target(),
                    NumberText.count(row.dump().bytes()),
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

    private List<SkippedPart> skipped(Row row) {
        return row.summary() ? List.of() : obstacle.map(SkippedPart::summary).stream().toList();
    }

    @Override
    public void writeJson(Writer out) throws IOException {
        SHAPE.writeDocument(out, this);
    }

    private List<Shown> shown() {
        return rows.stream().map(row -> new Shown(row, skipped(row))).toList();
    }
}
