/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report.explore;

import static io.heapsight.json.JsonValueCodec.COUNT;

import io.heapsight.explore.GarbageRootList;
import io.heapsight.json.JsonValueCodec;
import io.heapsight.json.Shape;
import io.heapsight.report.Report;
import io.heapsight.report.section.TextTable;
import io.heapsight.report.section.TextWrapper;
import io.heapsight.summary.GarbageRoots.RootClass;
import io.heapsight.summary.SummaryJson;
import io.heapsight.summary.Total;
import io.heapsight.summary.TotalJson;
import java.io.IOException;
import java.io.Writer;
import java.util.List;

/** Unreachable objects grouped by the class of their roots. */
public record GarbageRootsReport(GarbageRootList list) implements Report {
    public static final Shape<GarbageRootsReport> SHAPE =
            Shape.<GarbageRootsReport>of()
                    .field("roots", COUNT, it -> it.list.roots())
                    .and(TotalJson.TOTAL, it -> it.list.below())
                    .field("onCycles", TotalJson.TOTAL, it -> it.list.onCycles())
                    .field("total", COUNT, it -> it.list.total())
                    .field(
                            "classes",
                            JsonValueCodec.list(SummaryJson.ROOT_CLASS),
                            it -> it.list.rows());

    @Override
    public String text() {
        StringBuilder out = new StringBuilder();
        String end = list.rows().isEmpty() ? "." : ":";
        TextWrapper.wrap(
                out,
                "",
                "%s are held by %s garbage roots, which no other garbage refers to; %s are on cycles that no root reaches%s"
                        .formatted(
                                objects(list.below()),
                                ObjectRowText.bytes(list.roots()),
                                objects(list.onCycles()),
                                end));
        if (list.rows().isEmpty()) {
            return out.toString();
        }
        TextTable table =
                new TextTable("bytes below", "objects below", "roots", "largest root", "class");
        table.alignRight(List.of(0, 1, 2));
        for (RootClass row : list.rows()) {
            table.add(
                    ObjectRowText.bytes(row.below().bytes()),
                    ObjectRowText.bytes(row.below().objects()),
                    ObjectRowText.bytes(row.roots()),
                    ObjectRowText.address(row.largest()),
                    row.className());
        }
        out.append('\n').append(table.text());
        return out.append(ObjectRowText.more(list.rows(), list.total(), " classes")).toString();
    }

    private static String objects(Total total) {
        return "%s objects (%s bytes)"
                .formatted(
                        ObjectRowText.bytes(total.objects()), ObjectRowText.bytes(total.bytes()));
    }

    @Override
    public void writeJson(Writer out) throws IOException {
        SHAPE.writeDocument(out, this);
    }
}
