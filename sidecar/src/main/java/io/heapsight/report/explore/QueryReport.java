/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report.explore;

import static io.heapsight.json.JsonValueCodec.ADDRESS;
import static io.heapsight.json.JsonValueCodec.BYTES;
import static io.heapsight.json.JsonValueCodec.COUNT;
import static io.heapsight.json.JsonValueCodec.TEXT;
import static io.heapsight.json.JsonValueCodec.TEXTS;
import static io.heapsight.json.JsonValueCodec.choice;
import static io.heapsight.json.JsonValueCodec.list;
import static io.heapsight.json.JsonValueCodec.number;

import io.heapsight.explore.query.HeapQuery.Grouping;
import io.heapsight.explore.query.QueryResult;
import io.heapsight.json.Shape;
import io.heapsight.report.Report;
import io.heapsight.report.section.TextTable;
import io.heapsight.report.section.TextWrapper;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Optional;

/** The result of a query: objects, or sums over groups of them. */
public record QueryReport(QueryResult result) implements Report {
    private static final Shape<QueryResult.Row> OBJECT =
            Shape.<QueryResult.Row>of()
                    .field("object", ObjectRowText.SHAPE, QueryResult.Row::object)
                    .nullable("elements", COUNT, it -> number(it.elements()));

    private static final Shape<QueryResult.Group> GROUP =
            Shape.<QueryResult.Group>of()
                    .field("name", TEXT, QueryResult.Group::name)
                    .nullable("loader", ADDRESS, QueryReport::loader)
                    .field("objects", COUNT, QueryResult.Group::objects)
                    .field("shallowBytes", BYTES, QueryResult.Group::shallowBytes)
                    .field("retainedBytes", BYTES, QueryResult.Group::retainedBytes);

    public static final Shape<QueryReport> SHAPE =
            Shape.<QueryReport>of()
                    .field("query", TEXT, it -> it.result.query().text())
                    .field("total", COUNT, it -> it.result.total().objects())
                    .field("unreachable", COUNT, it -> it.result.total().unreachable())
                    .field("shallowBytes", BYTES, it -> it.result.total().shallowBytes())
                    .nullable(
                            "groupedBy",
                            choice(Grouping.values()),
                            it -> it.result.query().grouping())
                    .field("objects", list(OBJECT), it -> it.result.objects())
                    .field("groupTotal", COUNT, it -> it.result.groupTotal())
                    .field("groups", list(GROUP), it -> it.result.groups())
                    .field("notes", TEXTS, it -> it.result.notes());

    private static Optional<Long> loader(QueryResult.Group row) {
        return row.loader().isEmpty() || row.loader().getAsLong() == 0
                ? Optional.empty()
                : Optional.of(row.loader().getAsLong());
    }

    @Override
    public String text() {
        StringBuilder out = new StringBuilder();
        TextWrapper.wrap(out, "", title());
        result.notes().forEach(note -> TextWrapper.wrap(out, "note: ", note));
        Optional<Grouping> grouping = result.query().grouping();
        if (grouping.isPresent() && !result.groups().isEmpty()) {
            out.append('\n').append(groups(grouping.get()));
        } else if (!result.objects().isEmpty()) {
            out.append('\n').append(objects());
        }
        return out.toString();
    }

    private String title() {
        long total = result.total().objects();
        String found =
                "%s %s, shallow size %s bytes"
                        .formatted(
                                ObjectRowText.bytes(total),
                                total == 1 ? "object" : "objects",
                                ObjectRowText.bytes(result.total().shallowBytes()));
        boolean grouped = result.query().grouping().isPresent();
        long all = grouped ? result.groupTotal() : total;
        int shown = grouped ? result.groups().size() : result.objects().size();
        String in = grouped ? ", in %s groups".formatted(ObjectRowText.bytes(all)) : "";
        String first = shown < all ? "; the first %s:".formatted(ObjectRowText.bytes(shown)) : ":";
        return found + in + (all == 0 ? "." : first);
    }

    private String objects() {
        TextTable table =
                new TextTable("retained bytes", "shallow", "elements", "address", "object");
        table.alignRight(List.of(0, 1, 2));
        for (QueryResult.Row row : result.objects()) {
            table.add(
                    ObjectRowText.retained(row.object()),
                    ObjectRowText.bytes(row.object().shallowBytes()),
                    row.elements().isPresent()
                            ? ObjectRowText.bytes(row.elements().getAsLong())
                            : "",
                    ObjectRowText.address(row.object().address()),
                    ObjectRowText.name(row.object()));
        }
        return table.text();
    }

    private String groups(Grouping grouping) {
        String heading =
                switch (grouping) {
                    case CLASS -> "class";
                    case PACKAGE -> "package";
                    case LOADER -> "class loader";
                };
        TextTable table = new TextTable("retained bytes", "shallow", "objects", heading);
        table.alignRight(List.of(0, 1, 2));
        for (QueryResult.Group row : result.groups()) {
            String at = loader(row).map(address -> " " + ObjectRowText.address(address)).orElse("");
            table.add(
                    ObjectRowText.bytes(row.retainedBytes()),
                    ObjectRowText.bytes(row.shallowBytes()),
                    ObjectRowText.bytes(row.objects()),
                    (row.name().isEmpty() ? "(no package)" : row.name()) + at);
        }
        return table.text();
    }

    @Override
    public void writeJson(Writer out) throws IOException {
        SHAPE.writeDocument(out, this);
    }
}
