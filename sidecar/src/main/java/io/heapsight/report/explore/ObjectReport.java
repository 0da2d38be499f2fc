/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report.explore;

import static io.heapsight.json.JsonValueCodec.ADDRESS;
import static io.heapsight.json.JsonValueCodec.COUNT;
import static io.heapsight.json.JsonValueCodec.FLAG;
import static io.heapsight.json.JsonValueCodec.TEXT;
import static io.heapsight.json.JsonValueCodec.list;
import static io.heapsight.json.JsonValueCodec.number;

import io.heapsight.explore.ObjectDetails;
import io.heapsight.json.Shape;
import io.heapsight.report.Report;
import io.heapsight.report.section.TextTable;
import java.io.IOException;
import java.io.Writer;
import java.util.Optional;

/** One object with its fields. */
public record ObjectReport(ObjectDetails details) implements Report {
    private static final Shape<ObjectDetails.Field> FIELD =
            Shape.<ObjectDetails.Field>of()
                    .field("declaredBy", TEXT, ObjectDetails.Field::declaredBy)
                    .field("name", TEXT, ObjectDetails.Field::name)
                    .field("type", TEXT, ObjectDetails.Field::type)
                    .field("static", FLAG, ObjectDetails.Field::isStatic)
                    .nullable("value", TEXT, ObjectDetails.Field::value)
                    .nullable("object", ObjectRowText.SHAPE, ObjectDetails.Field::object);

    public static final Shape<ObjectReport> SHAPE =
            Shape.<ObjectReport>of()
                    .field("object", ObjectRowText.SHAPE, it -> it.details.object())
                    .nullable(
                            "loader",
                            ADDRESS,
                            it ->
                                    it.details.loader() == 0
                                            ? Optional.empty()
                                            : Optional.of(it.details.loader()))
                    .nullable("length", COUNT, it -> number(it.details.length()))
                    .nullable("root", TEXT, it -> it.details.root())
                    .nullable("dominator", ObjectRowText.SHAPE, it -> it.details.dominator())
                    .nullable("referrers", COUNT, it -> number(it.details.referrers()))
                    .field("fields", list(FIELD), it -> it.details.fields());

    @Override
    public String text() {
        StringBuilder out = new StringBuilder();
        out.append(ObjectRowText.name(details.object())).append('\n');
        TextTable facts =
                new TextTable("address", ObjectRowText.address(details.object().address()));
        facts.add("shallow bytes", ObjectRowText.bytes(details.object().shallowBytes()));
        facts.add("retained bytes", ObjectRowText.retained(details.object()));
        details.length().ifPresent(length -> facts.add("length", ObjectRowText.bytes(length)));
        facts.add(
                "class loader",
                details.loader() == 0 ? "boot" : ObjectRowText.address(details.loader()));
        details.root().ifPresent(root -> facts.add("GC root", root));
        details.dominator()
                .ifPresent(
                        dominator ->
                                facts.add(
                                        "dominated by",
                                        ObjectRowText.address(dominator.address())
                                                + " "
                                                + ObjectRowText.name(dominator)));
        details.referrers().ifPresent(count -> facts.add("referrers", ObjectRowText.bytes(count)));
        out.append(facts.text());
        if (!details.fields().isEmpty()) {
            TextTable fields = new TextTable("field", "value", "declared by");
            for (ObjectDetails.Field field : details.fields()) {
                fields.add(
                        (field.isStatic() ? "static " : "") + field.name(),
                        value(field),
                        field.declaredBy());
            }
            out.append('\n').append(fields.text());
        }
        return out.toString();
    }

    private static String value(ObjectDetails.Field field) {
        return field.object()
                .map(row -> ObjectRowText.address(row.address()) + " " + ObjectRowText.name(row))
                .or(field::value)
                .orElse("not in the dump");
    }

    @Override
    public void writeJson(Writer out) throws IOException {
        SHAPE.writeDocument(out, this);
    }
}
