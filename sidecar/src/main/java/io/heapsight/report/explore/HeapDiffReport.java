/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report.explore;

import static io.heapsight.json.JsonType.BYTES;
import static io.heapsight.json.JsonType.COUNT;
import static io.heapsight.json.JsonType.INTEGER;
import static io.heapsight.json.JsonType.TEXT;
import static io.heapsight.json.JsonType.TEXTS;

import io.heapsight.explore.diff.Growth;
import io.heapsight.explore.diff.HeapDiff;
import io.heapsight.explore.diff.MainGrowth;
import io.heapsight.json.JsonType;
import io.heapsight.json.Shape;
import io.heapsight.report.Report;
import io.heapsight.report.section.TextLines;
import io.heapsight.report.section.TextTable;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** The growth from one dump to a later one. */
public record HeapDiffReport(Path before, Path after, HeapDiff diff) implements Report {
    private static final Shape<Growth.Figures> FIGURES =
            Shape.<Growth.Figures>of()
                    .field("objects", COUNT, Growth.Figures::objects)
                    .field("shallowBytes", BYTES, Growth.Figures::shallowBytes)
                    .field("retainedBytes", BYTES, Growth.Figures::retainedBytes);

    private static final Shape<Growth.Figures> CHANGE =
            Shape.<Growth.Figures>of()
                    .field("objects", INTEGER, Growth.Figures::objects)
                    .field("shallowBytes", INTEGER, Growth.Figures::shallowBytes)
                    .field("retainedBytes", INTEGER, Growth.Figures::retainedBytes);

    private static final Shape<Growth> COMPARED =
            Shape.<Growth>of()
                    .field("before", FIGURES, Growth::before)
                    .field("after", FIGURES, Growth::after)
                    .field("growth", CHANGE, Growth::by);

    private static final Shape<Growth> NAMED =
            Shape.<Growth>of().field("name", TEXT, Growth::name).and(COMPARED, it -> it);

    private static final Shape<Growth> HOLDER =
            Shape.<Growth>of().field("path", TEXTS, Growth::path).and(COMPARED, it -> it);

    public static final Shape<HeapDiffReport> SHAPE =
            Shape.<HeapDiffReport>of()
                    .field("beforeFile", TEXT, it -> it.before.toString())
                    .field("afterFile", TEXT, it -> it.after.toString())
                    .field("conclusion", TEXT, it -> MainGrowth.of(it.diff).sentence())
                    .and(COMPARED, it -> it.diff.reachable())
                    .field("holderTotal", COUNT, it -> it.diff.holders().total())
                    .field("holders", JsonType.list(HOLDER), it -> it.diff.holders().rows())
                    .field("classTotal", COUNT, it -> it.diff.classes().total())
                    .field("classes", JsonType.list(NAMED), it -> it.diff.classes().rows())
                    .field("packageTotal", COUNT, it -> it.diff.packages().total())
                    .field("packages", JsonType.list(NAMED), it -> it.diff.packages().rows());

    @Override
    public String text() {
        StringBuilder out = new StringBuilder();
        TextLines.wrap(out, "", "From %s to %s:".formatted(before, after));
        out.append('\n');
        TextLines.wrap(out, "", MainGrowth.of(diff).sentence());
        add(out, new Growth.Ranking(List.of(diff.reachable()), 1), "all objects", "");
        if (diff.holders().rows().isEmpty()) {
            out.append("\nNo holder in the dominator tree retains more.\n");
        } else {
            add(out, diff.holders(), "holder: path in the dominator tree", " holders that grew");
        }
        if (diff.classes().rows().isEmpty()) {
            out.append("\nNo class differs.\n");
        } else {
            add(out, diff.classes(), "class", " classes that differ");
            add(out, diff.packages(), "package", " packages that differ");
            out.append('\n');
            TextLines.wrap(
                    out,
                    "note: ",
                    "The retained size of a package is that of its objects at the top of the"
                            + " dominator tree.");
        }
        return out.toString();
    }

    private static void add(StringBuilder out, Growth.Ranking list, String heading, String noun) {
        TextTable table =
                new TextTable(
                        "+retained",
                        "before",
                        "after",
                        "+shallow",
                        "before",
                        "after",
                        "+objects",
                        "before",
                        "after",
                        heading);
        table.alignRight(List.of(0, 1, 2, 3, 4, 5, 6, 7, 8));
        for (Growth row : list.rows()) {
            table.add(
                    signed(row.by().retainedBytes()),
                    ObjectRows.bytes(row.before().retainedBytes()),
                    ObjectRows.bytes(row.after().retainedBytes()),
                    signed(row.by().shallowBytes()),
                    ObjectRows.bytes(row.before().shallowBytes()),
                    ObjectRows.bytes(row.after().shallowBytes()),
                    signed(row.by().objects()),
                    ObjectRows.bytes(row.before().objects()),
                    ObjectRows.bytes(row.after().objects()),
                    row.name().isEmpty() ? "(no package)" : row.name());
        }
        out.append('\n').append(table.text());
        out.append(ObjectRows.more(list.rows(), list.total(), noun));
    }

    private static String signed(long number) {
        return number == 0 ? "0" : String.format(Locale.ROOT, "%+,d", number);
    }

    @Override
    public void writeJson(Writer out) throws IOException {
        SHAPE.writeDocument(out, this);
    }
}
