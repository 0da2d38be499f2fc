/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.trigger;

import static io.heapsight.unit.EventLog.field;

import io.heapsight.histogram.ClassHistogram;
import io.heapsight.histogram.GarbageByClass;
import io.heapsight.histogram.HistogramTaker;
import io.heapsight.jvm.TargetConnection;
import io.heapsight.kept.SummaryFormat;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.EventLog;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.io.Writer;

/**
 * Takes histograms and garbage summaries for rules, and stores them. A report that can't be stored
 * still updates the metrics.
 *
 * @param histograms takes them through the gate
 * @param taken stored histograms
 * @param garbage stored summaries
 */
public record HistogramActions(
        HistogramTaker histograms,
        KeptReports taken,
        KeptReports garbage,
        Writing writing,
        EventLog log) {
    /** Writes a report as text or as JSON. */
    public interface Writing {
        void write(ClassHistogram histogram, SummaryFormat form, Writer out) throws IOException;

        void write(GarbageByClass summary, SummaryFormat form, Writer out) throws IOException;
    }

    /**
     * Counts all objects.
     *
     * @param caller for the audit log
     * @return its path in the API; "" if it was not stored
     */
    public String take(TargetConnection target, String caller, CancelSignal cancel)
            throws ProblemException {
        ClassHistogram all =
                histograms
                        .take(target, false, histograms.pauses().automatic(), caller, cancel)
                        .result()
                        .histogram();
        return kept(taken, all, caller, (form, out) -> writing.write(all, form, out));
    }

    /**
     * Counts all objects, then the live ones, after a full GC.
     *
     * @param caller for the audit log
     * @return its path in the API; "" if it was not stored
     */
    public String takeGarbage(TargetConnection target, String caller, CancelSignal cancel)
            throws ProblemException {
        GarbageByClass summary =
                histograms
                        .garbage(target, histograms.pauses().automatic(), caller, cancel)
                        .result();
        return kept(
                garbage, summary.live(), caller, (form, out) -> writing.write(summary, form, out));
    }

    private String kept(
            KeptReports reports, ClassHistogram of, String caller, KeptReports.Writing writes) {
        try {
            return reports.keep(
                    new KeptReports.Subject(of.takenAt(), of.pid(), of.name()), caller, writes);
        } catch (ProblemException e) {
            log.warn(
                    "a " + reports.kind().noun() + " is not stored",
                    field("target", of.name()),
                    field("reason", e.problem().detail()));
            return "";
        }
    }
}
