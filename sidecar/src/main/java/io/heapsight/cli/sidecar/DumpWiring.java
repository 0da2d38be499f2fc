/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.sidecar;

import io.heapsight.config.SidecarConfig;
import io.heapsight.dump.HeapDumps;
import io.heapsight.dump.analysis.AnalysisMemory;
import io.heapsight.dump.analysis.AnalysisQueue;
import io.heapsight.dump.capture.HeapDumper;
import io.heapsight.dump.store.DumpStore;
import io.heapsight.histogram.Histograms;
import io.heapsight.job.Jobs;
import io.heapsight.operation.Operations;
import io.heapsight.proc.ProcFs;
import io.heapsight.unit.EventLog;
import io.heapsight.unit.IoReason;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.SteadyClock;
import io.heapsight.upload.Uploader;
import java.io.IOException;

/** Puts together what takes, keeps and analyses heap dumps. */
final class DumpWiring {
    private DumpWiring() {}

    /**
     * Opens what earlier starts have kept, and removes what they have left.
     *
     * @throws ProblemException when the data directory can't be read
     */
    static HeapDumps start(
            SidecarConfig config,
            ProcFs procFs,
            Operations operations,
            Histograms histograms,
            SteadyClock clock,
            EventLog log)
            throws ProblemException {
        try {
            DumpStore store = DumpStore.open(config.dataDir());
            HeapDumper dumper =
                    new HeapDumper(
                            procFs,
                            config.heapDumps().folderInTarget(),
                            config.sampling().attachTimeout(),
                            config.heapDumps().timeout());
            HeapDumps dumps =
                    new HeapDumps(
                            new HeapDumps.Parts(
                                    operations,
                                    histograms,
                                    Jobs.open(config.dataDir(), log, clock),
                                    store,
                                    dumper,
                                    new AnalysisQueue(
                                            store,
                                            procFs,
                                            config.heapDumps().analysisMemory(),
                                            () -> AnalysisMemory.ownLimit(procFs),
                                            config.heapDumps().revealStrings()),
                                    config.heapDumps().quota(),
                                    new Uploader(
                                            config.heapDumps().uploadAuthorities(),
                                            Uploader.Patience.USUAL)),
                            config.sampling().attachTimeout(),
                            config.histograms().top(),
                            clock,
                            log);
            dumps.removeLeftovers();
            return dumps;
        } catch (IOException e) {
            throw new ProblemException(unreadable(config, e), e);
        }
    }

    /** What is in the data directory can't be read. */
    static Problem unreadable(SidecarConfig config, IOException e) {
        return new Problem(
                Problem.Kind.UNAVAILABLE,
                "The data directory can't be read",
                config.dataDir() + ": " + IoReason.of(e),
                "Give the sidecar's user the rights to HEAPSIGHT_DATA_DIR, or name another"
                        + " folder.");
    }
}
