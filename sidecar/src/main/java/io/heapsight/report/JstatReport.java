/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report;

import static io.heapsight.json.JsonValueCodec.NUMBER;
import static io.heapsight.json.JsonValueCodec.TEXT;
import static io.heapsight.json.JsonValueCodec.TIME;
import static io.heapsight.json.JsonValueCodec.list;
import static io.heapsight.json.JsonValueCodec.number;
import static io.heapsight.report.SharedJsonShapes.TARGET;

import io.heapsight.json.Shape;
import io.heapsight.jstat.table.JstatCell;
import io.heapsight.jstat.table.JstatOption;
import io.heapsight.jstat.table.JstatTable;
import io.heapsight.jvm.CountersProblem;
import io.heapsight.jvm.TargetConnection;
import io.heapsight.jvm.TargetJvm;
import io.heapsight.perfdata.Counters;
import io.heapsight.perfdata.CountersGoneException;
import io.heapsight.report.SharedJsonShapes.Target;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Reading;
import java.io.IOException;
import java.io.Writer;
import java.time.Instant;
import java.util.List;

/**
 * One row of {@code jstat -OPTION}, as the target's own JDK prints it.
 *
 * @param pid the target, as the sidecar sees it
 * @param header the line of headings
 * @param row the line of values
 */
public record JstatReport(
        int pid,
        String name,
        JstatOption option,
        Instant takenAt,
        String header,
        String row,
        List<JstatCell> cells)
        implements Report {
    private static final Shape<JstatCell> COLUMN =
            Shape.<JstatCell>of()
                    .field("name", TEXT, JstatCell::column)
                    .field("text", TEXT, JstatCell::text)
                    .nullable("value", NUMBER, cell -> number(cell.number()));

    public static final Shape<JstatReport> SHAPE =
            Shape.<JstatReport>of()
                    .field("target", TARGET, it -> new Target(it.pid, it.name))
                    .field("option", TEXT, it -> it.option.optionName())
                    .field("takenAt", TIME, JstatReport::takenAt)
                    .field("columns", list(COLUMN), JstatReport::cells);

    /** Reads the counters now. */
    public static JstatReport take(
            int pid, String name, JstatOption option, Counters counters, Instant now) {
        JstatTable table = JstatTable.of(option, counters);
        List<JstatCell> cells = table.cells(counters);
        return new JstatReport(pid, name, option, now, table.header(), table.row(counters), cells);
    }

    /**
     * Reads the counters of a target now.
     *
     * @param read the counters, or why there are none
     * @throws ProblemException if they can't be read
     */
    public static JstatReport take(
            TargetConnection target, Reading<Counters> read, JstatOption option, Instant now)
            throws ProblemException {
        TargetJvm jvm = target.jvm();
        try {
            return switch (read) {
                case Reading.Present<Counters>(Counters counters) ->
                        take(jvm.pid(), jvm.name(), option, counters, now);
                case Reading.Missing<Counters>(String reason) ->
                        throw new ProblemException(CountersProblem.of(target, reason));
            };
        } catch (CountersGoneException e) {
            throw new ProblemException(
                    CountersProblem.of(target, String.valueOf(e.getMessage())), e);
        }
    }

    @Override
    public String text() {
        return header + "\n" + row + "\n";
    }

    @Override
    public void writeJson(Writer out) throws IOException {
        SHAPE.writeDocument(out, this);
    }
}
