/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.sidecar;

import io.heapsight.child.AnalysisMemory;
import io.heapsight.config.SidecarConfig;
import io.heapsight.dump.DumpUploads;
import io.heapsight.dump.HeapDumpServices;
import io.heapsight.dump.HeapDumpTaker;
import io.heapsight.dump.analysis.DumpAnalyses;
import io.heapsight.dump.analysis.DumpRedactions;
import io.heapsight.dump.analysis.LastSummaries;
import io.heapsight.dump.capture.HeapDumper;
import io.heapsight.dump.mat.MatReports;
import io.heapsight.dump.store.DumpStore;
import io.heapsight.histogram.HistogramTaker;
import io.heapsight.job.Jobs;
import io.heapsight.kept.StorageRetention;
import io.heapsight.operation.OperationGate;
import io.heapsight.proc.ProcFs;
import io.heapsight.unit.EventLog;
import io.heapsight.unit.IoReason;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.SteadyClock;
import io.heapsight.upload.Uploader;
import java.io.IOException;
import java.time.Duration;

/** Creates the services that take, store and analyse heap dumps. */
record DumpWiring(SidecarConfig config, ProcFs procFs, SteadyClock clock, EventLog log) {
    /**
     * Opens files of earlier starts, and deletes incomplete ones.
     *
     * @throws ProblemException if the data directory can't be read
     */
    HeapDumpServices dumps(Jobs jobs, OperationGate operations, HistogramTaker histograms)
            throws ProblemException {
        SidecarConfig.HeapDumps settings = config.heapDumps();
        Duration commandTimeout = config.sampling().attachTimeout();
        DumpStore store = LocalStoreOpener.open(config, log, DumpStore::open, DumpStore::files);
        DumpAnalyses analyses =
                new DumpAnalyses(
                        jobs,
                        store,
                        new LastSummaries(store, config.histograms().top(), clock, log),
                        new DumpAnalyses.Settings(
                                AnalysisMemory.of(procFs, settings.analysisMemory()),
                                settings.revealStrings(),
                                settings.quota()),
                        log);
        DumpRedactions redactions = new DumpRedactions(store, analyses);
        return new HeapDumpServices(
                store,
                new HeapDumpTaker(
                        jobs,
                        operations,
                        histograms,
                        new HeapDumper(
                                procFs,
                                settings.folderInTarget(),
                                commandTimeout,
                                settings.timeout()),
                        new StorageRetention<>(
                                store.files(), settings.quota(), "dump", "heapdump", log),
                        analyses,
                        commandTimeout,
                        clock,
                        log),
                analyses,
                redactions,
                new DumpUploads(
                        jobs,
                        store,
                        analyses,
                        redactions,
                        new Uploader(settings.uploadAuthorities(), Uploader.Patience.USUAL),
                        log),
                MatReports.open(settings.mat(), jobs, store, analyses, settings.quota(), log));
    }

    /**
     * Loads the jobs of earlier starts.
     *
     * @throws ProblemException if the data directory can't be read
     */
    Jobs jobs() throws ProblemException {
        try {
            return Jobs.open(config.dataDir(), log, clock);
        } catch (IOException e) {
            throw new ProblemException(unreadable(config, e), e);
        }
    }

    /** Reports an unreadable data directory. */
    static Problem unreadable(SidecarConfig config, IOException e) {
        return new Problem(
                Problem.Kind.UNAVAILABLE,
                "The data directory can't be read",
                config.dataDir() + ": " + IoReason.of(e),
                "Give the sidecar's user access to HEAPSIGHT_DATA_DIR, or set another"
                        + " folder.");
    }
}
