/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.sidecar;

import io.heapsight.config.SidecarConfig;
import io.heapsight.histogram.ClassHistogram;
import io.heapsight.histogram.HistogramHistory;
import io.heapsight.kept.KeptFiles;
import io.heapsight.kept.StorageRetention;
import io.heapsight.kept.SummaryForm;
import io.heapsight.operation.Operations;
import io.heapsight.report.HistogramReport;
import io.heapsight.report.ThreadsReport;
import io.heapsight.thread.ThreadDumps;
import io.heapsight.trigger.KeptThreads;
import io.heapsight.trigger.ThreadDumpRecord;
import io.heapsight.unit.EventLog;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.SteadyClock;
import java.io.IOException;
import java.io.Writer;

/** Puts together what takes thread dumps, and keeps those of triggers. */
record ThreadWiring(SidecarConfig config, SteadyClock clock, EventLog log) {
    /**
     * Opens what earlier starts have kept, and removes what they have left.
     *
     * @throws ProblemException when the data directory can't be read
     */
    KeptThreads threads(Operations operations, HistogramHistory histograms)
            throws ProblemException {
        KeptFiles<ThreadDumpRecord> files =
                KeptStores.open(config, log, KeptThreads::open, kept -> kept);
        return new KeptThreads(
                new ThreadDumps(operations, config.sampling().attachTimeout(), clock),
                new StorageRetention<>(
                        files, config.triggers().threads(), "thread dump", "threads", log),
                (series, form, out) -> {
                    ThreadsReport report = new ThreadsReport(series);
                    if (form == SummaryForm.JSON) {
                        report.writeJson(out);
                    } else {
                        report.writeText(out);
                    }
                },
                pid ->
                        histograms
                                .last(pid)
                                .map(HistogramHistory.Kept::histogram)
                                .map(last -> out -> histogram(last, out)));
    }

    private static void histogram(ClassHistogram last, Writer out) throws IOException {
        new HistogramReport(last, last.rows().size()).writeJson(out);
    }
}
