/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report.summary;

import static io.heapsight.report.section.Section.Column.number;
import static io.heapsight.report.section.Section.Column.words;

import io.heapsight.report.section.Cell;
import io.heapsight.report.section.NumberText;
import io.heapsight.report.section.Section;
import io.heapsight.summary.ClassRow;
import io.heapsight.summary.Garbage;
import io.heapsight.summary.GarbageRoots;
import io.heapsight.summary.HeapSummary;
import io.heapsight.summary.Total;
import io.heapsight.summary.Totals;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Creates tables of garbage by class, of garbage by package and loader, and of garbage roots.
 * Counts only objects known to be garbage. If none are known, as in a dump without the stacks of
 * virtual threads, shows unreachable objects instead.
 */
final class GarbageSections {
    /** The objects to show, and their name. */
    private record Kind(String words, Function<Totals.Split, Total> of) {}

    private static final Kind GARBAGE = new Kind("Garbage", Totals.Split::garbage);
    private static final Kind UNREACHABLE = new Kind("Unreachable", Totals.Split::unreachable);

    private final HeapSummary summary;
    private final int top;
    private final Kind kind;

    GarbageSections(HeapSummary summary, int top) {
        this.summary = summary;
        this.top = top;
        this.kind =
                summary.garbage().map(GarbageSections::isTold).orElse(true) ? GARBAGE : UNREACHABLE;
    }

    private static boolean isTold(Garbage garbage) {
        return garbage.atLeast().objects() > 0 || garbage.atMost().objects() == 0;
    }

    List<Section> sections(ClassSections classes) {
        List<Section> sections = new ArrayList<>();
        if (summary.totals().split().isPresent()) {
            sections.add(classes.part(kind.words + " by class", kind.of));
            sections.addAll(groups());
        }
        summary.garbageRoots()
                .ifPresent(
                        roots -> {
                            sections.add(single(roots));
                            sections.add(byClass(roots));
                        });
        return sections;
    }

    /** Groups by the package of the classes, and by the loader that defined them. */
    private List<Section> groups() {
        Map<String, Total> packages = new TreeMap<>();
        Map<String, Total> loaders = new TreeMap<>();
        for (ClassRow row : summary.classes()) {
            Total total = row.totals().split().map(kind.of).orElse(Total.NONE);
            if (total.objects() > 0) {
                packages.merge(packageOf(row.name()), total, Total::plus);
                loaders.merge(ClassSections.loader(row.loader()), total, Total::plus);
            }
        }
        return List.of(
                groups(kind.words + " by package", "package", packages),
                groups(kind.words + " by class loader", "class loader", loaders));
    }

    private Section groups(String title, String column, Map<String, Total> groups) {
        long all = groups.values().stream().mapToLong(Total::bytes).sum();
        List<List<Cell>> rows = new ArrayList<>();
        groups.entrySet().stream()
                .sorted(
                        Comparator.comparingLong(
                                        (Map.Entry<String, Total> each) -> each.getValue().bytes())
                                .reversed())
                .limit(top)
                .forEach(
                        each ->
                                rows.add(
                                        List.of(
                                                Cell.of(each.getValue().objects()),
                                                Cell.of(each.getValue().bytes()),
                                                Cell.share(each.getValue().bytes(), all),
                                                Cell.of(each.getKey()))));
        return new Section.Table(
                title,
                "",
                List.of(number("objects"), number("bytes"), number("share"), words(column)),
                rows,
                true);
    }

    private static String packageOf(String className) {
        int end = className.lastIndexOf('.');
        String array = className.endsWith("[]") ? "(arrays of primitives)" : "(no package)";
        return end < 0 ? array : className.substring(0, end);
    }

    /** The key of similar garbage roots: class, and magnitude of the bytes below each. */
    private record Alike(String className, int magnitude) {
        static Alike of(GarbageRoots.Root root) {
            return new Alike(
                    root.className(), Long.SIZE - Long.numberOfLeadingZeros(root.below().bytes()));
        }
    }

    /** Merges similar roots into one row, with the address of the largest. */
    private Section single(GarbageRoots roots) {
        Map<Alike, List<GarbageRoots.Root>> alike = new LinkedHashMap<>();
        for (GarbageRoots.Root root : roots.single()) {
            alike.computeIfAbsent(Alike.of(root), _ -> new ArrayList<>()).add(root);
        }
        List<List<Cell>> rows = new ArrayList<>();
        for (List<GarbageRoots.Root> each : alike.values()) {
            Total below =
                    each.stream().map(GarbageRoots.Root::below).reduce(Total.NONE, Total::plus);
            rows.add(
                    List.of(
                            Cell.of(each.size()),
                            Cell.of(below.objects()),
                            Cell.of(below.bytes()),
                            Cell.of(NumberText.address(each.getFirst().address())),
                            Cell.of(each.getFirst().className())));
        }
        return new Section.Table(
                kind.words + " roots",
                kind.words
                        + " that no other such object refers to, with the objects and bytes below it.",
                List.of(
                        number("roots"),
                        number("objects below"),
                        number("bytes below"),
                        words("address"),
                        words("class")),
                rows.subList(0, cut(rows)),
                true);
    }

    private Section byClass(GarbageRoots roots) {
        List<List<Cell>> rows = new ArrayList<>();
        for (GarbageRoots.RootClass row : roots.byClass().subList(0, cut(roots.byClass()))) {
            rows.add(
                    List.of(
                            Cell.of(row.roots()),
                            Cell.of(row.below().objects()),
                            Cell.of(row.below().bytes()),
                            Cell.of(row.className())));
        }
        if (roots.onCycles().objects() > 0) {
            rows.add(
                    List.of(
                            Cell.of(0),
                            Cell.of(roots.onCycles().objects()),
                            Cell.of(roots.onCycles().bytes()),
                            Cell.of("(on cycles that no root leads to)")));
        }
        return new Section.Table(
                kind.words + " roots by class",
                "",
                List.of(
                        number("roots"),
                        number("objects below"),
                        number("bytes below"),
                        words("class of the roots")),
                rows,
                true);
    }

    private int cut(List<?> rows) {
        return Math.min(top, rows.size());
    }
}
