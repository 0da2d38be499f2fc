/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report.summary;

import static io.heapsight.report.section.Section.Column.number;
import static io.heapsight.report.section.Section.Column.words;

import io.heapsight.report.section.Cell;
import io.heapsight.report.section.Section;
import io.heapsight.summary.Garbage;
import io.heapsight.summary.HeapSummary;
import io.heapsight.summary.HeapSummary.SkippedPhase;
import io.heapsight.summary.Total;
import io.heapsight.summary.Totals;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** Creates the sections of a heap summary, in their order. */
final class SummarySections {
    private SummarySections() {}

    /** Returns all sections with content; cuts lists after {@code top} rows. */
    static List<Section> of(HeapSummary summary, int top) {
        ClassSections classes = new ClassSections(summary, top);
        List<Section> sections = new ArrayList<>();
        summary.retained()
                .ifPresent(retained -> sections.add(SuspectSection.of(retained.suspects())));
        sections.add(totals(summary));
        if (!summary.heldOnlyBy().isEmpty()) {
            sections.add(classes.heldOnlyBy());
        }
        sections.add(classes.all());
        if (summary.totals().split().isPresent()) {
            sections.add(classes.reachable());
        }
        sections.addAll(new GarbageSections(summary, top).sections(classes));
        summary.retained()
                .ifPresent(
                        retained ->
                                sections.addAll(
                                        new RetainedSections(summary, retained, top)
                                                .sections(classes)));
        summary.waste()
                .ifPresent(waste -> sections.addAll(new WasteSections(waste, top).sections()));
        LoaderAndThreadSections holders = new LoaderAndThreadSections(summary, top);
        if (!summary.loaders().isEmpty()) {
            sections.add(holders.loaders());
        }
        if (!summary.threads().isEmpty()) {
            sections.add(holders.threads());
        }
        if (!summary.skipped().isEmpty()) {
            sections.add(skipped(summary.skipped()));
        }
        return sections;
    }

    private static Section totals(HeapSummary summary) {
        Totals totals = summary.totals();
        List<List<Cell>> rows = new ArrayList<>();
        rows.add(total("all", totals.all(), OptionalLong.empty()));
        if (totals.split().isPresent()) {
            Totals.Split split = totals.split().get();
            OptionalLong allocated =
                    OptionalLong.of(split.reachable().bytes() + split.unreachable().bytes());
            rows.add(total("reachable", split.reachable(), allocated));
            rows.add(total("unreachable", split.unreachable(), allocated));
            summary.garbage().ifPresent(garbage -> rows.addAll(garbage(garbage, allocated)));
            rows.add(total("filler", split.filler(), OptionalLong.empty()));
        }
        return new Section.Table(
                "Totals",
                totals.split().isEmpty()
                        ? ""
                        : "Shares are of all bytes except filler, which pads unused parts of the heap and is not garbage. Unreachable objects are those that no reference in the dump reaches, as Eclipse MAT counts them. Those that only class objects, the VM or stacks of virtual threads can hold are not garbage, or not certainly.",
                List.of(words(""), number("objects"), number("bytes"), number("share")),
                rows,
                false);
    }

    private static List<List<Cell>> garbage(Garbage garbage, OptionalLong whole) {
        List<List<Cell>> rows = new ArrayList<>();
        rows.add(total("garbage, at least", garbage.atLeast(), whole));
        rows.add(total("garbage, at most", garbage.atMost(), whole));
        for (Garbage.Undecided row : garbage.undecided()) {
            rows.add(total("held by " + row.holder().words(), row.total(), whole));
        }
        return rows;
    }

    private static List<Cell> total(String name, Total total, OptionalLong whole) {
        return List.of(
                Cell.of(name),
                Cell.of(total.objects()),
                Cell.of(total.bytes()),
                whole.isPresent() ? Cell.share(total.bytes(), whole.getAsLong()) : Cell.BLANK);
    }

    private static Section skipped(List<SkippedPhase> skipped) {
        List<Section.Item> items = new ArrayList<>();
        for (SkippedPhase phase : skipped) {
            items.add(
                    new Section.Item(
                            phase.phase() + ": " + phase.reason(), List.of(phase.remedy())));
        }
        return new Section.Outline("Skipped", "", items);
    }
}
