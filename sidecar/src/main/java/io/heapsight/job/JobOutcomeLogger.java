/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.job;

import static io.heapsight.unit.EventLog.field;

import io.heapsight.unit.EventLog;
import java.util.ArrayList;
import java.util.List;

/** Logs the outcome of each ended job. */
final class JobOutcomeLogger {
    private JobOutcomeLogger() {}

    static void ended(EventLog log, JobSnapshot job) {
        List<EventLog.Field> fields =
                new ArrayList<>(
                        List.of(
                                field("job", job.id()),
                                field("kind", job.kind().label()),
                                field("subject", job.subject()),
                                field("state", job.state().label())));
        job.problem()
                .ifPresent(why -> fields.add(field("reason", why.title() + ": " + why.detail())));
        EventLog.Field[] all = fields.toArray(EventLog.Field[]::new);
        if (job.state() == JobState.DONE) {
            log.info("job ended", all);
        } else {
            log.warn("job ended", all);
        }
    }
}
