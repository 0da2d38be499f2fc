/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report.status;

import static io.heapsight.json.JsonType.TEXT;
import static io.heapsight.json.JsonType.TIME;
import static io.heapsight.json.JsonType.choice;
import static io.heapsight.json.JsonType.list;
import static io.heapsight.report.JsonFields.TARGET;

import io.heapsight.json.JsonType;
import io.heapsight.json.Shape;
import io.heapsight.report.JsonFields.Target;
import io.heapsight.report.MemoryReport;
import io.heapsight.report.Report;
import io.heapsight.report.section.TextLines;
import io.heapsight.status.StatusFinding;
import io.heapsight.status.TargetStatus;
import io.heapsight.summary.Severity;
import java.io.IOException;
import java.io.Writer;
import java.util.Optional;

/** Reports the problems of a target with their remedies and consequences. */
public record TargetStatusReport(TargetStatus status) implements Report {
    private static final Shape<StatusFinding> FINDING =
            Shape.<StatusFinding>of()
                    .field(
                            "subject",
                            choice(StatusFinding.Subject.values()),
                            StatusFinding::subject)
                    .field("severity", choice(Severity.values()), StatusFinding::severity)
                    .field("sentence", TEXT, StatusFinding::sentence)
                    .nullable("details", TEXT, it -> JsonType.text(it.details()))
                    .nullable("since", TIME, StatusFinding::since)
                    .nullable("remedy", TEXT, it -> JsonType.text(it.remedy()))
                    .nullable("line", TEXT, it -> JsonType.text(it.line()))
                    .nullable("request", TEXT, it -> JsonType.text(it.request()))
                    .nullable("evidence", TEXT, it -> JsonType.text(it.evidence()));

    public static final Shape<TargetStatusReport> SHAPE =
            Shape.<TargetStatusReport>of()
                    .field("target", TARGET, it -> Target.of(it.status.memory().jvm()))
                    .field("level", choice(TargetStatus.Level.values()), it -> it.status.level())
                    .field("sentence", TEXT, it -> it.status.sentence())
                    .field("outlook", TEXT, TargetStatusReport::outlook)
                    .field("collector", TEXT, it -> it.status.collector().sentence())
                    .field("findings", list(FINDING), it -> it.status.findings())
                    .field("memory", MemoryReport.WITHOUT_LOADERS, TargetStatusReport::memory);

    private MemoryReport memory() {
        return new MemoryReport(status.memory(), Optional.empty());
    }

    /** Returns what happens if nothing is done. */
    private String outlook() {
        return MemoryReport.words(status.memory().forecast());
    }

    @Override
    public String text() {
        StringBuilder out = new StringBuilder();
        TextLines.wrap(out, "", status.memory().jvm().label() + ": " + status.sentence());
        TextLines.wrap(out, "otherwise: ", outlook());
        TextLines.wrap(out, "collector: ", status.collector().sentence());
        int rank = 1;
        for (StatusFinding each : status.findings()) {
            out.append('\n');
            TextLines.wrap(
                    out,
                    "%d. ".formatted(rank),
                    "%s: %s".formatted(each.severity().words(), each.sentence()));
            add(out, "   from: ", each.details());
            each.since().ifPresent(at -> TextLines.wrap(out, "   since: ", at.toString()));
            add(out, "   remedy: ", each.remedy());
            each.line().lines().forEach(line -> add(out, "   change: ", line));
            add(out, "   request: ", each.request());
            rank++;
        }
        return out.toString();
    }

    private static void add(StringBuilder out, String title, String words) {
        if (!words.isEmpty()) {
            TextLines.wrap(out, title, words);
        }
    }

    @Override
    public void writeJson(Writer out) throws IOException {
        SHAPE.writeDocument(out, this);
    }
}
