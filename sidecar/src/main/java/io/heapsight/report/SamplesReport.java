/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report;

import static io.heapsight.json.JsonValueCodec.COUNT;
import static io.heapsight.json.JsonValueCodec.NUMBER;
import static io.heapsight.json.JsonValueCodec.TEXT;
import static io.heapsight.json.JsonValueCodec.TEXTS;
import static io.heapsight.json.JsonValueCodec.TIME;
import static io.heapsight.json.JsonValueCodec.list;
import static io.heapsight.report.SharedJsonShapes.TARGET;

import io.heapsight.json.JsonValueCodec;
import io.heapsight.json.Shape;
import io.heapsight.jstat.Sample;
import io.heapsight.jstat.SampleField;
import io.heapsight.jstat.SampleRing;
import io.heapsight.jvm.TargetJvm;
import io.heapsight.report.SharedJsonShapes.Target;
import io.heapsight.report.section.NumberText;
import io.heapsight.report.section.TextTable;
import io.heapsight.run.RunColumn;
import io.heapsight.safepoint.PauseEvent;
import java.io.IOException;
import java.io.Writer;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The last samples of a target: a table of the requested fields, the memory pools and collectors of
 * the newest sample, and the last pauses.
 *
 * @param started start of the target's process, by the current clock
 * @param fields in the order of the columns
 * @param pauses the last ones, oldest first
 */
public record SamplesReport(
        TargetJvm jvm,
        Instant started,
        List<SampleField> fields,
        List<SampleRing.Row> rows,
        Optional<Sample> latest,
        List<Pause> pauses)
        implements Report {
    /**
     * A garbage collection pause, or several pauses with only their sum known.
     *
     * @param at start of the first one
     */
    public record Pause(Instant at, PauseEvent event) {}

    /**
     * A number without an exponent if it is whole, such as bytes; null if the target provides none.
     */
    private static final JsonValueCodec<Double> VALUE =
            JsonValueCodec.of(
                    NUMBER.schema().orNull(),
                    (json, value) -> {
                        if (!Double.isFinite(value)) {
                            json.writeNull();
                        } else if (isWhole(value)) {
                            json.writeNumber((long) (double) value);
                        } else {
                            json.writeNumber(value);
                        }
                    });

    private static final Shape<SampleRing.Row> ROW =
            Shape.<SampleRing.Row>of()
                    .field("at", TIME, row -> Instant.ofEpochMilli(row.epochMillis()))
                    .field("values", list(VALUE), SampleRing.Row::values);

    private static final Shape<Sample.Pool> POOL =
            Shape.<Sample.Pool>of()
                    .field("name", TEXT, Sample.Pool::name)
                    .field("usedBytes", VALUE, Sample.Pool::usedBytes)
                    .field("committedBytes", VALUE, Sample.Pool::committedBytes)
                    .field("maxBytes", VALUE, Sample.Pool::maxBytes);

    private static final Shape<Sample.Collector> COLLECTOR =
            Shape.<Sample.Collector>of()
                    .field("name", TEXT, Sample.Collector::name)
                    .field("count", VALUE, Sample.Collector::count)
                    .field("seconds", VALUE, Sample.Collector::seconds);

    private static final Shape<Pause> PAUSE =
            Shape.<Pause>of()
                    .field("at", TIME, Pause::at)
                    .field("collector", TEXT, pause -> pause.event.collector())
                    .field("cause", TEXT, pause -> pause.event.cause())
                    .field("count", COUNT, pause -> pause.event.count())
                    .field("seconds", VALUE, pause -> pause.event.seconds());

    public static final Shape<SamplesReport> SHAPE =
            Shape.<SamplesReport>of()
                    .field("target", TARGET, it -> Target.of(it.jvm))
                    .field("started", TIME, SamplesReport::started)
                    .field("fields", TEXTS, SamplesReport::names)
                    .field("samples", list(ROW), SamplesReport::rows)
                    .field(
                            "pools",
                            list(POOL),
                            it -> it.latest.map(Sample::pools).orElse(List.of()))
                    .field(
                            "collectors",
                            list(COLLECTOR),
                            it -> it.latest.map(Sample::collectors).orElse(List.of()))
                    .field("pauses", list(PAUSE), SamplesReport::pauses);

    @Override
    public String text() {
        if (rows.isEmpty()) {
            return "No samples yet.\n";
        }
        String[] headings = new String[fields.size() + 1];
        headings[0] = "AT";
        for (int i = 0; i < fields.size(); i++) {
            headings[i + 1] = names().get(i);
        }
        TextTable table = new TextTable(headings);
        for (SampleRing.Row row : rows) {
            String[] cells = new String[headings.length];
            cells[0] =
                    Instant.ofEpochMilli(row.epochMillis())
                            .truncatedTo(ChronoUnit.SECONDS)
                            .toString();
            for (int i = 0; i < fields.size(); i++) {
                cells[i + 1] = text(row.values().get(i));
            }
            table.add(cells);
        }
        return table.alignRight(IntStream.range(1, headings.length).boxed().toList()).text();
    }

    private static String text(double value) {
        if (!Double.isFinite(value)) {
            return "-"; // as in jstat
        }
        return isWhole(value)
                ? NumberText.count((long) value)
                : String.format(Locale.ROOT, "%.3f", value);
    }

    private static boolean isWhole(double value) {
        return value == Math.rint(value) && Math.abs(value) < Long.MAX_VALUE;
    }

    @Override
    public void writeJson(Writer out) throws IOException {
        SHAPE.writeDocument(out, this);
    }

    private List<String> names() {
        return fields.stream().map(field -> RunColumn.of(field).figure()).toList();
    }
}
