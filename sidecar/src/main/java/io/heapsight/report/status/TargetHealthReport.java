/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report.status;

import static io.heapsight.json.JsonValueCodec.TEXT;
import static io.heapsight.json.JsonValueCodec.TIME;
import static io.heapsight.json.JsonValueCodec.choice;
import static io.heapsight.json.JsonValueCodec.list;
import static io.heapsight.report.SharedJsonShapes.TARGET;

import io.heapsight.json.JsonValueCodec;
import io.heapsight.json.Shape;
import io.heapsight.report.MemoryReport;
import io.heapsight.report.Report;
import io.heapsight.report.SharedJsonShapes.Target;
import io.heapsight.report.section.TextWrapper;
import io.heapsight.status.StatusFinding;
import io.heapsight.status.TargetHealth;
import io.heapsight.summary.Severity;
import java.io.IOException;
import java.io.Writer;
import java.util.Optional;

/** Reports the problems of a target with their remedies and consequences. */
public record TargetHealthReport(TargetHealth status) implements Report {
    private static final Shape<StatusFinding> FINDING =
            Shape.<StatusFinding>of()
                    .field(
                            "subject",
                            choice(StatusFinding.Subject.values()),
                            StatusFinding::subject)
                    .field("severity", choice(Severity.values()), StatusFinding::severity)
                    .field("sentence", TEXT, StatusFinding::sentence)
                    .nullable("details", TEXT, it -> JsonValueCodec.text(it.details()))
                    .nullable("since", TIME, StatusFinding::since)
                    .nullable("remedy", TEXT, it -> JsonValueCodec.text(it.remedy()))
                    .nullable("line", TEXT, it -> JsonValueCodec.text(it.line()))
                    .nullable("request", TEXT, it -> JsonValueCodec.text(it.request()))
                    .nullable("evidence", TEXT, it -> JsonValueCodec.text(it.evidence()));

    public static final Shape<TargetHealthReport> SHAPE =
            Shape.<TargetHealthReport>of()
                    .field("target", TARGET, it -> Target.of(it.status.memory().jvm()))
                    .field("level", choice(TargetHealth.Level.values()), it -> it.status.level())
                    .field("sentence", TEXT, it -> it.status.sentence())
                    .field("outlook", TEXT, TargetHealthReport::outlook)
                    .field("collector", TEXT, it -> it.status.collector().sentence())
                    .field("findings", list(FINDING), it -> it.status.findings())
                    .field("memory", MemoryReport.WITHOUT_LOADERS, TargetHealthReport::memory);

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
        TextWrapper.wrap(out, "", status.memory().jvm().label() + ": " + status.sentence());
        TextWrapper.wrap(out, "otherwise: ", outlook());
        TextWrapper.wrap(out, "collector: ", status.collector().sentence());
        int rank = 1;
        for (StatusFinding each : status.findings()) {
            out.append('\n');
            TextWrapper.wrap(
                    out,
                    "%d. ".formatted(rank),
                    "%s: %s".formatted(each.severity().words(), each.sentence()));
            add(out, "   from: ", each.details());
            each.since().ifPresent(at -> TextWrapper.wrap(out, "   since: ", at.toString()));
            add(out, "   remedy: ", each.remedy());
            each.line().lines().forEach(line -> add(out, "   change: ", line));
            add(out, "   request: ", each.request());
            rank++;
        }
        return out.toString();
    }

    private static void add(StringBuilder out, String title, String words) {
        if (!words.isEmpty()) {
            TextWrapper.wrap(out, title, words);
        }
    }

    @Override
    public void writeJson(Writer out) throws IOException {
        SHAPE.writeDocument(out, this);
    }
}
