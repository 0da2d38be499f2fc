/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report.comparison;

import io.heapsight.compare.Comparison;
import io.heapsight.compare.ComparisonRow;
import io.heapsight.report.Amount;
import io.heapsight.report.section.Cell;
import io.heapsight.report.section.Section;
import io.heapsight.report.section.SectionText;
import io.heapsight.stats.Estimate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/** The rows of a comparison as a table for a merge request (Markdown) or a spreadsheet (CSV). */
final class ComparisonTable {
    private static final List<String> COLUMNS =
            List.of(
                    "metric",
                    "unit",
                    "base",
                    "candidate",
                    "changePercent",
                    "intervalLow",
                    "intervalHigh",
                    "verdict",
                    "reason");

    private final Comparison comparison;

    ComparisonTable(Comparison comparison) {
        this.comparison = comparison;
    }

    /**
     * @param top number of methods of each table
     */
    String markdown(int top) {
        StringBuilder out = new StringBuilder("### ");
        out.append(cell(ComparisonText.title(comparison))).append("\n\n");
        out.append(cell(new ComparisonConclusion(comparison).text())).append("\n\n");
        for (String warning : comparison.warnings()) {
            out.append("> ").append(cell(warning)).append("\n>\n");
        }
        out.append(comparison.warnings().isEmpty() ? "" : "\n");
        line(
                out,
                List.of(
                        "",
                        cell(comparison.base().name()),
                        cell(comparison.candidate().name()),
                        "change",
                        "interval",
                        "verdict"));
        out.append("|---|---:|---:|---:|---:|---|\n");
        for (ComparisonRow row : comparison.rows()) {
            line(
                    out,
                    List.of(
                            "`"
                                    + row.metric().name()
                                    + "`"
                                    + (row.evidence().family() == ComparisonRow.Family.PRIMARY
                                            ? " \\*"
                                            : ""),
                            Amount.of(row.base(), row.metric().unit()),
                            Amount.of(row.candidate(), row.metric().unit()),
                            ChangeText.percent(row),
                            ChangeText.interval(row),
                            row.verdict().isDifference()
                                    ? "**" + VerdictText.of(row.verdict(), comparison.unit()) + "**"
                                    : VerdictText.of(row.verdict(), comparison.unit())));
        }
        out.append("\n\\*: primary rows, tested before the others; ")
                .append(VerdictText.INTERVAL)
                .append(".\n");
        comparison
                .frames()
                .ifPresent(
                        frames ->
                                FrameSections.of(frames, top)
                                        .forEach(section -> markdown(section, out)));
        return out.toString();
    }

    private static void markdown(Section.Table table, StringBuilder out) {
        out.append("\n#### ").append(cell(table.title())).append("\n\n");
        out.append(cell(table.note())).append("\n\n");
        line(out, table.columns().stream().map(column -> cell(column.heading())).toList());
        line(
                out,
                table.columns().stream().map(column -> column.number() ? "---:" : "---").toList());
        for (List<Cell> row : table.rows()) {
            line(out, row.stream().map(each -> cell(each.text())).toList());
        }
    }

    private static void line(StringBuilder out, List<String> cells) {
        out.append("| ").append(String.join(" | ", cells)).append(" |\n");
    }

    /** Escapes names from users and targets: none starts a column, a tag or a link. */
    private static String cell(String text) {
        return SectionText.oneLine(text).replaceAll("([\\\\|<>`\\[\\]*_#&])", "\\\\$1");
    }

    /** Formats the rows as CSV (RFC 4180), with plain numbers; missing ones are empty. */
    String csv() {
        StringBuilder out = new StringBuilder(String.join(",", COLUMNS)).append("\r\n");
        for (ComparisonRow row : comparison.rows()) {
            Optional<Estimate> percent = row.change().flatMap(ComparisonRow.Change::percent);
            boolean hasInterval = row.change().map(ComparisonRow.Change::hasInterval).orElse(false);
            List<String> cells = new ArrayList<>();
            cells.add(row.metric().name());
            cells.add(row.metric().unit().label());
            cells.add(number(row.base()));
            cells.add(number(row.candidate()));
            cells.add(percent.map(each -> number(each.value())).orElse(""));
            cells.add(percent.filter(_ -> hasInterval).map(each -> number(each.low())).orElse(""));
            cells.add(percent.filter(_ -> hasInterval).map(each -> number(each.high())).orElse(""));
            cells.add(row.verdict().label());
            cells.add(quoted(row.reason()));
            out.append(String.join(",", cells)).append("\r\n");
        }
        return out.toString();
    }

    private static String number(OptionalDouble value) {
        return value.isPresent() ? number(value.getAsDouble()) : "";
    }

    private static String number(double value) {
        return Double.isFinite(value) ? String.format(Locale.ROOT, "%.9g", value) : "";
    }

    private static String quoted(String text) {
        return '"' + SectionText.oneLine(text).replace("\"", "\"\"") + '"';
    }
}
