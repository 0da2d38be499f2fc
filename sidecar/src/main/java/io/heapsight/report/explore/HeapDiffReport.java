/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report.explore;

import static io.heapsight.json.JsonValueCodec.BYTES;
import static io.heapsight.json.JsonValueCodec.COUNT;
import static io.heapsight.json.JsonValueCodec.INTEGER;
import static io.heapsight.json.JsonValueCodec.TEXT;
import static io.heapsight.json.JsonValueCodec.TEXTS;

import io.heapsight.explore.diff.HeapDiff;
import io.heapsight.explore.diff.HeapDiffRow;
import io.heapsight.explore.diff.MainGrowth;
import io.heapsight.json.JsonValueCodec;
import io.heapsight.json.Shape;
import io.heapsight.report.Report;
import io.heapsight.report.section.TextTable;
import io.heapsight.report.section.TextWrapper;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** The growth from one dump to a later one. */
public record HeapDiffReport(Path before, Path after, HeapDiff diff) implements Report {
    private static final Shape<HeapDiffRow.Figures> FIGURES =
            Shape.<HeapDiffRow.Figures>of()
                    .field("objects", COUNT, HeapDiffRow.Figures::objects)
                    .field("shallowBytes", BYTES, HeapDiffRow.Figures::shallowBytes)
                    .field("retainedBytes", BYTES, HeapDiffRow.Figures::retainedBytes);

    private static final Shape<HeapDiffRow.Figures> CHANGE =
            Shape.<HeapDiffRow.Figures>of()
                    .field("objects", INTEGER, HeapDiffRow.Figures::objects)
                    .field("shallowBytes", INTEGER, HeapDiffRow.Figures::shallowBytes)
                    .field("retainedBytes", INTEGER, HeapDiffRow.Figures::retainedBytes);

    private static final Shape<HeapDiffRow> COMPARED =
            Shape.<HeapDiffRow>of()
                    .field("before", FIGURES, HeapDiffRow::before)
                    .field("after", FIGURES, HeapDiffRow::after)
                    .field("growth", CHANGE, HeapDiffRow::by);

    private static final Shape<HeapDiffRow> NAMED =
            Shape.<HeapDiffRow>of().field("name", TEXT, HeapDiffRow::name).and(COMPARED, it -> it);

    private static final Shape<HeapDiffRow> HOLDER =
            Shape.<HeapDiffRow>of().field("path", TEXTS, HeapDiffRow::path).and(COMPARED, it -> it);

    public static final Shape<HeapDiffReport> SHAPE =
            Shape.<HeapDiffReport>of()
                    .field("beforeFile", TEXT, it -> it.before.toString())
                    .field("afterFile", TEXT, it -> it.after.toString())
                    .field("conclusion", TEXT, it -> MainGrowth.of(it.diff).sentence())
                    .and(COMPARED, it -> it.diff.reachable())
                    .field("holderTotal", COUNT, it -> it.diff.holders().total())
                    .field("holders", JsonValueCodec.list(HOLDER), it -> it.diff.holders().rows())
                    .field("classTotal", COUNT, it -> it.diff.classes().total())
                    .field("classes", JsonValueCodec.list(NAMED), it -> it.diff.classes().rows())
                    .field("packageTotal", COUNT, it -> it.diff.packages().total())
                    .field("packages", JsonValueCodec.list(NAMED), it -> it.diff.packages().rows());

    @Override
    public String text() {
        StringBuilder out = new StringBuilder();
        TextWrapper.wrap(out, "", "From %s to %s:".formatted(before, after));
        out.append('\n');
        TextWrapper.wrap(out, "", MainGrowth.of(diff).sentence());
        add(out, new HeapDiffRow.Ranking(List.of(diff.reachable()), 1), "all objects", "");
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
            TextWrapper.wrap(
                    out,
                    "note: ",
                    "The retained size of a package is that of its objects at the top of the"
                            + " dominator tree.");
        }
        return out.toString();
    }

    private static void add(
            StringBuilder out, HeapDiffRow.Ranking list, String heading, String noun) {
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
        for (HeapDiffRow row : list.rows()) {
            table.add(
                    signed(row.by().retainedBytes()),
                    ObjectRowText.bytes(row.before().retainedBytes()),
                    ObjectRowText.bytes(row.after().retainedBytes()),
                    signed(row.by().shallowBytes()),
                    ObjectRowText.bytes(row.before().shallowBytes()),
                    ObjectRowText.bytes(row.after().shallowBytes()),
                    signed(row.by().objects()),
                    ObjectRowText.bytes(row.before().objects()),
                    ObjectRowText.bytes(row.after().objects()),
                    row.name().isEmpty() ? "(no package)" : row.name());
        }
        out.append('\n').append(table.text());
        out.append(ObjectRowText.more(list.rows(), list.total(), noun));
    }

    private static String signed(long number) {
        return number == 0 ? "0" : String.format(Locale.ROOT, "%+,d", number);
    }

    @Override
    public void writeJson(Writer out) throws IOException {
        SHAPE.writeDocument(out, this);
    }
}
