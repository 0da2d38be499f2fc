/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report.gclog;

import static io.heapsight.json.JsonValueCodec.NUMBER;
import static io.heapsight.json.JsonValueCodec.TEXT;
import static io.heapsight.json.JsonValueCodec.choice;
import static io.heapsight.json.JsonValueCodec.list;
import static io.heapsight.json.JsonValueCodec.number;
import static io.heapsight.report.section.Section.Column.number;
import static io.heapsight.report.section.Section.Column.words;

import io.heapsight.compare.Metric;
import io.heapsight.gc.GcFinding;
import io.heapsight.json.Shape;
import io.heapsight.report.PageTemplate;
import io.heapsight.report.Report;
import io.heapsight.report.section.Cell;
import io.heapsight.report.section.Section;
import io.heapsight.report.section.SectionHtml;
import io.heapsight.report.section.SectionText;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;

/** Two GC logs, side by side. */
public record GcLogDiffReport(GcLogReport base, GcLogReport candidate) implements Report {
    private static final Shape<GcLogDiffRow> ROW =
            Shape.<GcLogDiffRow>of()
                    .field("name", TEXT, GcLogDiffRow::name)
                    .field("unit", choice(Metric.Unit.values()), GcLogDiffRow::unit)
                    .nullable("base", NUMBER, it -> number(it.base()))
                    .nullable("candidate", NUMBER, it -> number(it.candidate()));

    private static final Shape<GcLogDiffReport> SHAPE =
            Shape.<GcLogDiffReport>of()
                    .field("rows", list(ROW), GcLogDiffReport::rows)
                    .field("base", GcLogJson.SHAPE, GcLogDiffReport::base)
                    .field("candidate", GcLogJson.SHAPE, GcLogDiffReport::candidate);

    private List<GcLogDiffRow> rows() {
        return GcLogDiffRow.of(base.log(), candidate.log());
    }

    @Override
    public String text() {
        StringBuilder out = new StringBuilder(title()).append('\n');
        for (Section section : sections()) {
            out.append('\n').append(SectionText.of(section));
        }
        return out.toString();
    }

    private String title() {
        return SectionText.oneLine(candidate.title() + " against " + base.title());
    }

    private List<Section> sections() {
        return List.of(figures(), findings());
    }

    private Section figures() {
        List<List<Cell>> rows = new ArrayList<>();
        for (GcLogDiffRow row : rows()) {
            rows.add(
                    List.of(
                            Cell.of(row.name()),
                            Cell.of(row.text(row.base())),
                            Cell.of(row.text(row.candidate())),
                            Cell.of(row.change())));
        }
        return new Section.Table(
                "Figures",
                "One log each: the variation between runs of one program is unknown."
                        + (GcLogDiffRow.haveOtherLiveSets(base.log(), candidate.log())
                                ? " The live sets are not comparable: only that after a full"
                                        + " collection has no garbage."
                                : ""),
                List.of(words(""), number("base"), number("candidate"), number("change")),
                rows,
                false);
    }

    /** The findings of the candidate, then those that only the base has. */
    private Section findings() {
        List<GcFinding> before = base.answer().findings();
        List<GcFinding> after = candidate.answer().findings();
        List<Section.Item> items = new ArrayList<>();
        for (GcFinding finding : after) {
            items.add(
                    item(has(before, finding) ? "in both: " : "only in the candidate: ", finding));
        }
        for (GcFinding finding : before) {
            if (!has(after, finding)) {
                items.add(item("only in the base: ", finding));
            }
        }
        return new Section.Outline(
                "Findings", items.isEmpty() ? "Neither log has any." : "", items);
    }

    private static boolean has(List<GcFinding> findings, GcFinding wanted) {
        return findings.stream().anyMatch(each -> each.kind() == wanted.kind());
    }

    private static Section.Item item(String where, GcFinding finding) {
        return new Section.Item(where + finding.conclusion(), List.of(finding.remedy()));
    }

    /** Writes a self-contained HTML page; {@code out} stays open. */
    public void writeHtml(Writer out) throws IOException {
        new PageTemplate("comparison.html", title(), "comparison.css").write(out, this::part);
    }

    private void part(String name, Writer out) throws IOException {
        switch (name) {
            case "title" -> out.write(SectionHtml.escape(title()));
            case "words" -> out.write("Differences between two GC logs.");
            case "base" -> out.write(SectionHtml.escape(base.title()));
            case "candidate" -> out.write(SectionHtml.escape(candidate.title()));
            case "warnings", "verdicts" -> {}
            case "groups" -> GcLogCharts.of(base.log(), candidate.log()).write(out);
            case "sections" -> SectionHtml.sections(sections(), out);
            default -> throw new IllegalStateException("comparison.html: no part " + name);
        }
    }

    @Override
    public void writeJson(Writer out) throws IOException {
        SHAPE.writeDocument(out, this);
    }
}
