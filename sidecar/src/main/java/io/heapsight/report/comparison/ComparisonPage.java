/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report.comparison;

import io.heapsight.compare.Comparison;
import io.heapsight.compare.ComparisonRow;
import io.heapsight.compare.Metric;
import io.heapsight.compare.TimeSeriesChart;
import io.heapsight.compare.Verdict;
import io.heapsight.report.Amount;
import io.heapsight.report.PageTemplate;
import io.heapsight.report.section.Section;
import io.heapsight.report.section.SectionHtml;
import java.io.IOException;
import java.io.Writer;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** A comparison as a self-contained HTML page without scripts: {@code comparison.html}. */
final class ComparisonPage {
    private final Comparison comparison;
    private final List<Section> sections;
    private final List<TimeSeriesChart> trends;

    ComparisonPage(Comparison comparison, int top) {
        this.comparison = comparison;
        sections = ComparisonSections.of(comparison, top, Integer.MAX_VALUE);
        trends = TimeSeriesChart.of(comparison);
    }

    void write(Writer out) throws IOException {
        new PageTemplate("comparison.html", ComparisonText.title(comparison), "comparison.css")
                .write(out, this::part);
    }

    private void part(String name, Writer out) throws IOException {
        switch (name) {
            case "title" -> text(out, ComparisonText.title(comparison));
            case "words" -> text(out, new ComparisonConclusion(comparison).text());
            case "warnings" -> warnings(out);
            case "base" -> text(out, comparison.base().name());
            case "candidate" -> text(out, comparison.candidate().name());
            case "groups" -> groups(out);
            case "verdicts" -> verdicts(out);
            case "sections" -> SectionHtml.sections(sections, out);
            default -> throw new IllegalStateException("comparison.html: no part " + name);
        }
    }

    private static void text(Writer out, String text) throws IOException {
        out.write(SectionHtml.escape(text));
    }

    private void warnings(Writer out) throws IOException {
        for (String warning : comparison.warnings()) {
            out.write("<p class=\"warning\">" + SectionHtml.escape(warning) + "</p>\n");
        }
    }

    private void verdicts(Writer out) throws IOException {
        Set<Verdict> seen = EnumSet.noneOf(Verdict.class);
        comparison.rows().forEach(row -> seen.add(row.verdict()));
        out.write("<dl class=\"verdicts\">\n");
        for (Verdict verdict : seen) {
            out.write("<dt class=\"verdict " + verdict.label() + "\">");
            text(out, VerdictText.of(verdict, comparison.unit()));
            out.write("</dt><dd>");
            text(out, VerdictText.meaning(verdict, comparison.unit()));
            out.write("</dd>\n");
        }
        out.write(
                "<dt>*</dt><dd>primary rows, tested before the others</dd>\n<dt>interval</dt><dd>");
        text(out, VerdictText.INTERVAL.replaceFirst("interval: ", ""));
        out.write("</dd>\n</dl>\n");
    }

    /** Writes differing rows of all groups first, then the rest by group. */
    private void groups(Writer out) throws IOException {
        List<ComparisonRow> changed =
                comparison.rows().stream().filter(row -> isChange(row.verdict())).toList();
        if (!changed.isEmpty()) {
            out.write("<section><h2>What changed</h2>\n");
            table("What changed", changed, out);
            out.write("</section>\n");
        }
        for (Metric.Group group : Metric.Group.values()) {
            List<ComparisonRow> rows =
                    comparison.rows().stream()
                            .filter(row -> row.metric().group() == group)
                            .toList();
            if (rows.isEmpty()) {
                continue;
            }
            out.write("<section><h2>" + group.title() + "</h2>\n<div class=\"charts\">\n");
            for (TimeSeriesChart trend : trends) {
                if (trend.group() == group) {
                    out.write(
                            "<figure><figcaption>"
                                    + SectionHtml.escape(trend.title())
                                    + "</figcaption>\n");
                    new TrendSvg(trend).write(out);
                    out.write("</figure>\n");
                }
            }
            out.write("</div>\n");
            List<ComparisonRow> others =
                    rows.stream().filter(row -> !isChange(row.verdict())).toList();
            if (!others.isEmpty()) {
                table(group.title(), others, out);
            }
            out.write("</section>\n");
        }
    }

    private static boolean isChange(Verdict verdict) {
        return verdict == Verdict.BETTER || verdict == Verdict.WORSE;
    }

    private void table(String title, List<ComparisonRow> rows, Writer out) throws IOException {
        out.write("<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"");
        text(out, title);
        out.write("\"><table><thead><tr><th scope=\"col\">metric</th>");
        out.write("<th scope=\"col\" class=\"n\">");
        text(out, comparison.base().name());
        out.write("</th><th scope=\"col\" class=\"n\">");
        text(out, comparison.candidate().name());
        out.write(
                "</th><th scope=\"col\" class=\"n\">change</th>"
                        + "<th scope=\"col\" class=\"n\">"
                        + "interval</th><th scope=\"col\">"
                        + comparison.unit()
                        + "s</th>"
                        + "<th scope=\"col\">verdict</th><th scope=\"col\">reason</th>"
                        + "</tr></thead><tbody>\n");
        for (ComparisonRow row : rows) {
            out.write("<tr><th scope=\"row\">");
            text(out, row.metric().name());
            out.write(row.evidence().family() == ComparisonRow.Family.PRIMARY ? " *" : "");
            String end = "</th>";
            for (String number :
                    List.of(
                            Amount.of(row.base(), row.metric().unit()),
                            Amount.of(row.candidate(), row.metric().unit()),
                            ChangeText.percent(row),
                            ChangeText.interval(row))) {
                out.write(end + "<td class=\"n\">");
                text(out, number);
                end = "</td>";
            }
            out.write("<td class=\"runs\">");
            new RunDotPlot(row).write(out);
            out.write("</td><td class=\"verdict " + row.verdict().label() + "\" title=\"");
            text(out, row.method());
            out.write("\">");
            text(out, VerdictText.of(row.verdict(), comparison.unit()));
            out.write("</td><td>");
            text(out, row.reason());
            out.write("</td></tr>\n");
        }
        out.write("</tbody></table></div>\n");
    }
}
