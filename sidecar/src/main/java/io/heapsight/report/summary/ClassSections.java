/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report.summary;

import static io.heapsight.report.section.Section.Column.number;
import static io.heapsight.report.section.Section.Column.words;

import io.heapsight.report.section.Cell;
import io.heapsight.report.section.NumberText;
import io.heapsight.report.section.Section;
import io.heapsight.summary.ClassRow;
import io.heapsight.summary.HeapSummary;
import io.heapsight.summary.HeapSummary.HeldOnlyBy;
import io.heapsight.summary.Total;
import io.heapsight.summary.Totals;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Creates tables by class: all objects, objects of one kind, objects held by each strength of
 * reference.
 */
final class ClassSections {
    private final HeapSummary summary;
    private final int top;
    private final Set<String> ambiguous;

    ClassSections(HeapSummary summary, int top) {
        this.summary = summary;
        this.top = top;
        Set<String> seen = new HashSet<>();
        ambiguous =
                summary.classes().stream()
                        .map(ClassRow::name)
                        .filter(name -> !seen.add(name))
                        .collect(Collectors.toSet());
    }

    /** Returns the table of all objects; filler objects have separate rows. */
    Section all() {
        boolean split = summary.totals().split().isPresent();
        List<Section.Column> columns =
                split
                        ? List.of(
                                number("objects"),
                                number("bytes"),
                                number("reachable objects"),
                                number("reachable bytes"),
                                words("class"))
                        : List.of(number("objects"), number("bytes"), words("class"));
        List<List<Cell>> rows = new ArrayList<>();
        for (Counted counted : largest(this::counted)) {
            List<Cell> row = new ArrayList<>();
            row.add(Cell.of(counted.total().objects()));
            row.add(Cell.of(counted.total().bytes()));
            if (split) {
                row.add(Cell.of(counted.reachable().objects()));
                row.add(Cell.of(counted.reachable().bytes()));
            }
            row.add(Cell.of(counted.name()));
            rows.add(row);
        }
        String note = "Number of classes: " + NumberText.count(summary.classes().size());
        return new Section.Table("Classes, all objects", note, columns, rows, true);
    }

    /** Returns the table of reachable objects. */
    Section reachable() {
        return part("Classes, reachable objects", Totals.Split::reachable);
    }

    /** Returns the table of objects of one kind. */
    Section part(String title, Function<Totals.Split, Total> which) {
        Total whole = summary.totals().split().map(which).orElse(Total.NONE);
        List<List<Cell>> rows = new ArrayList<>();
        for (Counted counted : largest(row -> one(row, which))) {
            rows.add(
                    List.of(
                            Cell.of(counted.total().objects()),
                            Cell.of(counted.total().bytes()),
                            Cell.share(counted.total().bytes(), whole.bytes()),
                            Cell.of(counted.name())));
        }
        String note =
                NumberText.plural(whole.objects(), "object")
                        + ", "
                        + NumberText.bytes(whole.bytes());
        return new Section.Table(
                title,
                note,
                List.of(number("objects"), number("bytes"), number("share"), words("class")),
                rows,
                true);
    }

    /** A named group of objects. */
    private record Counted(String name, Total total, Total reachable) {}

    private List<Counted> counted(ClassRow row) {
        Optional<Totals.Split> split = row.totals().split();
        Total filler = split.map(Totals.Split::filler).orElse(Total.NONE);
        Total reachable = split.map(Totals.Split::reachable).orElse(Total.NONE);
        List<Counted> counted = new ArrayList<>();
        counted.add(new Counted(name(row), row.totals().all().minus(filler), reachable));
        if (filler.objects() > 0) {
            counted.add(new Counted("(filler) " + row.name(), filler, Total.NONE));
        }
        return counted;
    }

    private List<Counted> one(ClassRow row, Function<Totals.Split, Total> which) {
        Total total = row.totals().split().map(which).orElse(Total.NONE);
        return List.of(new Counted(name(row), total, Total.NONE));
    }

    private List<Counted> largest(Function<ClassRow, List<Counted>> counts) {
        Comparator<Counted> mostBytes = Comparator.comparingLong(row -> row.total().bytes());
        return summary.classes().stream()
                .flatMap(row -> counts.apply(row).stream())
                .filter(row -> row.total().objects() > 0)
                .sorted(mostBytes.reversed().thenComparing(Counted::name))
                .limit(top)
                .toList();
    }

    /** Returns the class name, with the loader if several classes have the name. */
    String name(ClassRow row) {
        return ambiguous.contains(row.name())
                ? row.name() + " (loader " + loader(row.loader()) + ")"
                : row.name();
    }

    static String loader(long address) {
        return address == 0 ? "boot" : NumberText.address(address);
    }

    Section heldOnlyBy() {
        List<List<Cell>> rows = new ArrayList<>();
        for (HeldOnlyBy held : summary.heldOnlyBy()) {
            rows.add(
                    List.of(
                            Cell.of(held.strength().name().toLowerCase(Locale.ROOT)),
                            Cell.of(held.total().objects()),
                            Cell.of(held.total().bytes()),
                            Cell.of(largestNames(held.top()))));
        }
        return new Section.Table(
                "Held only by references of one strength",
                "Counted as reachable above, but the collector may clear these references: no"
                        + " stronger reference holds the objects.",
                List.of(
                        words("strength"),
                        number("objects"),
                        number("bytes"),
                        words("largest classes")),
                rows,
                false);
    }

    private static String largestNames(List<Total.OfClass> classes) {
        return classes.stream()
                .map(Total.OfClass::className)
                .limit(3)
                .collect(Collectors.joining(", "));
    }
}
