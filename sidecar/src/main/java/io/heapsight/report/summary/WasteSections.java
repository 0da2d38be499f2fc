/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report.summary;

import static io.heapsight.report.section.Section.Column.number;
import static io.heapsight.report.section.Section.Column.words;

import io.heapsight.report.section.Cell;
import io.heapsight.report.section.NumberText;
import io.heapsight.report.section.Section;
import io.heapsight.summary.Total;
import io.heapsight.summary.Waste;
import io.heapsight.summary.Waste.CollectionWaste;
import io.heapsight.summary.Waste.DuplicateStrings;
import java.util.ArrayList;
import java.util.List;

/**
 * Creates the sections about memory waste: duplicate strings, collections, boxed numbers, empty
 * arrays.
 */
final class WasteSections {
    private final Waste waste;
    private final int top;

    WasteSections(Waste waste, int top) {
        this.waste = waste;
        this.top = top;
    }

    List<Section> sections() {
        List<Section> sections = new ArrayList<>();
        waste.strings().ifPresent(strings -> sections.add(strings(strings)));
        sections.add(collections());
        sections.add(classes("Boxed numbers", waste.boxed()));
        sections.add(classes("Arrays of length 0", waste.emptyArrays()));
        return sections;
    }

    private Section strings(DuplicateStrings strings) {
        boolean revealed = strings.top().stream().anyMatch(group -> group.content().isPresent());
        List<List<Cell>> rows = new ArrayList<>();
        for (DuplicateStrings.Group group : first(strings.top())) {
            rows.add(
                    List.of(
                            Cell.of((group.count() - 1) * group.bytesEach()),
                            Cell.of(group.count()),
                            Cell.of(group.bytesEach()),
                            Cell.of(group.length()),
                            Cell.of(group.content().orElse(""))));
        }
        String note =
                "%s, %s distinct; sharing one array per content would save %s.%s"
                        .formatted(
                                NumberText.plural(strings.strings(), "string"),
                                NumberText.count(strings.distinct()),
                                NumberText.bytes(strings.wastedBytes()),
                                revealed ? "" : " Contents are hidden: --reveal-strings.");
        return new Section.Table(
                "Duplicate strings",
                note,
                List.of(
                        number("savable"),
                        number("copies"),
                        number("bytes each"),
                        number("characters"),
                        words(revealed ? "content" : "")),
                rows,
                true);
    }

    private Section collections() {
        List<List<Cell>> rows = new ArrayList<>();
        for (CollectionWaste row : first(waste.collections())) {
            rows.add(
                    List.of(
                            Cell.of(row.savableBytes()),
                            Cell.of(row.collections()),
                            Cell.of(row.empty()),
                            Cell.of(row.singleton()),
                            Cell.of(row.sparse()),
                            Cell.of(row.className())));
        }
        long savable = waste.collections().stream().mapToLong(CollectionWaste::savableBytes).sum();
        return new Section.Table(
                "Collections",
                NumberText.bytes(savable) + " could be saved.",
                List.of(
                        number("savable"),
                        number("collections"),
                        number("empty"),
                        number("one element"),
                        number("sparse"),
                        words("class")),
                rows,
                true);
    }

    private Section classes(String title, List<Total.OfClass> classes) {
        List<List<Cell>> rows = new ArrayList<>();
        for (Total.OfClass row : first(classes)) {
            rows.add(
                    List.of(
                            Cell.of(row.total().objects()),
                            Cell.of(row.total().bytes()),
                            Cell.of(row.className())));
        }
        long bytes = classes.stream().mapToLong(row -> row.total().bytes()).sum();
        return new Section.Table(
                title,
                NumberText.bytes(bytes) + " in all.",
                List.of(number("objects"), number("bytes"), words("class")),
                rows,
                true);
    }

    private <T> List<T> first(List<T> rows) {
        return rows.subList(0, Math.min(top, rows.size()));
    }
}
