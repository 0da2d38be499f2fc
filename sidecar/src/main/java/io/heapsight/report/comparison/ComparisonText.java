/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report.comparison;

import io.heapsight.compare.Arm;
import io.heapsight.compare.Comparison;
import io.heapsight.compare.ComparisonRow;
import io.heapsight.compare.Metric;
import io.heapsight.compare.Verdict;
import io.heapsight.report.Amount;
import io.heapsight.report.section.NumberText;
import io.heapsight.report.section.Section;
import io.heapsight.report.section.SectionText;
import io.heapsight.report.section.TextTable;
import io.heapsight.report.section.TextWrapper;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A comparison as lines of up to a hundred characters, except for long names of methods. */
final class ComparisonText {
    private static final int WIDTH = 100;
    private static final int ARM_WIDTH = 11;
    private static final int SETTING_WIDTH = 27;
    private static final List<Integer> NUMBERS = List.of(1, 2, 3, 4);

    private final Comparison comparison;
    private final int top;

    ComparisonText(Comparison comparison, int top) {
        this.comparison = comparison;
        this.top = top;
    }

    String text() {
        StringBuilder out = new StringBuilder(title(comparison)).append("\n\n");
        wrapped(out, "", new ComparisonConclusion(comparison).text());
        if (!comparison.warnings().isEmpty()) {
            out.append('\n');
            comparison.warnings().forEach(warning -> wrapped(out, "! ", warning));
        }
        out.append('\n').append(rows());
        legend(out);
        reasons(out);
        for (Section section : ComparisonSections.of(comparison, top, SETTING_WIDTH)) {
            out.append('\n').append(SectionText.of(section));
        }
        return out.toString();
    }

    /** "WARN against INFO (4 runs each)". */
    static String title(Comparison comparison) {
        Arm base = comparison.base();
        Arm candidate = comparison.candidate();
        int before = base.runs().size();
        int after = candidate.runs().size();
        String runs =
                before == after
                        ? NumberText.plural(before, comparison.unit()) + " each"
                        : NumberText.plural(after, comparison.unit()) + " against " + before;
        return "%s against %s (%s)".formatted(candidate.name(), base.name(), runs);
    }

    private String rows() {
        TextTable table =
                new TextTable(
                                "",
                                arm(comparison.base()),
                                arm(comparison.candidate()),
                                "change",
                                "interval",
                                "verdict")
                        .alignRight(NUMBERS);
        Optional<Metric.Group> group = Optional.empty();
        for (ComparisonRow row : comparison.rows()) {
            Metric metric = row.metric();
            if (!group.equals(Optional.of(metric.group()))) {
                group = Optional.of(metric.group());
                table.add(metric.group().title(), "", "", "", "", "");
            }
            table.add(
                    " " + metric.name() + (isPrimary(row) ? " *" : ""),
                    Amount.of(row.base(), metric.unit()),
                    Amount.of(row.candidate(), metric.unit()),
                    ChangeText.percent(row),
                    ChangeText.interval(row),
                    VerdictText.of(row.verdict(), comparison.unit()));
        }
        return table.text();
    }

    private static boolean hasInterval(ComparisonRow row) {
        return row.change().filter(ComparisonRow.Change::hasInterval).isPresent();
    }

    private static boolean isPrimary(ComparisonRow row) {
        return row.evidence().family() == ComparisonRow.Family.PRIMARY;
    }

    private static String arm(Arm arm) {
        return SectionText.shorten(arm.name(), ARM_WIDTH);
    }

    private void legend(StringBuilder out) {
        Set<Verdict> seen = EnumSet.noneOf(Verdict.class);
        comparison.rows().forEach(row -> seen.add(row.verdict()));
        if (seen.contains(Verdict.WORSE)) {
            seen.remove(Verdict.BETTER);
        }
        out.append('\n');
        if (comparison.rows().stream().anyMatch(ComparisonText::isPrimary)) {
            wrapped(out, "  ", "*: primary rows, tested before the others");
        }
        if (comparison.rows().stream().anyMatch(ComparisonText::hasInterval)) {
            wrapped(out, "  ", VerdictText.INTERVAL);
        }
        for (Verdict verdict : seen) {
            String label =
                    verdict.isDifference()
                            ? "better, worse"
                            : VerdictText.of(verdict, comparison.unit());
            wrapped(out, "  ", label + ": " + VerdictText.meaning(verdict, comparison.unit()));
        }
    }

    /** Writes each reason once, with its rows; then the methods of the verdicts. */
    private void reasons(StringBuilder out) {
        Map<String, List<String>> methods = new LinkedHashMap<>();
        for (ComparisonRow row : comparison.rows()) {
            if (!row.method().equals("none")) {
                methods.computeIfAbsent(row.method(), _ -> new ArrayList<>())
                        .add(row.metric().name());
            }
        }
        chance(out);
        because(out, "\nToo few " + comparison.unit() + "s\n", Verdict.TOO_FEW_RUNS);
        because(out, "\nNot comparable (-)\n", Verdict.NOT_COMPARABLE);
        if (!comparison.notRecorded().isEmpty()) {
            List<String> names = comparison.notRecorded().stream().map(Metric::name).toList();
            out.append("\nNot recorded in any " + comparison.unit() + "\n");
            wrapped(out, "  ", String.join(", ", names));
        }
        methods(out, methods);
    }

    /** Lists the smallest detectable change of each row. */
    private void chance(StringBuilder out) {
        List<String> least = new ArrayList<>();
        for (ComparisonRow row : comparison.rows()) {
            if (row.verdict() == Verdict.NO_EVIDENCE && row.evidence().leastPercent().isPresent()) {
                double percent = row.evidence().leastPercent().getAsDouble();
                least.add(row.metric().name() + " " + ChangeText.rounded(percent));
            }
        }
        if (!least.isEmpty()) {
            out.append("\nNo evidence: these ")
                    .append(comparison.unit())
                    .append("s can detect changes of this size or larger\n");
            wrapped(out, "  ", String.join(", ", least));
        }
    }

    private void because(StringBuilder out, String title, Verdict verdict) {
        Map<String, List<String>> reasons = new LinkedHashMap<>();
        for (ComparisonRow row : comparison.rows()) {
            if (row.verdict() == verdict) {
                reasons.computeIfAbsent(row.reason(), _ -> new ArrayList<>())
                        .add(row.metric().name());
            }
        }
        if (!reasons.isEmpty()) {
            out.append(title);
            reasons.forEach(
                    (reason, rows) -> wrapped(out, "  ", reason + ": " + String.join(", ", rows)));
        }
    }

    /** Writes the method of most rows first, without row names. */
    private static void methods(StringBuilder out, Map<String, List<String>> methods) {
        List<Map.Entry<String, List<String>>> sorted =
                methods.entrySet().stream()
                        .sorted(Comparator.comparingInt(method -> -method.getValue().size()))
                        .toList();
        for (Map.Entry<String, List<String>> method : sorted) {
            boolean first = method.equals(sorted.getFirst());
            String rows = first ? "" : ": " + String.join(", ", method.getValue());
            out.append(first ? "\nMethod\n" : "");
            wrapped(out, "  ", method.getKey() + rows);
        }
    }

    /** Wraps at blanks; further lines are indented to the prefix. */
    static void wrapped(StringBuilder out, String prefix, String text) {
        TextWrapper.wrap(out, prefix, text, WIDTH);
    }
}
