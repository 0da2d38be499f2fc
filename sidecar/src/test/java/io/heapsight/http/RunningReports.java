/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import io.heapsight.config.SidecarConfig;
import io.heapsight.histogram.ClassHistogram;
import io.heapsight.histogram.GarbageByClass;
import io.heapsight.histogram.HistogramTaker;
import io.heapsight.kept.StorageRetention;
import io.heapsight.kept.SummaryFormat;
import io.heapsight.operation.OperationGate;
import io.heapsight.report.HistogramGarbageReport;
import io.heapsight.report.HistogramReport;
import io.heapsight.report.Report;
import io.heapsight.report.ThreadsReport;
import io.heapsight.thread.ThreadDumpTaker;
import io.heapsight.trigger.HistogramActions;
import io.heapsight.trigger.KeptReports;
import io.heapsight.trigger.ThreadDumpAction;
import io.heapsight.unit.EventLog;
import io.heapsight.unit.SteadyClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.List;

/** Captures and stores reports, as rules do. */
record RunningReports(ThreadDumpAction threads, HistogramActions histograms) {
    static RunningReports of(
            SidecarConfig config,
            OperationGate operations,
            HistogramTaker histograms,
            EventLog events) {
        return new RunningReports(
                new ThreadDumpAction(
                        new ThreadDumpTaker(
                                operations,
                                ThreadDumpTaker.FifoPlace.ofCommandLine(),
                                config.sampling().attachTimeout(),
                                SteadyClock.system(events),
                                histograms.pauses()),
                        reports(KeptReports.Kind.THREADS, config, events),
                        (series, form, out) -> write(new ThreadsReport(series), form, out)),
                new HistogramActions(
                        histograms,
                        reports(KeptReports.Kind.HISTOGRAM, config, events),
                        reports(KeptReports.Kind.GARBAGE, config, events),
                        new Tables(),
                        events));
    }

    List<KeptReports> kept() {
        return List.of(threads.reports(), histograms.taken(), histograms.garbage());
    }

    private static KeptReports reports(
            KeptReports.Kind kind, SidecarConfig config, EventLog events) {
        try {
            return new KeptReports(
                    kind,
                    new StorageRetention<>(
                            KeptReports.open(config.dataDir(), kind),
                            config.triggers().reports(),
                            kind.noun(),
                            kind.action().label(),
                            events));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static final class Tables implements HistogramActions.Writing {
        @Override
        public void write(ClassHistogram histogram, SummaryFormat form, Writer out)
                throws IOException {
            RunningReports.write(new HistogramReport(histogram, 100), form, out);
        }

        @Override
        public void write(GarbageByClass summary, SummaryFormat form, Writer out)
                throws IOException {
            RunningReports.write(new HistogramGarbageReport(summary, 100), form, out);
        }
    }

    private static void write(Report report, SummaryFormat form, Writer out) throws IOException {
        if (form == SummaryFormat.JSON) {
            report.writeJson(out);
        } else {
            report.writeText(out);
        }
    }
}
