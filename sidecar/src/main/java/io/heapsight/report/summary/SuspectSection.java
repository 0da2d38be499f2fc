/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report.summary;

import io.heapsight.report.section.NumberText;
import io.heapsight.report.section.Section;
import io.heapsight.summary.HeldObjects;
import io.heapsight.summary.HolderPlace;
import io.heapsight.summary.Suspect;
import io.heapsight.summary.Total;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Lists leak suspects, each with its holder, contents and path to a GC root. */
final class SuspectSection {
    private static final int CLASSES = 5;

    private SuspectSection() {}

    static Section of(List<Suspect> suspects) {
        return new Section.Outline(
                "Leak suspects", "", suspects.stream().map(SuspectSection::item).toList());
    }

    private static Section.Item item(Suspect suspect) {
        HeldObjects found = suspect.found();
        List<String> lines = new ArrayList<>();
        lines.add(
                "%s, retains %s"
                        .formatted(
                                found.severity().words(),
                                NumberText.bytes(suspect.retainedBytes())));
        suspect.accumulation()
                .ifPresent(
                        point ->
                                lines.add(
                                        "accumulates in "
                                                + point.className()
                                                + " "
                                                + NumberText.address(point.address())
                                                + ", "
                                                + NumberText.bytes(point.retainedBytes())));
        if (!found.within().isEmpty()) {
            lines.add("is itself held by " + places(found.within()));
        }
        if (!found.classes().isEmpty()) {
            lines.add("consists of " + classes(found.classes()));
        }
        for (Suspect.PathStep step : suspect.path()) {
            lines.add(step(step));
        }
        if (!found.mergedPaths().isEmpty()) {
            lines.add(
                    "merged paths from the GC roots, with the number of objects reached through"
                            + " each step");
        }
        for (HeldObjects.MergedStep step : found.mergedPaths()) {
            lines.add(merged(step));
        }
        return new Section.Item(suspect.sentence(), lines);
    }

    private static String places(List<HolderPlace> places) {
        return places.stream().map(HolderPlace::text).collect(Collectors.joining(", "));
    }

    /** Returns text such as "1,268,500 com.acme.OrderLine (90.7 %), 61,204 …". */
    private static String classes(List<Total.OfClass> classes) {
        long bytes = classes.stream().mapToLong(row -> row.total().bytes()).sum();
        return classes.stream()
                .limit(CLASSES)
                .map(
                        row ->
                                "%s %s (%s)"
                                        .formatted(
                                                NumberText.count(row.total().objects()),
                                                row.className(),
                                                NumberText.percent(
                                                        NumberText.share(
                                                                row.total().bytes(), bytes))))
                .collect(Collectors.joining(", "));
    }

    /**
     * Returns text such as " held by field table of java.util.HashMap 0x7f00: GC root, local of
     * thread main".
     */
    private static String step(Suspect.PathStep step) {
        return step.via().map(via -> "  held by " + via + " of ").orElse("path from ")
                + step.className()
                + " "
                + NumberText.address(step.address())
                + step.root().map(root -> ": GC root, " + root).orElse("");
    }

    private static String merged(HeldObjects.MergedStep step) {
        return "  ".repeat(step.depth() + 1)
                + NumberText.count(step.objects())
                + "  "
                + (step.via().isEmpty() ? "" : step.via() + " -> ")
                + step.className();
    }
}
