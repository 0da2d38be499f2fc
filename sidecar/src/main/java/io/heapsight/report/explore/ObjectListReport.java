/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report.explore;

import static io.heapsight.json.JsonValueCodec.COUNT;
import static io.heapsight.json.JsonValueCodec.TEXTS;
import static io.heapsight.json.JsonValueCodec.choice;
import static io.heapsight.json.JsonValueCodec.number;

import io.heapsight.explore.ObjectList;
import io.heapsight.explore.ObjectList.Relation;
import io.heapsight.json.JsonValueCodec;
import io.heapsight.json.Shape;
import io.heapsight.report.Report;
import io.heapsight.report.section.TextWrapper;
import java.io.IOException;
import java.io.Writer;

/** Objects with a relation to another object or a class. */
public record ObjectListReport(ObjectList list) implements Report {
    public static final Shape<ObjectListReport> SHAPE =
            Shape.<ObjectListReport>of()
                    .field("relation", choice(Relation.values()), it -> it.list.relation())
                    .nullable("of", ObjectRowText.SHAPE, it -> it.list.of())
                    .nullable("total", COUNT, it -> number(it.list.total()))
                    .field(
                            "objects",
                            JsonValueCodec.list(ObjectRowText.SHAPE),
                            it -> it.list.rows())
                    .field("notes", TEXTS, it -> it.list.notes());

    @Override
    public String text() {
        StringBuilder out = new StringBuilder();
        TextWrapper.wrap(out, "", title());
        list.notes().forEach(note -> TextWrapper.wrap(out, "note: ", note));
        out.append('\n');
        out.append(ObjectRowText.table(list.rows(), via()));
        return out.toString();
    }

    private String title() {
        String of =
                list.of()
                        .map(
                                row ->
                                        ObjectRowText.name(row)
                                                + " at "
                                                + ObjectRowText.address(row.address()))
                        .orElse("the roots together");
        String relation =
                switch (list.relation()) {
                    case INSTANCES -> "are of the class";
                    case REFERRERS -> "refer to " + of;
                    case REFERENCES -> "are referenced by " + of;
                    case DOMINATED -> "are dominated by " + of + ", and by nothing below it";
                };
        String total =
                list.total().isPresent() ? ObjectRowText.bytes(list.total().getAsLong()) : "More";
        boolean all = list.total().isPresent() && list.total().getAsLong() == list.rows().size();
        return "%s objects %s%s"
                .formatted(
                        total,
                        relation,
                        all ? ":" : "; the first " + ObjectRowText.bytes(list.rows().size()) + ":");
    }

    private String via() {
        return switch (list.relation()) {
            case INSTANCES, DOMINATED -> "";
            case REFERRERS -> "by its field";
            case REFERENCES -> "by the field";
        };
    }

    @Override
    public void writeJson(Writer out) throws IOException {
        SHAPE.writeDocument(out, this);
    }
}
