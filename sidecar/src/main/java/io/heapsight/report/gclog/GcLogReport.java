/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report.gclog;

import io.heapsight.gclog.GcLogSummary;
import io.heapsight.json.Shape;
import io.heapsight.report.GcReport;
import io.heapsight.report.Report;
import io.heapsight.report.section.Section;
import io.heapsight.report.section.SectionText;
import io.heapsight.report.section.TextWrapper;
import java.io.IOException;
import java.io.Writer;
import java.util.Locale;
import java.util.Optional;

/**
 * The summary of a GC log: the answer of {@code GET /gc}, and figures that only a log provides.
 *
 * @param title name of the log
 */
public record GcLogReport(String title, GcLogSummary log) implements Report {
    public static final Shape<GcLogReport> SHAPE = GcLogJson.SHAPE;

    /** The part that live counters give, too. */
    GcReport answer() {
        return new GcReport(title, Optional.empty(), log.activity());
    }

    @Override
    public String text() {
        StringBuilder out = new StringBuilder(answer().text(false));
        out.append('\n');
        GcLogSections sections = new GcLogSections(log);
        sections.facts()
                .forEach(
                        fact ->
                                TextWrapper.wrap(
                                        out,
                                        fact.name().toLowerCase(Locale.ROOT) + ": ",
                                        SectionText.oneLine(fact.text())));
        for (Section section : sections.tables()) {
            out.append('\n').append(SectionText.of(section));
        }
        return out.toString();
    }

    /** Writes a self-contained HTML page; {@code out} stays open. */
    public void writeHtml(Writer out) throws IOException {
        new GcLogPage(this).write(out);
    }

    @Override
    public void writeJson(Writer out) throws IOException {
        SHAPE.writeDocument(out, this);
    }
}
