/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.operation;

import static io.heapsight.unit.EventLog.field;

import io.heapsight.unit.EventLog;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One entry of the audit log: a requested operation on a target, and its outcome.
 *
 * @param endedAt time of its end, or of the refusal
 * @param caller that requested it: "http 10.1.2.3", "interval", …
 * @param target the target's name, for display
 * @param took duration; zero if it was refused
 * @param bytes sent or written by the target
 * @param pause of the target
 * @param reason why it was not done
 */
public record AuditEntry(
        Instant endedAt,
        OperationKind kind,
        OperationOutcome outcome,
        String caller,
        int pid,
        String target,
        Duration took,
        long bytes,
        Pause pause,
        Optional<String> reason) {

    /** Returns the duration in seconds, to the millisecond. */
    public double seconds() {
        return Pause.seconds(took);
    }

    void writeTo(EventLog log) {
        List<EventLog.Field> fields = new ArrayList<>();
        fields.add(field("kind", kind.label()));
        fields.add(field("outcome", outcome.label()));
        fields.add(field("caller", caller));
        fields.add(field("pid", pid));
        fields.add(field("target", target));
        fields.add(field("seconds", seconds()));
        fields.add(field("bytes", bytes));
        pause.expected().ifPresent(it -> fields.add(field("expected_pause", Pause.seconds(it))));
        pause.measured().ifPresent(it -> fields.add(field("pause", Pause.seconds(it))));
        reason.ifPresent(text -> fields.add(field("reason", text)));
        EventLog.Field[] array = fields.toArray(EventLog.Field[]::new);
        switch (outcome) {
            case DONE -> log.info("operation", array);
            case FAILED, CANCELLED, REFUSED -> log.warn("operation", array);
        }
    }
}
