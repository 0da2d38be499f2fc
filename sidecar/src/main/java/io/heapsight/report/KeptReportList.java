/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report;

import static io.heapsight.json.JsonValueCodec.BYTES;
import static io.heapsight.json.JsonValueCodec.TEXT;
import static io.heapsight.json.JsonValueCodec.TIME;
import static io.heapsight.json.JsonValueCodec.list;
import static io.heapsight.report.SharedJsonShapes.TARGET;

import io.heapsight.json.Schema;
import io.heapsight.json.Shape;
import io.heapsight.kept.KeptFile;
import io.heapsight.report.SharedJsonShapes.Target;
import io.heapsight.report.section.NumberText;
import io.heapsight.report.section.TextTable;
import io.heapsight.trigger.KeptReport;
import io.heapsight.trigger.KeptReports;
import java.io.IOException;
import java.io.Writer;
import java.util.List;

/** The stored reports of one kind, oldest first. */
public record KeptReportList(KeptReports.Kind kind, List<KeptReport> kept) implements Report {
    private static final Shape<KeptReport> ONE =
            Shape.<KeptReport>of()
                    .field("id", TEXT.as(Schema.pattern(KeptFile.ID_PATTERN)), KeptReport::id)
                    .field("takenAt", TIME, KeptReport::takenAt)
                    .field("target", TARGET, each -> new Target(each.pid(), each.target()))
                    .field("bytes", BYTES, KeptReport::bytes)
                    .field("caller", TEXT, KeptReport::caller);

    public static Shape<KeptReportList> shape(KeptReports.Kind kind) {
        String field =
                switch (kind) {
                    case THREADS -> "threadDumps";
                    case HISTOGRAM -> "histograms";
                    case GARBAGE -> "garbageSummaries";
                };
        return Shape.<KeptReportList>of().field(field, list(ONE), KeptReportList::kept);
    }

    @Override
    public String text() {
        if (kept.isEmpty()) {
            return "No %s stored: a trigger such as heap>95%%:%s takes one.\n"
                    .formatted(kind.noun(), kind.action().label());
        }
        TextTable table = new TextTable("ID", "TARGET", "BYTES", "TAKEN BY");
        for (KeptReport each : kept) {
            table.add(each.id(), each.target(), NumberText.count(each.bytes()), each.caller());
        }
        return table.alignRight(List.of(2)).text();
    }

    @Override
    public void writeJson(Writer out) throws IOException {
        shape(kind).writeDocument(out, this);
    }
}
