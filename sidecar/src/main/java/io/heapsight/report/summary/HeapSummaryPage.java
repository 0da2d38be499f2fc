/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report.summary;

import static io.heapsight.json.JsonValueCodec.BYTES;
import static io.heapsight.json.JsonValueCodec.list;

import io.heapsight.json.Shape;
import io.heapsight.report.PageTemplate;
import io.heapsight.report.section.Section;
import io.heapsight.report.section.SectionHtml;
import io.heapsight.summary.DominatorResults;
import io.heapsight.summary.DominatorResultsJson;
import io.heapsight.summary.HeapSummary;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Optional;

/**
 * Writes a heap summary as one self-contained HTML page: {@code summary.html} with its style and
 * script inserted. The script only sorts the tables and draws the treemap.
 */
final class HeapSummaryPage {
    private static final Shape<HeapSummary> TREE =
            Shape.<HeapSummary>of()
                    .field("bytes", BYTES, it -> RetainedSections.reachable(it).bytes())
                    .field(
                            "biggest",
                            list(DominatorResultsJson.NODE),
                            it -> it.retained().map(DominatorResults::biggest).orElse(List.of()));

    private final HeapSummary summary;
    private final List<Section> sections;

    HeapSummaryPage(HeapSummary summary, int top) {
        this.summary = summary;
        sections = SummarySections.of(summary, top);
    }

    void write(Writer out) throws IOException {
        new PageTemplate("summary.html", fileName()).write(out, this::part);
    }

    /** Returns the dump's name without its folder, which may be a temporary one. */
    private String fileName() {
        String path = summary.file().name();
        return path.substring(path.lastIndexOf('/') + 1);
    }

    private void part(String name, Writer out) throws IOException {
        switch (name) {
            case "file" -> out.write(SectionHtml.escape(fileName()));
            case "script" -> out.write(PageTemplate.resource("summary.js"));
            case "wrong" -> {
                Optional<Section> wrong = FindingsSection.of(summary);
                if (wrong.isPresent()) {
                    SectionHtml.section(wrong.get(), sections.size(), out);
                }
            }
            case "findings" -> SectionHtml.facts(SummaryFacts.findings(summary), out);
            case "circumstances" -> SectionHtml.facts(SummaryFacts.circumstances(summary), out);
            case "contents" -> SectionHtml.contents(sections, out);
            case "first" -> {
                for (int i = 0; i < suspects(); i++) {
                    SectionHtml.section(sections.get(i), i, out);
                }
            }
            case "sections" -> {
                for (int i = suspects(); i < sections.size(); i++) {
                    SectionHtml.section(sections.get(i), i, out);
                }
            }
            case "tree" -> out.write(tree());
            default -> throw new IllegalStateException("summary.html: no part " + name);
        }
    }

    /** Returns the number of sections before the treemap: the suspects, if there are any. */
    private int suspects() {
        return summary.retained().isPresent() ? 1 : 0;
    }

    /** Returns the dominator tree as JSON, escaped so that no name can end the script. */
    private String tree() {
        return TREE.text(summary)
                .strip()
                .replace("&", "\\u0026")
                .replace("<", "\\u003c")
                .replace(">", "\\u003e");
    }
}
