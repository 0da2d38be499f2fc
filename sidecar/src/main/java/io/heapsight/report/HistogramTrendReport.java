/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report;

import static io.heapsight.json.JsonValueCodec.BYTES;
import static io.heapsight.json.JsonValueCodec.COUNT;
import static io.heapsight.json.JsonValueCodec.FLAG;
import static io.heapsight.json.JsonValueCodec.NUMBER;
import static io.heapsight.json.JsonValueCodec.TEXT;
import static io.heapsight.json.JsonValueCodec.TIME;
import static io.heapsight.json.JsonValueCodec.list;
import static io.heapsight.json.JsonValueCodec.number;
import static io.heapsight.report.SharedJsonShapes.TARGET;

import io.heapsight.histogram.ClassHistogram;
import io.heapsight.histogram.HistogramHistory;
import io.heapsight.histogram.HistogramTrend;
import io.heapsight.histogram.InstanceCount;
import io.heapsight.json.Shape;
import io.heapsight.report.SharedJsonShapes.Target;
import io.heapsight.report.section.TextTable;
import java.io.IOException;
import java.io.Writer;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * The newest stored histogram of a target, with growth by class since the one before.
 *
 * @param top number of classes to show
 */
public record HistogramTrendReport(HistogramTrend trend, int top) implements Report {
    private static final Shape<Grown> CLASS =
            Shape.<Grown>of()
                    .field("name", TEXT, it -> it.row.name())
                    .field("instances", COUNT, it -> it.row.instances())
                    .field("bytes", BYTES, it -> it.row.bytes().getLast())
                    .nullable("bytesChange", NUMBER, it -> number(it.row.bytesChange()))
                    .nullable("lastingChange", NUMBER, it -> number(it.lastingChange))
                    .field("trend", list(BYTES.from(Long::longValue)), it -> it.row.bytes());

    public static final Shape<HistogramTrendReport> SHAPE =
            Shape.<HistogramTrendReport>of()
                    .field("target", TARGET, HistogramTrendReport::target)
                    .field("id", TEXT, it -> it.trend.newest().id())
                    .field("takenBy", TEXT, it -> it.trend.newest().takenBy())
                    .field("live", FLAG, it -> it.newest().live())
                    .field("takenAt", list(TIME), HistogramTrendReport::times)
                    .field("totals", InstanceCount.JSON, it -> it.newest().totals())
                    .field("classes", list(CLASS), HistogramTrendReport::classes);

    private record Grown(HistogramTrend.Row row, OptionalLong lastingChange) {}

    private List<Grown> classes() {
        return trend.top(top).stream()
                .map(row -> new Grown(row, trend.lastingChange(row)))
                .toList();
    }

    private ClassHistogram newest() {
        return trend.newest().histogram();
    }

    private Target target() {
        return new Target(newest().pid(), newest().name());
    }

    /** Returns the time of each histogram, oldest first. */
    private List<Instant> times() {
        return Stream.concat(trend.earlier().stream(), Stream.of(trend.newest()))
                .map(HistogramHistory.Kept::histogram)
                .map(ClassHistogram::takenAt)
                .toList();
    }

    @Override
    public String text() {
        TextTable table =
                new TextTable("INSTANCES", "BYTES", "CHANGE", "CLASS").alignRight(List.of(0, 1, 2));
        for (HistogramTrend.Row row : trend.top(top)) {
            table.add(
                    Long.toString(row.instances()),
                    Long.toString(row.bytes().getLast()),
                    change(row.bytesChange()),
                    row.name());
        }
        return "%s of %s, by %s at %s; %d earlier ones are stored\n\n%s"
                .formatted(
                        trend.newest().id(),
                        newest().name(),
                        trend.newest().takenBy(),
                        newest().takenAt(),
                        trend.earlier().size(),
                        table.text());
    }

    private static String change(OptionalLong bytes) {
        return bytes.isEmpty() ? "-" : "%+d".formatted(bytes.getAsLong());
    }

    @Override
    public void writeJson(Writer out) throws IOException {
        SHAPE.writeDocument(out, this);
    }
}
