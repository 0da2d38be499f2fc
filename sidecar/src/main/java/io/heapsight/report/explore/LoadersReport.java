/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report.explore;

import static io.heapsight.json.JsonValueCodec.COUNT;

import io.heapsight.explore.LoaderList;
import io.heapsight.json.JsonValueCodec;
import io.heapsight.json.Shape;
import io.heapsight.report.Report;
import io.heapsight.report.section.TextTable;
import io.heapsight.summary.LoaderRow;
import io.heapsight.summary.SummaryJson;
import java.io.IOException;
import java.io.Writer;
import java.util.List;

/** Class loaders with their classes. */
public record LoadersReport(LoaderList list) implements Report {
    public static final Shape<LoadersReport> SHAPE =
            Shape.<LoadersReport>of()
                    .field("total", COUNT, it -> it.list.total())
                    .field(
                            "loaders",
                            JsonValueCodec.list(SummaryJson.LOADER),
                            it -> it.list.rows());

    @Override
    public String text() {
        TextTable table =
                new TextTable(
                        "retained bytes", "bytes", "objects", "classes", "address", "class loader");
        table.alignRight(List.of(0, 1, 2, 3));
        for (LoaderRow row : list.rows()) {
            table.add(
                    row.retainedBytes().isPresent()
                            ? ObjectRowText.bytes(row.retainedBytes().getAsLong())
                            : "",
                    ObjectRowText.bytes(row.instances().bytes()),
                    ObjectRowText.bytes(row.instances().objects()),
                    ObjectRowText.bytes(row.classes()),
                    row.address() == 0 ? "" : ObjectRowText.address(row.address()),
                    row.className() + row.name().map(name -> " \"" + name + '"').orElse(""));
        }
        return table.text() + ObjectRowText.more(list.rows(), list.total(), " class loaders");
    }

    @Override
    public void writeJson(Writer out) throws IOException {
        SHAPE.writeDocument(out, this);
    }
}
