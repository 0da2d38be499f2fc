/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report.comparison;

import static io.heapsight.json.JsonValueCodec.BYTES;
import static io.heapsight.json.JsonValueCodec.COUNT;
import static io.heapsight.json.JsonValueCodec.FLAG;
import static io.heapsight.json.JsonValueCodec.TEXT;
import static io.heapsight.json.JsonValueCodec.TEXTS;
import static io.heapsight.json.JsonValueCodec.list;
import static io.heapsight.json.JsonValueCodec.number;
import static io.heapsight.report.section.Section.Column.number;
import static io.heapsight.report.section.Section.Column.words;

import io.heapsight.compare.ComparisonRow;
import io.heapsight.compare.HeapClassChange;
import io.heapsight.compare.HeapComparison;
import io.heapsight.json.Shape;
import io.heapsight.report.Amount;
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
import java.util.Optional;

/**
 * Two heap summaries, side by side.
 *
 * @param top number of classes to show as text and on the page; the document has all of them
 */
public record HeapComparisonReport(HeapComparison comparison, int top) implements Report {
    private static final Shape<String> FILE = Shape.<String>of().field("file", TEXT, file -> file);

    private static final Shape<HeapClassChange.Side> SIDE =
            Shape.<HeapClassChange.Side>of()
                    .field("objects", COUNT, HeapClassChange.Side::objects)
                    .field("bytes", BYTES, HeapClassChange.Side::bytes)
                    .nullable("unreachableBytes", BYTES, side -> known(side.unreachableBytes()))
                    .nullable("garbageBytes", BYTES, side -> known(side.garbageBytes()))
                    .nullable("retainedBytes", BYTES, side -> known(side.retainedBytes()));

    private static final Shape<HeapClassChange> CLASS =
            Shape.<HeapClassChange>of()
                    .field("name", TEXT, HeapClassChange::name)
                    .field("base", SIDE, HeapClassChange::base)
                    .field("candidate", SIDE, HeapClassChange::candidate);

    private static final Shape<HeapComparison> SHAPE =
            Shape.<HeapComparison>of()
                    .field("base", FILE, HeapComparison::base)
                    .field("candidate", FILE, HeapComparison::candidate)
                    .field("comparable", FLAG, _ -> true)
                    .field("warnings", TEXTS, HeapComparison::warnings)
                    .field("rows", list(ComparisonJson.ROW), HeapComparison::rows)
                    .field("classes", list(CLASS), HeapComparison::classes);

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

    /** Writes a self-contained HTML page; {@code out} stays open. */
    public void writeHtml(Writer out) throws IOException {
        new PageTemplate("comparison.html", title(), "comparison.css").write(out, this::part);
    }

    private void part(String name, Writer out) throws IOException {
        switch (name) {
            case "title" -> out.write(SectionHtml.escape(title()));
            case "words" -> out.write("Differences between two heap dumps.");
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
                        "Shallow size of all instances of the class."),
                classes(
                        "Garbage by class",
                        HeapClassChange.Side::garbageBytes,
                        "Lower bound of garbage bytes."),
                classes(
                        "Retained by class",
                        HeapClassChange.Side::retainedBytes,
                        "Retained size of all reachable instances of the class."));
    }

    private Section totals() {
        List<List<Cell>> rows = new ArrayList<>();
        for (ComparisonRow row : comparison.rows()) {
            rows.add(
                    List.of(
                            Cell.of(row.metric().name()),
                            Cell.of(Amount.of(row.base(), row.metric().unit())),
                            Cell.of(Amount.of(row.candidate(), row.metric().unit())),
                            Cell.of(ChangeText.percent(row))));
        }
        return new Section.Table(
                "Totals",
                "One dump each: the variation between dumps of one program is unknown.",
                List.of(words(""), number("base"), number("candidate"), number("change")),
                rows,
                false);
    }

    /** A figure of a class; negative if unknown. */
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
    public void writeJson(Writer out) throws IOException {
        SHAPE.writeDocument(out, comparison);
    }

    private static Optional<Long> known(long bytes) {
        return Optional.of(bytes).filter(each -> each >= 0);
    }
}
