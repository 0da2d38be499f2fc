/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report.summary;

import io.heapsight.report.Report;
import io.heapsight.report.section.Fact;
import io.heapsight.report.section.Section;
import io.heapsight.report.section.SectionText;
import io.heapsight.summary.HeapSummary;
import io.heapsight.summary.SummaryJson;
import java.io.IOException;
import java.io.Writer;
import java.util.List;

/**
 * Writes the heap summary as text, JSON or HTML.
 *
 * @param top rows of each list in the text and on the page
 * @param topClasses number of classes in the JSON document; its totals cover all of them
 */
public record HeapSummaryReport(HeapSummary summary, int top, int topClasses) implements Report {
    @Override
    public String text() {
        StringBuilder out = new StringBuilder();
        facts(out, SummaryFacts.findings(summary));
        FindingsSection.of(summary)
                .ifPresent(section -> out.append('\n').append(SectionText.of(section)));
        out.append('\n');
        facts(out, SummaryFacts.circumstances(summary));
        for (Section section : SummarySections.of(summary, top)) {
            out.append('\n').append(SectionText.of(section));
        }
        return out.toString();
    }

    private static void facts(StringBuilder out, List<Fact> facts) {
        int widest = facts.stream().mapToInt(fact -> fact.name().length()).max().orElse(0);
        for (Fact fact : facts) {
            out.append(fact.name()).repeat(' ', widest - fact.name().length() + 2);
            out.append(SectionText.oneLine(fact.text())).append('\n');
        }
    }

    /** Writes one self-contained HTML page; {@code out} stays open. */
    public void writeHtml(Writer out) throws IOException {
        new HeapSummaryPage(summary, top).write(out);
    }

    @Override
    public void writeJson(Writer out) throws IOException {
        SummaryJson.shape(topClasses).writeDocument(out, summary);
    }
}
