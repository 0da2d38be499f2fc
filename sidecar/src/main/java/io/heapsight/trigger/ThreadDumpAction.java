/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.trigger;

import io.heapsight.jvm.TargetConnection;
import io.heapsight.kept.SummaryFormat;
import io.heapsight.thread.ThreadDumpTaker;
import io.heapsight.thread.ThreadSeries;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.io.Writer;
import java.time.Duration;

/**
 * Takes thread dumps for rules, and stores them.
 *
 * @param dumps takes them through the gate
 * @param writing of a dump
 */
public record ThreadDumpAction(ThreadDumpTaker dumps, KeptReports reports, Writing writing) {
    /** Writes a dump as text or as JSON. */
    @FunctionalInterface
    public interface Writing {
        void write(ThreadSeries series, SummaryFormat form, Writer out) throws IOException;
    }

    /**
     * A dump as by {@code GET /threads}, without all virtual threads, which allocate in the target.
     */
    private static final ThreadDumpTaker.Plan ONE =
            new ThreadDumpTaker.Plan(1, Duration.ZERO, false);

    /**
     * Takes a dump, and stores it; does nothing without a folder.
     *
     * @param caller for the audit log
     * @return its path in the API
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
