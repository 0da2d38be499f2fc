/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report.explore;

import static io.heapsight.json.JsonValueCodec.ADDRESS;
import static io.heapsight.json.JsonValueCodec.BYTES;
import static io.heapsight.json.JsonValueCodec.COUNT;
import static io.heapsight.json.JsonValueCodec.TEXT;

import io.heapsight.explore.DuplicateClassList;
import io.heapsight.json.JsonValueCodec;
import io.heapsight.json.Shape;
import io.heapsight.report.Report;
import io.heapsight.report.section.TextTable;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Optional;

/** Classes that several loaders define under one name. */
public record DuplicateClassesReport(DuplicateClassList list) implements Report {
    /** Maximum copies in the text; JSON has all stored ones. */
    private static final int COPIES_SHOWN = 5;

    private static final Shape<DuplicateClassList.Copy> COPY =
            Shape.<DuplicateClassList.Copy>of()
                    .field("address", ADDRESS, it -> it.figure().address())
                    .nullable("loader", ADDRESS, it -> loader(it.figure().loader()))
                    .field("loaderClass", TEXT, DuplicateClassList.Copy::loaderClass)
                    .field("objects", COUNT, it -> it.figure().objects())
                    .field("bytes", BYTES, it -> it.figure().bytes())
                    .field("retainedBytes", BYTES, it -> it.figure().retainedBytes());

    private static final Shape<DuplicateClassList.Row> NAME =
            Shape.<DuplicateClassList.Row>of()
                    .field("name", TEXT, DuplicateClassList.Row::name)
                    .field("loaders", COUNT, DuplicateClassList.Row::loaders)
                    .field("objects", COUNT, DuplicateClassList.Row::objects)
                    .field("bytes", BYTES, DuplicateClassList.Row::bytes)
                    .field("classes", JsonValueCodec.list(COPY), DuplicateClassList.Row::copies);

    public static final Shape<DuplicateClassesReport> SHAPE =
            Shape.<DuplicateClassesReport>of()
                    .field("total", COUNT, it -> it.list.total())
                    .field("names", JsonValueCodec.list(NAME), it -> it.list.rows());

    private static Optional<Long> loader(long address) {
        return address == 0 ? Optional.empty() : Optional.of(address);
    }

    @Override
    public String text() {
        if (list.rows().isEmpty()) {
            return "No class is defined by more than one class loader.\n";
        }
        TextTable table = new TextTable("retained bytes", "bytes", "objects", "loaders", "class");
        table.alignRight(List.of(0, 1, 2, 3));
        for (DuplicateClassList.Row row : list.rows()) {
            table.add(
                    "",
                    ObjectRowText.bytes(row.bytes()),
                    ObjectRowText.bytes(row.objects()),
                    ObjectRowText.bytes(row.loaders()),
                    row.name());
            row.copies().stream().limit(COPIES_SHOWN).forEach(copy -> add(table, copy));
            if (row.copies().size() > COPIES_SHOWN) {
                table.add("", "", "", "", "  …");
            }
        }
        return table.text() + ObjectRowText.more(list.rows(), list.total(), " names");
    }

    private static void add(TextTable table, DuplicateClassList.Copy copy) {
        String by =
                loader(copy.figure().loader())
                        .map(at -> " " + ObjectRowText.address(at))
                        .orElse("");
        table.add(
                ObjectRowText.bytes(copy.figure().retainedBytes()),
                ObjectRowText.bytes(copy.figure().bytes()),
                ObjectRowText.bytes(copy.figure().objects()),
                "",
                "  %s, loaded by %s%s"
                        .formatted(
                                ObjectRowText.address(copy.figure().address()),
                                copy.loaderClass(),
                                by));
    }

    @Override
    public void writeJson(Writer out) throws IOException {
        SHAPE.writeDocument(out, this);
    }
}
