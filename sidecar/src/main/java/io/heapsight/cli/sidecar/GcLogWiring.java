/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.sidecar;

import io.heapsight.child.AnalysisMemory;
import io.heapsight.config.SidecarConfig;
import io.heapsight.job.Jobs;
import io.heapsight.kept.StorageRetention;
import io.heapsight.operation.OperationGate;
import io.heapsight.proc.ProcFs;
import io.heapsight.unit.EventLog;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.SteadyClock;
import io.heapsight.vmlog.GcLogRecorder;
import io.heapsight.vmlog.GcLogServices;
import io.heapsight.vmlog.GcLogStore;
import io.heapsight.vmlog.GcLogSummarizer;
import io.heapsight.vmlog.GcLogTaker;
import io.heapsight.vmlog.GcLogger;

/** Creates the services that take and store GC logs. */
record GcLogWiring(SidecarConfig config, ProcFs procFs, SteadyClock clock, EventLog log) {
    /**
     * Opens files of earlier starts, and deletes incomplete ones.
     *
     * @throws ProblemException if the data directory can't be read
     */
    GcLogServices logs(Jobs jobs, OperationGate operations) throws ProblemException {
        GcLogStore store = LocalStoreOpener.open(config, log, GcLogStore::open, GcLogStore::files);
        GcLogger logger =
                GcLogger.ofSidecar(
                        procFs,
                        config.heapDumps().folderInTarget(),
                        config.sampling().attachTimeout());
        GcLogSummarizer summaries =
                new GcLogSummarizer(
                        jobs,
                        store.files(),
                        AnalysisMemory.of(procFs, config.heapDumps().analysisMemory()));
        return new GcLogServices(
                store,
                new GcLogTaker(
                        jobs,
                        operations,
                        new GcLogRecorder(
                                logger,
                                new StorageRetention<>(
                                        store.files(),
                                        config.triggers().reports(),
                                        "GC log",
                                        "gclog",
                                        log),
                                clock),
                        summaries,
                        clock,
                        log),
                summaries);
    }
}
