/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report;

import static io.heapsight.report.Section.Column.number;
import static io.heapsight.report.Section.Column.words;

import com.fasterxml.jackson.core.JsonGenerator;
import io.heapsight.compare.HeapClassChange;
import io.heapsight.compare.HeapComparison;
import io.heapsight.compare.Row;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;

/**
 * Two heap summaries, side by side.
 *
 * @param top how many classes to show as text and on the page; the document has them all
 */
public record HeapComparisonReport(HeapComparison comparison, int top) implements Report {
    @Override
    public String text() {
        StringBuilder out = new StringBuilder(title()).append('\n');
        comparison.warnings().forEach(warning -> ComparisonText.wrapped(out, "! ", warning));
        for (Section section : sections()) {
            out.append('\n').append(SectionText.of(section));
        }
        return out.toString();
    }

    private String title() {
        return SectionText.oneLine(comparison.candidate() + " against " + comparison.base());
    }

    /** Writes one HTML page that needs nothing else; {@code out} stays open. */
    public void writeHtml(Writer out) throws IOException {
        new PageTemplate("comparison.html").write(out, this::part);
    }

    private void part(String name, Writer out) throws IOException {
        switch (name) {
            case "title" -> out.write(SectionHtml.escape(title()));
            case "style" -> {
                out.write(PageTemplate.resource("summary.css"));
                out.write(PageTemplate.resource("comparison.css"));
            }
            case "words" -> out.write("Two heap dumps: what one has more than the other.");
            case "warnings" -> {
                for (String warning : comparison.warnings()) {
                    out.write("<p class=\"warning\">" + SectionHtml.escape(warning) + "</p>\n");
                }
            }
            case "base" -> out.write(SectionHtml.escape(comparison.base()));
            case "candidate" -> out.write(SectionHtml.escape(comparison.candidate()));
            case "groups", "verdicts" -> {}
            case "sections" -> SectionHtml.sections(sections(), out);
            default -> throw new IllegalStateException("comparison.html: no part " + name);
        }
    }

    private List<Section> sections() {
        return List.of(
                totals(),
                classes(
                        "Objects by class",
                        HeapClassChange.Side::bytes,
                        "Bytes of all objects of the class, references not followed."),
                classes(
                        "Garbage by class",
                        HeapClassChange.Side::garbageBytes,
                        "Bytes of garbage, at least."),
                classes(
                        "Retained by class",
                        HeapClassChange.Side::retainedBytes,
                        "What would be freed if all reachable objects of the class went."));
    }

    private Section totals() {
        List<List<Cell>> rows = new ArrayList<>();
        for (Row row : comparison.rows()) {
            rows.add(
                    List.of(
                            Cell.of(row.metric().name()),
                            Cell.of(Amount.of(row.base(), row.metric().unit())),
                            Cell.of(Amount.of(row.candidate(), row.metric().unit())),
                            Cell.of(ChangeText.percent(row))));
        }
        return new Section.Table(
                "Totals",
                "One dump each: nothing tells how much dumps of one program vary.",
                List.of(words(""), number("base"), number("candidate"), number("change")),
                rows,
                false);
    }

    /** A figure of a class; negative where it is not known. */
    @FunctionalInterface
    private interface ClassFigure {
        long of(HeapClassChange.Side side);
    }

    private Section classes(String title, ClassFigure figure, String note) {
        List<List<Cell>> rows =
                comparison.classes().stream()
                        .filter(
                                each ->
                                        figure.of(each.base()) >= 0
                                                && figure.of(each.candidate()) >= 0
                                                && difference(figure, each) != 0)
                        .sorted(
                                (a, b) ->
                                        Long.compare(
                                                Math.abs(difference(figure, b)),
                                                Math.abs(difference(figure, a))))
                        .limit(top)
                        .map(each -> row(figure, each))
                        .toList();
        return new Section.Table(
                title,
                note,
                List.of(
                        number("base"),
                        number("candidate"),
                        number("change"),
                        number("objects"),
                        words("class")),
                rows,
                true);
    }

    private static List<Cell> row(ClassFigure figure, HeapClassChange change) {
        return List.of(
                Cell.of(figure.of(change.base())),
                Cell.of(figure.of(change.candidate())),
                Cell.of(difference(figure, change)),
                Cell.of(change.objects()),
                Cell.of(change.name()));
    }

    private static long difference(ClassFigure figure, HeapClassChange change) {
        return figure.of(change.candidate()) - figure.of(change.base());
    }

    @Override
    public void writeFields(JsonGenerator json) throws IOException {
        json.writeObjectFieldStart("base");
        json.writeStringField("file", comparison.base());
        json.writeEndObject();
        json.writeObjectFieldStart("candidate");
        json.writeStringField("file", comparison.candidate());
        json.writeEndObject();
        json.writeBooleanField("comparable", true);
        ComparisonJson common = new ComparisonJson(json);
        common.texts("warnings", comparison.warnings());
        common.rows(comparison.rows());
        json.writeArrayFieldStart("classes");
        for (HeapClassChange each : comparison.classes()) {
            json.writeStartObject();
            json.writeStringField("name", each.name());
            side(json, "base", each.base());
            side(json, "candidate", each.candidate());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void side(JsonGenerator json, String field, HeapClassChange.Side side)
            throws IOException {
        json.writeObjectFieldStart(field);
        json.writeNumberField("objects", side.objects());
        json.writeNumberField("bytes", side.bytes());
        known(json, "unreachableBytes", side.unreachableBytes());
        known(json, "garbageBytes", side.garbageBytes());
        known(json, "retainedBytes", side.retainedBytes());
        json.writeEndObject();
    }

    private static void known(JsonGenerator json, String field, long bytes) throws IOException {
        if (bytes < 0) {
            json.writeNullField(field);
        } else {
            json.writeNumberField(field, bytes);
        }
    }
}
