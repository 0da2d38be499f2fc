/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report.comparison;

import static io.heapsight.report.section.Section.Column.number;
import static io.heapsight.report.section.Section.Column.words;

import io.heapsight.compare.ClassChange;
import io.heapsight.compare.Comparison;
import io.heapsight.compare.SettingChange;
import io.heapsight.report.section.Cell;
import io.heapsight.report.section.Section;
import io.heapsight.report.section.SectionText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** The sections below the rows of a comparison: differing settings, methods and classes. */
final class ComparisonSections {
    private ComparisonSections() {}

    /**
     * Returns the non-empty sections.
     *
     * @param settingWidth maximum characters of a name or a value
     */
    static List<Section> of(Comparison comparison, int top, int settingWidth) {
        List<Section> sections = new ArrayList<>();
        List<SettingChange> settings =
                SettingChange.between(comparison.base(), comparison.candidate());
        if (!settings.isEmpty()) {
            sections.add(settings(settings, settingWidth));
        }
        comparison.frames().ifPresent(each -> sections.addAll(FrameSections.of(each, top)));
        if (!comparison.classes().isEmpty()) {
            sections.add(classes(comparison.classes(), top));
            sections.add(garbage(comparison.classes(), top));
        }
        return sections;
    }

    private static Section settings(List<SettingChange> settings, int width) {
        List<List<Cell>> rows = new ArrayList<>();
        for (SettingChange each : settings) {
            rows.add(
                    List.of(
                            Cell.of(each.kind().name().toLowerCase(Locale.ROOT)),
                            setting(each.name(), width),
                            setting(each.base(), width),
                            setting(each.candidate(), width)));
        }
        return new Section.Table(
                "Configuration differences",
                "",
                List.of(words("kind"), words("name"), words("base"), words("candidate")),
                rows,
                false);
    }

    private static Cell setting(String value, int width) {
        return Cell.of(value.isEmpty() ? "-" : SectionText.shorten(value, width));
    }

    private static Section classes(List<ClassChange> classes, int top) {
        List<List<Cell>> rows = new ArrayList<>();
        for (ClassChange each : first(classes, top)) {
            rows.add(
                    List.of(
                            Cell.of(each.base().start().bytes()),
                            Cell.of(each.base().stop().bytes()),
                            Cell.of(each.candidate().start().bytes()),
                            Cell.of(each.candidate().stop().bytes()),
                            Cell.of(each.instances()),
                            Cell.of(each.kind().name().toLowerCase(Locale.ROOT)),
                            Cell.of(each.name())));
        }
        return new Section.Table(
                "Objects by class",
                "Bytes at start and stop, medians of the runs; instances: candidate minus base at the"
                        + " stop.",
                List.of(
                        number("base start"),
                        number("base stop"),
                        number("cand. start"),
                        number("cand. stop"),
                        number("instances"),
                        words(""),
                        words("class")),
                rows,
                true);
    }

    private static Section garbage(List<ClassChange> classes, int top) {
        List<ClassChange> differing =
                classes.stream()
                        .filter(each -> each.unreachableBytes() != 0)
                        .sorted(
                                Comparator.comparingLong(
                                        each -> -Math.abs(each.unreachableBytes())))
                        .toList();
        List<List<Cell>> rows = new ArrayList<>();
        for (ClassChange each : first(differing, top)) {
            rows.add(
                    List.of(
                            Cell.of(each.base().unreachable().bytes()),
                            Cell.of(each.candidate().unreachable().bytes()),
                            Cell.of(each.unreachableBytes()),
                            Cell.of(each.name())));
        }
        return new Section.Table(
                "Garbage by class",
                "Unreachable bytes at the stop.",
                List.of(number("base"), number("candidate"), number("change"), words("class")),
                rows,
                true);
    }

    private static <T> List<T> first(List<T> rows, int top) {
        return rows.subList(0, Math.min(top, rows.size()));
    }
}
