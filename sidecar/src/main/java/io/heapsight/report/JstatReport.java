/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report;

import com.fasterxml.jackson.core.JsonGenerator;
import io.heapsight.jstat.JstatCell;
import io.heapsight.jstat.JstatOption;
import io.heapsight.jstat.JstatTable;
import io.heapsight.perfdata.Counters;
import io.heapsight.perfdata.CountersGoneException;
import io.heapsight.target.CountersProblem;
import io.heapsight.target.TargetConnection;
import io.heapsight.target.TargetJvm;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Reading;
import java.io.IOException;
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
     * @throws ProblemException when they can't be read
     */
    public static JstatReport take(TargetConnection target, JstatOption option, Instant now)
            throws ProblemException {
        TargetJvm jvm = target.jvm();
        try {
            return switch (target.counters()) {
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
    public void writeFields(JsonGenerator json) throws IOException {
        JsonFields.target(json, pid, name);
        json.writeStringField("option", option.optionName());
        json.writeStringField("takenAt", takenAt.toString());
        json.writeArrayFieldStart("columns");
        for (JstatCell cell : cells) {
            json.writeStartObject();
            json.writeStringField("name", cell.column());
            json.writeStringField("text", cell.text());
            if (Double.isFinite(cell.number())) {
                json.writeNumberField("value", cell.number());
            } else {
                json.writeNullField("value");
            }
            json.writeEndObject();
        }
        json.writeEndArray();
    }
}
