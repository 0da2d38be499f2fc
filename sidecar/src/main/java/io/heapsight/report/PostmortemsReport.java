/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report;

import static io.heapsight.json.JsonValueCodec.list;

import io.heapsight.json.Shape;
import io.heapsight.postmortem.Postmortem;
import io.heapsight.postmortem.PostmortemJson;
import io.heapsight.report.section.SectionText;
import io.heapsight.report.section.TextTable;
import java.io.IOException;
import java.io.Writer;
import java.util.List;

/** Targets that died, newest first. The text fits 100 columns. */
public record PostmortemsReport(List<Postmortem.Entry> entries) implements Report {
    public static final Shape<PostmortemsReport> SHAPE =
            Shape.<PostmortemsReport>of()
                    .field("postmortems", list(PostmortemJson.ENTRY), PostmortemsReport::entries);

    private static final int NAME = 20;
    private static final int TOP_CLASS = 25;

    @Override
    public String text() {
        if (entries.isEmpty()) {
            return "No target has died.\n";
        }
        TextTable table = new TextTable("ID", "TARGET", "REASON", "TOP CLASS");
        for (Postmortem.Entry entry : entries) {
            table.add(
                    entry.id(),
                    SectionText.shorten(entry.target().name(), NAME),
                    entry.reason().text(),
                    SectionText.shorten(entry.topClass().orElse("-"), TOP_CLASS));
        }
        return table.text();
    }

    @Override
    public void writeJson(Writer out) throws IOException {
        SHAPE.writeDocument(out, this);
    }
}
