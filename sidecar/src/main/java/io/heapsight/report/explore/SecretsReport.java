/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report.explore;

import static io.heapsight.json.JsonValueCodec.ADDRESS;
import static io.heapsight.json.JsonValueCodec.COUNT;
import static io.heapsight.json.JsonValueCodec.FLAG;
import static io.heapsight.json.JsonValueCodec.TEXT;
import static io.heapsight.json.JsonValueCodec.TEXTS;
import static io.heapsight.json.JsonValueCodec.choice;

import io.heapsight.explore.secret.SecretKind;
import io.heapsight.explore.secret.SecretList;
import io.heapsight.json.JsonValueCodec;
import io.heapsight.json.Shape;
import io.heapsight.report.Report;
import io.heapsight.report.section.TextTable;
import io.heapsight.report.section.TextWrapper;
import java.io.IOException;
import java.io.Writer;
import java.util.List;

/** Locations of credentials in a dump; never their values. */
public record SecretsReport(SecretList list) implements Report {
    private static final String REMEDY =
            "heapsight redact FILE --output FILE writes a copy of the dump without them, and"
                    + " without all other data.";

    private static final Shape<SecretList.Row> FINDING =
            Shape.<SecretList.Row>of()
                    .field("kind", choice(SecretKind.values()), SecretList.Row::kind)
                    .field("count", COUNT, SecretList.Row::count)
                    .field("holder", TEXT, SecretList.Row::holder)
                    .field("reachable", FLAG, SecretList.Row::isReachable)
                    .field("example", ADDRESS, SecretList.Row::example);

    public static final Shape<SecretsReport> SHAPE =
            Shape.<SecretsReport>of()
                    .field("total", COUNT, it -> it.list.total())
                    .field("secrets", JsonValueCodec.list(FINDING), it -> it.list.rows())
                    .field("remedy", TEXT, _ -> REMEDY)
                    .field("notes", TEXTS, it -> it.list.notes());

    public boolean hasFindings() {
        return list.total() > 0;
    }

    @Override
    public String text() {
        StringBuilder out = new StringBuilder();
        if (!hasFindings()) {
            TextWrapper.wrap(
                    out,
                    "",
                    "No credentials detected. That is not proof: a password that no field or key"
                            + " name identifies looks like any other word.");
            return out.toString();
        }
        TextTable table = new TextTable("kind", "count", "reachable", "example", "holder");
        table.alignRight(List.of(1));
        for (SecretList.Row row : list.rows()) {
            table.add(
                    row.kind().text(),
                    ObjectRowText.bytes(row.count()),
                    row.isReachable() ? "yes" : "garbage",
                    ObjectRowText.address(row.example()),
                    row.holder());
        }
        out.append(table.text());
        out.append(ObjectRowText.more(list.rows(), list.total(), " places"));
        list.notes().forEach(note -> TextWrapper.wrap(out, "note: ", note));
        out.append('\n');
        TextWrapper.wrap(out, "", REMEDY);
        return out.toString();
    }

    @Override
    public void writeJson(Writer out) throws IOException {
        SHAPE.writeDocument(out, this);
    }
}
