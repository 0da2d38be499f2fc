/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report.gclog;

import io.heapsight.gc.GcFinding;
import io.heapsight.report.PageTemplate;
import io.heapsight.report.section.Section;
import io.heapsight.report.section.SectionHtml;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;

/** The summary of a GC log as a self-contained HTML page: {@code gclog.html}. */
final class GcLogPage {
    private final GcLogReport report;
    private final GcLogSections sections;

    GcLogPage(GcLogReport report) {
        this.report = report;
        sections = new GcLogSections(report.log());
    }

    void write(Writer out) throws IOException {
        new PageTemplate("gclog.html", report.title(), "comparison.css").write(out, this::part);
    }

    private void part(String name, Writer out) throws IOException {
        switch (name) {
            case "title" -> out.write(SectionHtml.escape(report.title()));
            case "verdict" -> out.write(SectionHtml.escape(report.answer().verdict().sentence()));
            case "notes" -> {
                for (String note : report.log().notes()) {
                    out.write("<p class=\"warning\">" + SectionHtml.escape(note) + "</p>\n");
                }
            }
            case "findings" -> SectionHtml.sections(List.of(findings()), out);
            case "facts" -> SectionHtml.facts(sections.facts(), out);
            case "charts" -> GcLogCharts.of(report.log()).write(out);
            case "sections" -> SectionHtml.sections(sections.tables(), out);
            default -> throw new IllegalStateException("gclog.html: no part " + name);
        }
    }

    private Section findings() {
        List<GcFinding> findings = report.answer().findings();
        return new Section.Outline(
                "What is wrong",
                findings.isEmpty() ? "No findings." : "Most important first.",
                findings.stream().map(GcLogPage::item).toList());
    }

    private static Section.Item item(GcFinding finding) {
        List<String> lines = new ArrayList<>(finding.evidence());
        lines.add(finding.remedy());
        if (!finding.line().isEmpty()) {
            lines.add(finding.line());
        }
        return new Section.Item(finding.conclusion(), lines);
    }
}
