/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report;

import static io.heapsight.json.JsonType.BYTES;
import static io.heapsight.json.JsonType.TEXT;
import static io.heapsight.json.JsonType.TIME;
import static io.heapsight.json.JsonType.list;
import static io.heapsight.report.JsonFields.TARGET;

import io.heapsight.json.Schema;
import io.heapsight.json.Shape;
import io.heapsight.kept.KeptFile;
import io.heapsight.report.JsonFields.Target;
import io.heapsight.report.section.Figures;
import io.heapsight.report.section.TextTable;
import io.heapsight.trigger.ThreadDumpRecord;
import java.io.IOException;
import java.io.Writer;
import java.util.List;

/** Thread dumps that are kept, oldest first. */
public record ThreadDumpsReport(List<ThreadDumpRecord> dumps) implements Report {
    private static final Shape<ThreadDumpRecord> DUMP =
            Shape.<ThreadDumpRecord>of()
                    .field("id", TEXT.as(Schema.pattern(KeptFile.ID_PATTERN)), ThreadDumpRecord::id)
                    .field("takenAt", TIME, ThreadDumpRecord::takenAt)
                    .field("target", TARGET, dump -> new Target(dump.pid(), dump.target()))
                    .field("bytes", BYTES, ThreadDumpRecord::bytes)
                    .field("caller", TEXT, ThreadDumpRecord::caller);

    public static final Shape<ThreadDumpsReport> SHAPE =
            Shape.<ThreadDumpsReport>of()
                    .field("threadDumps", list(DUMP), ThreadDumpsReport::dumps);

    @Override
    public String text() {
        if (dumps.isEmpty()) {
            return "No thread dump is kept: a trigger such as heap>95%:threads takes one.\n";
        }
        TextTable table = new TextTable("ID", "TARGET", "BYTES", "TAKEN BY");
        for (ThreadDumpRecord dump : dumps) {
            table.add(dump.id(), dump.target(), Figures.count(dump.bytes()), dump.caller());
        }
        return table.alignRight(List.of(2)).text();
    }

    @Override
    public void writeJson(Writer out) throws IOException {
        SHAPE.writeDocument(out, this);
    }
}
