/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report.recording;

import static io.heapsight.json.JsonValueCodec.BYTES;
import static io.heapsight.json.JsonValueCodec.COUNT;
import static io.heapsight.json.JsonValueCodec.NUMBER;
import static io.heapsight.json.JsonValueCodec.TEXT;
import static io.heapsight.json.JsonValueCodec.TEXTS;
import static io.heapsight.json.JsonValueCodec.TIME;
import static io.heapsight.json.JsonValueCodec.choice;
import static io.heapsight.json.JsonValueCodec.list;

import io.heapsight.json.Shape;
import io.heapsight.recording.RecordingSummary;
import io.heapsight.recording.RecordingSummary.Kind;
import io.heapsight.recording.RecordingSummary.OldObjects;
import io.heapsight.recording.RecordingSummary.Row;
import io.heapsight.recording.RecordingSummary.Table;
import io.heapsight.recording.RecordingSummary.Unit;
import io.heapsight.report.PageTemplate;
import io.heapsight.report.Report;
import io.heapsight.report.section.Cell;
import io.heapsight.report.section.Fact;
import io.heapsight.report.section.NumberText;
import io.heapsight.report.section.Section;
import io.heapsight.report.section.SectionHtml;
import io.heapsight.report.section.SectionText;
import io.heapsight.report.section.TextWrapper;
import io.heapsight.unit.ByteSize;
import io.heapsight.unit.VisibleText;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Writes the summary of a recording as text, JSON or HTML.
 *
 * @param rows number of rows of each table in the text
 */
public record RecordingSummaryReport(RecordingSummary summary, int rows) implements Report {
    private static final Shape<Row> ROW =
            Shape.<Row>of()
                    .field("name", TEXT, Row::name)
                    .field("count", COUNT, Row::count)
                    .field("amount", COUNT, Row::amount)
                    .field("most", COUNT, Row::most);

    private static final Shape<Table> TABLE =
            Shape.<Table>of()
                    .field("view", TEXT, it -> it.kind().label())
                    .field("title", TEXT, it -> it.kind().title())
                    .field("unit", choice(Unit.values()), it -> it.kind().unit())
                    .field("count", COUNT, Table::count)
                    .field("amount", COUNT, Table::amount)
                    .field("rows", list(ROW), Table::rows)
                    .field("others", ROW, Table::others);

    private static final Shape<OldObjects> OLD =
            Shape.<OldObjects>of()
                    .field("class", TEXT, OldObjects::className)
                    .field("samples", COUNT, OldObjects::samples)
                    .field("path", TEXTS, OldObjects::path)
                    .nullable("site", TEXT, OldObjects::site);

    public static final Shape<RecordingSummaryReport> SHAPE =
            Shape.<RecordingSummaryReport>of()
                    .field("file", TEXT, it -> it.summary.file())
                    .field("bytes", BYTES, it -> it.summary.bytes())
                    .nullable("jvm", TEXT, it -> it.summary.jvm())
                    .nullable("from", TIME, it -> it.summary.from())
                    .field("seconds", NUMBER, it -> it.summary.length().toMillis() / 1000.0)
                    .field("events", COUNT, it -> it.summary.events())
                    .field("tables", list(TABLE), it -> it.summary.tables())
                    .field("oldObjects", list(OLD), it -> it.summary.oldObjects())
                    .field("notes", TEXTS, it -> it.summary.notes())
                    .field("verdicts", JmcVerdictsSection.SHAPE, it -> it.summary.verdicts());

    private static final int WIDTH = 80;
    private static final int ROOM_OF_NUMBERS = 42;

    @Override
    public String text() {
        StringBuilder out = new StringBuilder();
        for (Fact fact : facts()) {
            TextWrapper.wrap(out, fact.name() + ": ", SectionText.oneLine(fact.text()));
        }
        summary.notes().forEach(note -> TextWrapper.wrap(out, "note: ", note));
        new JmcVerdictsSection(summary.verdicts()).text(out.append('\n'));
        for (Table table : summary.tables()) {
            if (!table.rows().isEmpty()) {
                out.append('\n');
                lines(out, table);
            }
        }
        if (!summary.oldObjects().isEmpty()) {
            out.append("\nOld objects still in use, by holder\n");
            summary.oldObjects().stream().limit(rows).forEach(each -> lines(out, each));
        }
        String nothing =
                String.join(
                        ", ",
                        summary.tables().stream()
                                .filter(it -> it.rows().isEmpty())
                                .map(it -> it.kind().label())
                                .toList());
        if (!nothing.isEmpty()) {
            out.append('\n');
            TextWrapper.wrap(out, "No events of: ", nothing);
        }
        return out.toString();
    }

    private List<Fact> facts() {
        List<Fact> facts = new ArrayList<>();
        facts.add(new Fact("Recording", summary.file() + ", " + NumberText.bytes(summary.bytes())));
        summary.jvm().ifPresent(jvm -> facts.add(new Fact("JVM", jvm)));
        summary.from()
                .ifPresent(
                        from ->
                                facts.add(
                                        new Fact(
                                                "Events",
                                                "%s in %s s from %s"
                                                        .formatted(
                                                                NumberText.count(summary.events()),
                                                                seconds(summary.length().toNanos()),
                                                                from))));
        return facts;
    }

