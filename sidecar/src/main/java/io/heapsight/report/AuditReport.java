/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report;

import static io.heapsight.json.JsonValueCodec.INTEGER;
import static io.heapsight.json.JsonValueCodec.NUMBER;
import static io.heapsight.json.JsonValueCodec.TEXT;
import static io.heapsight.json.JsonValueCodec.TIME;
import static io.heapsight.json.JsonValueCodec.choice;
import static io.heapsight.json.JsonValueCodec.list;

import io.heapsight.json.Shape;
import io.heapsight.operation.AuditEntry;
import io.heapsight.operation.OperationKind;
import io.heapsight.operation.OperationOutcome;
import io.heapsight.operation.Pause;
import io.heapsight.report.section.TextTable;
import java.io.IOException;
import java.io.Writer;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The audit log, oldest first. */
public record AuditReport(List<AuditEntry> entries) implements Report {
    private static final Shape<AuditEntry> ENTRY =
            Shape.<AuditEntry>of()
                    .field("endedAt", TIME, AuditEntry::endedAt)
                    .field(
                            "operation",
                            choice(OperationKind.values(), OperationKind::label),
                            AuditEntry::kind)
                    .field(
                            "outcome",
                            choice(OperationOutcome.values(), OperationOutcome::label),
                            AuditEntry::outcome)
                    .field("caller", TEXT, AuditEntry::caller)
                    .field("pid", INTEGER, AuditEntry::pid)
                    .field("target", TEXT, AuditEntry::target)
                    .field("seconds", NUMBER, AuditEntry::seconds)
                    .field("bytes", INTEGER, AuditEntry::bytes)
                    .nullable(
                            "expectedPauseSeconds",
                            NUMBER,
                            entry -> entry.pause().expected().map(Pause::seconds))
                    .nullable(
                            "pauseSeconds",
                            NUMBER,
                            entry -> entry.pause().measured().map(Pause::seconds))
                    .nullable("reason", TEXT, AuditEntry::reason);

    public static final Shape<AuditReport> SHAPE =
            Shape.<AuditReport>of().field("audit", list(ENTRY), AuditReport::entries);

    @Override
    public String text() {
        if (entries.isEmpty()) {
            return "No costly operations since the sidecar started.\n";
        }
        TextTable table =
                new TextTable(
                        "ENDED (UTC)",
                        "OPERATION",
                        "OUTCOME",
                        "CALLER",
                        "PID",
                        "TARGET",
                        "SECONDS",
                        "BYTES",
                        "EXPECTED PAUSE",
                        "PAUSE",
                        "REASON");
        for (AuditEntry entry : entries) {
            table.add(
                    entry.endedAt().truncatedTo(ChronoUnit.SECONDS).toString(),
                    entry.kind().label(),
                    entry.outcome().label(),
                    entry.caller(),
                    Integer.toString(entry.pid()),
                    entry.target(),
                    String.format(Locale.ROOT, "%.3f", entry.seconds()),
                    Long.toString(entry.bytes()),
                    shown(entry.pause().expected()),
                    shown(entry.pause().measured()),
                    entry.reason().orElse(""));
        }
        return table.alignRight(List.of(4, 6, 7, 8, 9)).text();
    }

    private static String shown(Optional<Duration> pause) {
        return pause.map(it -> String.format(Locale.ROOT, "%.3f", Pause.seconds(it))).orElse("");
    }

    @Override
    public void writeJson(Writer out) throws IOException {
        SHAPE.writeDocument(out, this);
    }
}
