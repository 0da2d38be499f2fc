/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import io.heapsight.child.AnalysisMemory;
import io.heapsight.config.SidecarConfig;
import io.heapsight.job.Jobs;
import io.heapsight.kept.StorageRetention;
import io.heapsight.operation.OperationGate;
import io.heapsight.proc.ProcFs;
import io.heapsight.unit.EventLog;
import io.heapsight.unit.SteadyClock;
import io.heapsight.vmlog.GcLogRecorder;
import io.heapsight.vmlog.GcLogServices;
import io.heapsight.vmlog.GcLogStore;
import io.heapsight.vmlog.GcLogSummarizer;
import io.heapsight.vmlog.GcLogTaker;
import io.heapsight.vmlog.GcLogger;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;

/** GC logs of a tested API. */
final class RunningGcLogs {
    private RunningGcLogs() {}

    static GcLogServices of(
            SidecarConfig config, Jobs jobs, OperationGate operations, EventLog events) {
        try {
            GcLogStore store = GcLogStore.open(config.dataDir());
            GcLogSummarizer summaries =
                    new GcLogSummarizer(
                            jobs,
                            store.files(),
                            AnalysisMemory.of(
                                    ProcFs.system(), config.heapDumps().analysisMemory()));
            SteadyClock clock = SteadyClock.system(events);
            return new GcLogServices(
                    store,
                    new GcLogTaker(
                            jobs,
                            operations,
                            new GcLogRecorder(
                                    GcLogger.ofSidecar(
                                            ProcFs.system(),
                                            Optional.empty(),
                                            config.sampling().attachTimeout()),
                                    new StorageRetention<>(
                                            store.files(),
                                            config.triggers().reports(),
                                            "GC log",
                                            "gclog",
                                            events),
                                    clock),
                            summaries,
                            clock,
                            events),
                    summaries);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
