/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report.comparison;

import io.heapsight.compare.Comparison;
import io.heapsight.json.Schema;
import io.heapsight.report.Report;
import java.io.IOException;
import java.io.Writer;

/**
 * Two arms of runs, side by side.
 *
 * @param top number of classes and methods to show as text; the document has all of them
 */
public record ComparisonReport(Comparison comparison, int top) implements Report {
    @Override
    public String text() {
        return new ComparisonText(comparison, top).text();
    }

    /** Writes a self-contained HTML page; {@code out} stays open. */
    public void writeHtml(Writer out) throws IOException {
        new ComparisonPage(comparison, top).write(out);
    }

    /** Returns the summary and the rows as a Markdown table. */
    public String markdown() {
        return new ComparisonTable(comparison).markdown(top);
    }

    /** Returns the rows as comma-separated values. */
    public String csv() {
        return new ComparisonTable(comparison).csv();
    }

    @Override
    public void writeJson(Writer out) throws IOException {
        ComparisonJson.COMPARISON.writeDocument(out, comparison);
    }

    /** Returns the schema of the document. */
    public static Schema schema() {
        return ComparisonJson.COMPARISON.document();
    }
}
