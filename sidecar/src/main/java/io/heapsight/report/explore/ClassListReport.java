/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report.explore;

import static io.heapsight.json.JsonValueCodec.ADDRESS;
import static io.heapsight.json.JsonValueCodec.BYTES;
import static io.heapsight.json.JsonValueCodec.COUNT;
import static io.heapsight.json.JsonValueCodec.TEXT;

import io.heapsight.explore.ClassList;
import io.heapsight.json.JsonValueCodec;
import io.heapsight.json.Shape;
import io.heapsight.report.Report;
import io.heapsight.report.section.TextTable;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Optional;

/** Classes of a dump with their sizes. */
public record ClassListReport(ClassList list) implements Report {
    private static final Shape<ClassList.Row> CLASS =
            Shape.<ClassList.Row>of()
                    .field("name", TEXT, ClassList.Row::name)
                    .nullable("address", ADDRESS, it -> address(it.address()))
                    .nullable("loader", ADDRESS, it -> address(it.loader()))
                    .field("objects", COUNT, ClassList.Row::objects)
                    .field("bytes", BYTES, ClassList.Row::bytes)
                    .field("retainedBytes", BYTES, ClassList.Row::retainedBytes)
                    .field("unreachableObjects", COUNT, ClassList.Row::unreachableObjects)
                    .field("unreachableBytes", BYTES, ClassList.Row::unreachableBytes);

    public static final Shape<ClassListReport> SHAPE =
            Shape.<ClassListReport>of()
                    .field("total", COUNT, it -> it.list.total())
                    .field("classes", JsonValueCodec.list(CLASS), it -> it.list.rows());

    private static Optional<Long> address(long address) {
        return address == 0 ? Optional.empty() : Optional.of(address);
    }

    @Override
    public String text() {
        TextTable table =
                new TextTable("retained bytes", "bytes", "objects", "unreachable bytes", "class");
        table.alignRight(List.of(0, 1, 2, 3));
        for (ClassList.Row row : list.rows()) {
            String loader =
                    row.loader() == 0 ? "" : ", loaded by " + ObjectRowText.address(row.loader());
            table.add(
                    ObjectRowText.bytes(row.retainedBytes()),
                    ObjectRowText.bytes(row.bytes()),
                    ObjectRowText.bytes(row.objects()),
                    ObjectRowText.bytes(row.unreachableBytes()),
                    row.name() + loader);
        }
        return table.text() + ObjectRowText.more(list.rows(), list.total(), " classes");
    }

    @Override
    public void writeJson(Writer out) throws IOException {
        SHAPE.writeDocument(out, this);
    }
}
