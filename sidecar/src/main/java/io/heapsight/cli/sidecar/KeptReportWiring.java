/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.sidecar;

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
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.SteadyClock;
import java.io.IOException;
import java.io.Writer;
import java.util.List;

/** Creates the services that capture and store the thread dumps and class histograms of rules. */
record KeptReportWiring(SidecarConfig config, SteadyClock clock, EventLog log) {
    /** The services that capture and store thread dumps and class histograms. */
    record Reports(ThreadDumpAction threads, HistogramActions histograms) {
        List<KeptReports> kept() {
            return List.of(threads.reports(), histograms.taken(), histograms.garbage());
        }
    }

    /**
     * Opens files of earlier starts, and deletes incomplete ones.
     *
     * @throws ProblemException if the data directory can't be read
     */
    Reports reports(OperationGate operations, HistogramTaker histograms) throws ProblemException {
        return new Reports(
                new ThreadDumpAction(
                        new ThreadDumpTaker(
                                operations,
                                ThreadDumpTaker.FifoPlace.ofSidecar(
                                        config.heapDumps().folderInTarget()),
                                config.sampling().attachTimeout(),
                                clock,
                                histograms.pauses()),
                        reports(KeptReports.Kind.THREADS),
                        (series, form, out) -> write(new ThreadsReport(series), form, out)),
                new HistogramActions(
                        histograms,
                        reports(KeptReports.Kind.HISTOGRAM),
                        reports(KeptReports.Kind.GARBAGE),
                        new Whole(),
                        log));
    }

    private KeptReports reports(KeptReports.Kind kind) throws ProblemException {
        return new KeptReports(
                kind,
                new StorageRetention<>(
                        LocalStoreOpener.open(
                                config, log, data -> KeptReports.open(data, kind), kept -> kept),
                        config.triggers().reports(),
                        kind.noun(),
                        kind.action().label(),
                        log));
    }

    /** Writes all classes of a histogram, and the stored classes of a summary. */
    private static final class Whole implements HistogramActions.Writing {
        @Override
        public void write(ClassHistogram histogram, SummaryFormat form, Writer out)
                throws IOException {
            KeptReportWiring.write(
                    new HistogramReport(histogram, histogram.rows().size()), form, out);
        }

        @Override
        public void write(GarbageByClass summary, SummaryFormat form, Writer out)
                throws IOException {
            KeptReportWiring.write(
                    new HistogramGarbageReport(summary, HistogramTaker.REMEMBERED_CLASSES),
                    form,
                    out);
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
