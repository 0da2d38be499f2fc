/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report.explore;

import static io.heapsight.json.JsonValueCodec.BYTES;
import static io.heapsight.json.JsonValueCodec.COUNT;
import static io.heapsight.json.JsonValueCodec.TEXT;

import io.heapsight.explore.MergedPaths;
import io.heapsight.json.JsonValueCodec;
import io.heapsight.json.Shape;
import io.heapsight.report.Report;
import io.heapsight.report.section.TextTable;
import io.heapsight.report.section.TextWrapper;
import io.heapsight.summary.TotalJson;
import java.io.IOException;
import java.io.Writer;
import java.util.List;

/** The shortest paths from GC roots to all objects of a class, merged. */
public record MergedPathsReport(MergedPaths paths) implements Report {
    /** The depth above which rows show their depth as a number. */
    private static final int MOST_INDENT = 20;

    private static final Shape<MergedPaths.Row> ROW =
            Shape.<MergedPaths.Row>of()
                    .field("depth", COUNT, it -> (long) it.depth())
                    .optional("root", TEXT, MergedPaths.Row::root)
                    .field("objectsBelow", COUNT, it -> it.below().objects())
                    .field("bytesBelow", BYTES, it -> it.below().bytes())
                    .field("more", COUNT, MergedPaths.Row::more)
                    .field("moreObjects", COUNT, MergedPaths.Row::moreObjects)
                    .and(ObjectRowText.SHAPE, MergedPaths.Row::object);

    private static final Shape<MergedPaths.Tree> TREE =
            Shape.<MergedPaths.Tree>of()
                    .and(TotalJson.TOTAL, MergedPaths.Tree::below)
                    .field("moreRoots", COUNT, MergedPaths.Tree::moreRoots)
                    .field("moreObjects", COUNT, MergedPaths.Tree::moreObjects)
                    .field("rows", JsonValueCodec.list(ROW), MergedPaths.Tree::rows);

    public static final Shape<MergedPathsReport> SHAPE =
            Shape.<MergedPathsReport>of()
                    .field("class", TEXT, it -> it.paths.className())
                    .field("weaklyHeld", COUNT, it -> it.paths.weaklyHeld())
                    .field("unreachable", COUNT, it -> it.paths.unreachable())
                    .field("strong", TREE, it -> it.paths.strong())
                    .field("others", TREE, it -> it.paths.others());

    @Override
    public String text() {
        StringBuilder out = new StringBuilder();
        TextWrapper.wrap(
                out,
                "",
                "GC roots reach %s instances of %s (%s bytes), and %s more only through soft, weak or phantom references; %s are unreachable."
                        .formatted(
                                ObjectRowText.bytes(paths.strong().below().objects()),
                                paths.className(),
                                ObjectRowText.bytes(paths.strong().below().bytes()),
                                ObjectRowText.bytes(paths.weaklyHeld()),
                                ObjectRowText.bytes(paths.unreachable())));
        add(out, paths.strong(), "The shortest paths to the %s, merged:");
        add(
                out,
                paths.others(),
                "The shortest paths to the %s that are reached only through soft, weak or phantom"
                        + " references:");
        return out.toString();
    }

    private static void add(StringBuilder out, MergedPaths.Tree tree, String title) {
        if (tree.below().objects() == 0) {
            return;
        }
        out.append('\n');
        TextWrapper.wrap(out, "", title.formatted(ObjectRowText.bytes(tree.below().objects())));
        TextTable table = new TextTable("objects below", "bytes below", "address", "path");
        table.alignRight(List.of(0, 1));
        for (MergedPaths.Row row : tree.rows()) {
            table.add(
                    ObjectRowText.bytes(row.below().objects()),
                    ObjectRowText.bytes(row.below().bytes()),
                    ObjectRowText.address(row.object().address()),
                    indent(row.depth()) + name(row) + more(row));
        }
        out.append('\n').append(table.text());
        if (tree.moreRoots() > 0) {
            out.append(
                    "%s more roots lead to %s objects\n"
                            .formatted(
                                    ObjectRowText.bytes(tree.moreRoots()),
                                    ObjectRowText.bytes(tree.moreObjects())));
        }
    }

    private static String indent(int depth) {
        return "  ".repeat(Math.min(depth, MOST_INDENT))
                + (depth > MOST_INDENT ? "(" + depth + ") " : "");
    }

    private static String name(MergedPaths.Row row) {
        String name = ObjectRowText.name(row.object());
        return row.root().map(root -> name + ", " + root).orElse("")
                + row.object().via().map(via -> "." + via + "  " + name).orElse("");
    }

    private static String more(MergedPaths.Row row) {
        return row.more() == 0
                ? ""
                : "; %s more below it lead to %s objects"
                        .formatted(
                                ObjectRowText.bytes(row.more()),
                                ObjectRowText.bytes(row.moreObjects()));
    }

    @Override
    public void writeJson(Writer out) throws IOException {
        SHAPE.writeDocument(out, this);
    }
}
