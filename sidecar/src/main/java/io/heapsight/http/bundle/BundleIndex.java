/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http.bundle;

import io.heapsight.report.PageTemplate;
import io.heapsight.report.section.SectionHtml;
import io.heapsight.unit.ByteSize;
import io.heapsight.unit.Problem;
import java.io.IOException;
import java.io.StringWriter;
import java.io.Writer;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The index page of a bundle: its parts, and the reasons for missing ones; can be opened from disk.
 */
record BundleIndex(String subject, Instant at, List<Row> rows) {
    /** A part: its size, or the reason for its absence. */
    record Row(BundlePart part, long bytes, Optional<Problem> problem) {}

    String html() throws IOException {
        StringWriter page = new StringWriter();
        new PageTemplate("bundle.html", subject).write(page, this::part);
        return page.toString();
    }

    private void part(String name, Writer out) throws IOException {
        switch (name) {
            case "subject" -> out.write(SectionHtml.escape(subject));
            case "time" -> out.write(at.toString());
            case "rows" -> {
                for (Row row : rows) {
                    out.write(line(row));
                }
            }
            default -> throw new IllegalStateException("bundle.html: no part " + name);
        }
    }

    private static String line(Row row) {
        String file = SectionHtml.escape(row.part().file());
        String about = SectionHtml.escape(row.part().about());
        return row.problem()
                .map(
                        problem ->
                                "<tr><td>%s</td><td>%s</td><td>%s. %s %s</td></tr>%n"
                                        .formatted(
                                                file,
                                                about,
                                                SectionHtml.escape(problem.title()),
                                                SectionHtml.escape(problem.detail()),
                                                SectionHtml.escape(problem.remedy())))
                .orElseGet(
                        () ->
                                "<tr><td><a href=\"%1$s\">%1$s</a></td><td>%2$s</td><td>%3$s</td></tr>%n"
                                        .formatted(file, about, new ByteSize(row.bytes())));
    }
}
