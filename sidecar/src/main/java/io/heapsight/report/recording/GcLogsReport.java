/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report.recording;

import static io.heapsight.json.JsonValueCodec.BYTES;
import static io.heapsight.json.JsonValueCodec.COUNT;
import static io.heapsight.json.JsonValueCodec.FLAG;
import static io.heapsight.json.JsonValueCodec.TEXT;
import static io.heapsight.json.JsonValueCodec.TIME;
import static io.heapsight.json.JsonValueCodec.choice;
import static io.heapsight.json.JsonValueCodec.list;
import static io.heapsight.report.SharedJsonShapes.TARGET;

import io.heapsight.gclog.TargetGcLog;
import io.heapsight.json.Shape;
import io.heapsight.jvm.TargetJvm;
import io.heapsight.report.Report;
import io.heapsight.report.SharedJsonShapes.Target;
import io.heapsight.report.section.NumberText;
import io.heapsight.report.section.TextTable;
import io.heapsight.unit.Labelled;
import io.heapsight.vmlog.GcLogRecord;
import io.heapsight.vmlog.GcLogTaker;
import io.heapsight.vmlog.GcLogger;
import java.io.IOException;
import java.io.Writer;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Lists stored GC logs, oldest first, running logs, and logs that targets write by their own
 * options.
 */
public record GcLogsReport(List<Row> rows) implements Report {
    /** The id of the log that a target writes by its own options. */
    public static final String OF_TARGET = "target";

    /** The state of a log. */
    public enum State implements Labelled {
        KEPT,
        RUNNING,
        /** Written by the target's own options. */
        FOUND
    }

    /**
     * One log.
     *
     * @param id empty while it is running
     * @param job the job of a running log
     * @param path path in the target's options; for its own log only
     * @param seconds actual or requested duration
     * @param summary whether its summary can be requested
     */
    public record Row(
            State state,
            Optional<String> id,
            Optional<String> job,
            Optional<Instant> startedAt,
            Target target,
            Optional<Integer> seconds,
            Optional<Long> bytes,
            Optional<GcLogger.End> end,
            Optional<Boolean> whole,
            Optional<String> path,
            boolean summary) {
        /**
         * A stored log.
         *
         * @param summary whether it has been summarised
         */
        public static Row of(GcLogRecord log, boolean summary) {
            return new Row(
                    State.KEPT,
                    Optional.of(log.id()),
                    Optional.empty(),
                    Optional.of(log.startedAt()),
                    new Target(log.pid(), log.target()),
                    Optional.of(log.seconds()),
                    Optional.of(log.bytes()),
                    Optional.of(log.end()),
                    Optional.of(log.whole()),
                    Optional.empty(),
                    summary);
        }

        /** Returns a running log. */
        public static Row of(GcLogTaker.Running log) {
            return new Row(
                    State.RUNNING,
                    Optional.empty(),
                    Optional.of("/jobs/" + log.job()),
                    Optional.of(log.startedAt()),
                    new Target(log.jvm().pid(), log.jvm().name()),
                    Optional.of((int) log.request().duration().toSeconds()),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    false);
        }

        /** Returns a log that a target writes by its own options. */
        public static Row of(TargetJvm jvm, TargetGcLog log) {
            return new Row(
                    State.FOUND,
                    Optional.of(OF_TARGET),
                    Optional.empty(),
                    Optional.empty(),
                    new Target(jvm.pid(), jvm.name()),
                    Optional.empty(),
                    Optional.of(log.bytes()),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.of(log.path()),
                    true);
        }
    }

    private static final Shape<Row> LOG =
            Shape.<Row>of()
                    .optional("id", TEXT, Row::id)
                    .field("state", choice(State.values()), Row::state)
                    .field("target", TARGET, Row::target)
                    .optional("startedAt", TIME, Row::startedAt)
                    .optional("seconds", COUNT, Row::seconds)
                    .optional("bytes", BYTES, Row::bytes)
                    .optional("end", choice(GcLogger.End.values()), Row::end)
                    .optional("whole", FLAG, Row::whole)
                    .optional("job", TEXT, Row::job)
                    .optional("path", TEXT, Row::path)
                    .field("summary", FLAG, Row::summary);

    public static final Shape<GcLogsReport> SHAPE =
            Shape.<GcLogsReport>of().field("gclogs", list(LOG), GcLogsReport::rows);

    @Override
    public String text() {
        if (rows.isEmpty()) {
            return "No GC logs: POST /gclog?seconds=600 switches a target's log on.\n";
        }
        TextTable table = new TextTable("ID", "TARGET", "SECONDS", "BYTES", "SUMMARY", "STATE");
        for (Row row : rows) {
            table.add(
                    row.id().orElse("-"),
                    row.target().name(),
                    row.seconds().map(NumberText::count).orElse("-"),
                    row.bytes().map(NumberText::count).orElse("-"),
                    row.summary() ? "yes" : "no",
                    state(row));
        }
        return table.alignRight(List.of(2, 3)).text();
    }

    private static String state(Row row) {
        return switch (row.state()) {
            case RUNNING -> "on: " + row.job().orElse("");
            case FOUND -> "the target's own: " + row.path().orElse("");
            case KEPT -> {
                String end = row.end().map(Labelled::label).orElse("");
                yield row.whole().orElse(true) ? end : end + ", lines are missing";
            }
        };
    }

    @Override
    public void writeJson(Writer out) throws IOException {
        SHAPE.writeDocument(out, this);
    }
}