    private void lines(StringBuilder out, Table table) {
        Kind kind = table.kind();
        boolean amounts = kind.unit() != Unit.NONE;
        out.append(kind.title()).append('\n');
        out.append(
                String.format(
                        Locale.ROOT,
                        "%9s %7s%s  %s%n",
                        kind.counted(),
                        "SHARE",
                        amounts
                                ? String.format(
                                        Locale.ROOT, "%11s %10s", headed(kind.unit()), "MOST")
                                : "",
                        kind.named()));
        table.rows().stream().limit(rows).forEach(row -> line(out, table, row));
        Row rest = rest(table);
        if (rest.count() > 0) {
            line(out, table, rest);
        }
    }

    private Row rest(Table table) {
        long count = table.others().count();
        long amount = table.others().amount();
        long most = table.others().most();
        for (Row row : table.rows().stream().skip(rows).toList()) {
            count += row.count();
            amount += row.amount();
            most = Math.max(most, row.most());
        }
        return new Row("others", count, amount, most);
    }

    private static void line(StringBuilder out, Table table, Row row) {
        Unit unit = table.kind().unit();
        boolean amounts = unit != Unit.NONE;
        int room = WIDTH - (amounts ? ROOM_OF_NUMBERS : ROOM_OF_NUMBERS - 22);
        out.append(
                String.format(
                        Locale.ROOT,
                        "%9s %7s%s  %s%n",
                        NumberText.count(row.count()),
                        share(table, row),
                        amounts
                                ? String.format(
                                        Locale.ROOT,
                                        "%11s %10s",
                                        shown(unit, row.amount()),
                                        shown(unit, row.most()))
                                : "",
                        SectionText.shorten(row.name(), room)));
    }

    private static String share(Table table, Row row) {
        return table.kind().unit() == Unit.NONE
                ? NumberText.percent(NumberText.share(row.count(), table.count()))
                : NumberText.percent(NumberText.share(row.amount(), table.amount()));
    }

    private static String headed(Unit unit) {
        return switch (unit) {
            case NONE -> "";
            case BYTES -> "BYTES";
            case NANOSECONDS -> "SECONDS";
        };
    }

    private static String shown(Unit unit, long amount) {
        return switch (unit) {
            case NONE -> "";
            case BYTES -> new ByteSize(amount).toString();
            case NANOSECONDS -> seconds(amount);
        };
    }

    private static String seconds(long nanos) {
        return String.format(Locale.ROOT, "%.3f", nanos / 1e9);
    }

    private static void lines(StringBuilder out, OldObjects old) {
        String site = old.site().map(it -> ", allocated in " + it).orElse("");
        TextWrapper.wrap(
                out,
                "  ",
                VisibleText.of(
                        NumberText.plural(old.samples(), "sample")
                                + " of "
                                + old.className()
                                + site));
        old.path().forEach(step -> TextWrapper.wrap(out, "    held by ", VisibleText.of(step)));
    }

    private List<Section> sections() {
        List<Section> sections = new ArrayList<>();
        sections.add(new JmcVerdictsSection(summary.verdicts()).section());
        for (Table table : summary.tables()) {
            sections.add(section(table));
        }
        sections.add(
                new Section.Outline(
                        "Old objects still in use, by holder",
                        "",
                        summary.oldObjects().stream()
                                .map(
                                        old ->
                                                new Section.Item(
                                                        NumberText.plural(old.samples(), "sample")
                                                                + " of "
                                                                + old.className(),
                                                        old.path()))
                                .toList()));
        return sections;
    }

    private static Section.Table section(Table table) {
        Kind kind = table.kind();
        boolean amounts = kind.unit() != Unit.NONE;
        List<Section.Column> columns = new ArrayList<>();
        columns.add(Section.Column.number(kind.counted()));
        columns.add(Section.Column.number("SHARE"));
        if (amounts) {
            columns.add(Section.Column.number(headed(kind.unit())));
            columns.add(Section.Column.number("MOST"));
        }
        columns.add(Section.Column.words(kind.named()));
        List<Row> all = new ArrayList<>(table.rows());
        if (table.others().count() > 0) {
            all.add(table.others());
        }
        List<List<Cell>> cells = new ArrayList<>();
        for (Row row : all) {
            List<Cell> line = new ArrayList<>();
            line.add(Cell.of(row.count()));
            line.add(
                    amounts
                            ? Cell.share(row.amount(), table.amount())
                            : Cell.share(row.count(), table.count()));
            if (amounts) {
                line.add(new Cell(shown(kind.unit(), row.amount()), row.amount()));
                line.add(new Cell(shown(kind.unit(), row.most()), row.most()));
            }
            line.add(Cell.of(row.name()));
            cells.add(line);
        }
        return new Section.Table(kind.title(), "", columns, cells, true);
    }

    /** Writes one self-contained HTML page; {@code out} stays open. */
    public void writeHtml(Writer out) throws IOException {
        new PageTemplate("recording.html", summary.file()).write(out, this::part);
    }

    private void part(String name, Writer out) throws IOException {
        switch (name) {
            case "file" -> out.write(SectionHtml.escape(summary.file()));
            case "facts" -> SectionHtml.facts(facts(), out);
            case "notes" -> {
                for (String note : summary.notes()) {
                    out.write("<p>" + SectionHtml.escape(note) + "</p>\n");
                }
            }
            case "contents" -> SectionHtml.contents(sections(), out);
            case "sections" -> SectionHtml.sections(sections(), out);
            default -> throw new IllegalStateException("recording.html: no part " + name);
        }
    }

    @Override
    public void writeJson(Writer out) throws IOException {
        SHAPE.writeDocument(out, this);
    }
}
