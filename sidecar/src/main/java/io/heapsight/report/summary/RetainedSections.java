/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report.summary;

import static io.heapsight.report.section.Section.Column.number;
import static io.heapsight.report.section.Section.Column.words;

import io.heapsight.report.section.Cell;
import io.heapsight.report.section.NumberText;
import io.heapsight.report.section.Section;
import io.heapsight.summary.ClassRow;
import io.heapsight.summary.DominatorNode;
import io.heapsight.summary.DominatorResults;
import io.heapsight.summary.HeapSummary;
import io.heapsight.summary.Total;
import io.heapsight.summary.Totals;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Creates the sections with retained sizes: by dominator tree and by class. */
final class RetainedSections {
    /** Rows of the tree below one parent. */
    private static final int CHILDREN = 5;

    /** Minimum share of all bytes for a row below another object. */
    private static final double LEAST_SHARE = 0.005;

    private final HeapSummary summary;
    private final DominatorResults retained;
    private final int top;
    private final long reachableBytes;

    RetainedSections(HeapSummary summary, DominatorResults retained, int top) {
        this.summary = summary;
        this.retained = retained;
        this.top = top;
        reachableBytes = reachable(summary).bytes();
    }

    static Total reachable(HeapSummary summary) {
        return summary.totals().split().map(Totals.Split::reachable).orElse(Total.NONE);
    }

    List<Section> sections(ClassSections classes) {
        return List.of(tree(), classes(classes));
    }

    private Section tree() {
        List<List<Cell>> rows = new ArrayList<>();
        branches(retained.biggest(), top, 0, rows);
        return new Section.Table(
                "Biggest objects",
                "The dominator tree: retained size is the bytes that would be freed with the "
                        + "object. Share of the reachable bytes.",
                List.of(number("retained"), number("share"), number("shallow"), words("object")),
                rows,
                false);
    }

    private void branches(List<DominatorNode> nodes, int most, int depth, List<List<Cell>> rows) {
        for (DominatorNode node : nodes.subList(0, Math.min(most, nodes.size()))) {
            if (depth > 0 && NumberText.share(node.retainedBytes(), reachableBytes) < LEAST_SHARE) {
                continue;
            }
            rows.add(
                    List.of(
                            Cell.of(node.retainedBytes()),
                            Cell.share(node.retainedBytes(), reachableBytes),
                            Cell.of(node.shallowBytes()),
                            Cell.of("  ".repeat(depth) + name(node))));
            branches(node.children(), CHILDREN, depth + 1, rows);
        }
    }

    /**
     * Returns text such as "com.acme.Cache 0x7f00", "java.lang.Thread 0x7f08 main", "12,345 x
     * byte[]".
     */
    static String name(DominatorNode node) {
        if (node.address().isEmpty()) {
            return NumberText.count(node.instances()) + " x " + node.className();
        }
        String address = NumberText.address(node.address().getAsLong());
        if (node.className().equals("java.lang.Class") && node.label().isPresent()) {
            return "class " + node.label().get() + " " + address;
        }
        String label = node.label().map(text -> " " + text).orElse("");
        return node.className() + " " + address + label;
    }

    private Section classes(ClassSections names) {
        List<List<Cell>> rows = new ArrayList<>();
        for (ClassRow row : largest()) {
            Total own = row.totals().split().map(Totals.Split::reachable).orElse(Total.NONE);
            rows.add(
                    List.of(
                            Cell.of(row.retainedBytes()),
                            Cell.share(row.retainedBytes(), reachableBytes),
                            Cell.of(own.objects()),
                            Cell.of(own.bytes()),
                            Cell.of(names.name(row))));
        }
        return new Section.Table(
                "Biggest classes",
                "Retained size: bytes that would be freed with all instances of the class.",
                List.of(
                        number("retained"),
                        number("share"),
                        number("objects"),
                        number("shallow"),
                        words("class")),
                rows,
                true);
    }

    private List<ClassRow> largest() {
        Comparator<ClassRow> mostRetained =
                Comparator.comparingLong(row -> row.retainedBytes().orElse(0));
        return summary.classes().stream()
                .filter(row -> row.retainedBytes().orElse(0) > 0)
                .sorted(mostRetained.reversed().thenComparing(ClassRow::name))
                .limit(top)
                .toList();
    }
}
