/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.trigger;

import io.heapsight.kept.SummaryForm;
import io.heapsight.target.TargetConnection;
import io.heapsight.thread.ThreadDumps;
import io.heapsight.thread.ThreadSeries;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.io.Writer;
import java.time.Duration;

/**
 * Takes the thread dumps that rules want, and keeps them.
 *
 * @param dumps takes them through the gate
 * @param writing of one
 */
public record KeptThreads(ThreadDumps dumps, KeptReports reports, Writing writing) {
    /** Writes a dump as text or as JSON. */
    @FunctionalInterface
    public interface Writing {
        void write(ThreadSeries series, SummaryForm form, Writer out) throws IOException;
    }

    /** As {@code GET /threads} takes it. Before an OOM, no allocation in the target is wanted. */
    private static final ThreadDumps.Plan ONE = new ThreadDumps.Plan(1, Duration.ZERO, false);

    /**
     * Takes one, and keeps it; the target isn't asked where there is no folder for it.
     *
     * @param caller for the audit log
     * @return where it is served
     */
    public String take(TargetConnection target, String caller, CancelSignal cancel)
            throws ProblemException {
        reports.files().prepare();
        ThreadSeries series = dumps.take(target, ONE, caller, cancel);
        return reports.keep(
                new KeptReports.Subject(series.last().takenAt(), series.pid(), series.name()),
                caller,
                (form, out) -> writing.write(series, form, out));
    }
}
