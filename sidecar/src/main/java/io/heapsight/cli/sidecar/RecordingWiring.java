/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.sidecar;

import static io.heapsight.unit.EventLog.field;

import io.heapsight.child.AnalysisMemory;
import io.heapsight.config.SidecarConfig;
import io.heapsight.job.Jobs;
import io.heapsight.kept.StorageRetention;
import io.heapsight.operation.Operations;
import io.heapsight.proc.ProcFs;
import io.heapsight.recording.FlightRecorder;
import io.heapsight.recording.RecordingStore;
import io.heapsight.recording.RecordingSummaries;
import io.heapsight.recording.RecordingTaker;
import io.heapsight.recording.Recordings;
import io.heapsight.unit.EventLog;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.SteadyClock;
import java.io.IOException;
import java.util.List;

/** Puts together what takes and keeps recordings. */
record RecordingWiring(SidecarConfig config, ProcFs procFs, SteadyClock clock, EventLog log) {
    /**
     * Opens what earlier starts have kept, and removes what they have left.
     *
     * @throws ProblemException when the data directory can't be read
     */
    Recordings recordings(Jobs jobs, Operations operations) throws ProblemException {
        RecordingStore store = store();
        RecordingSummaries summaries =
                new RecordingSummaries(
                        jobs,
                        store.files(),
                        AnalysisMemory.of(procFs, config.heapDumps().analysisMemory()));
        FlightRecorder recorder =
                FlightRecorder.ofSidecar(
                        config.heapDumps().folderInTarget(),
                        config.recordings().most(),
                        config.heapDumps().timeout());
        return new Recordings(
                store,
                new RecordingTaker(
                        jobs,
                        operations,
                        recorder,
                        new StorageRetention<>(
                                store.files(),
                                config.recordings().quota(),
                                "recording",
                                "recording",
                                log),
                        summaries,
                        clock,
                        log),
                summaries);
    }

    private RecordingStore store() throws ProblemException {
        try {
            RecordingStore store = RecordingStore.open(config.dataDir());
            List<String> removed = store.files().removeLeftovers();
            if (!removed.isEmpty()) {
                log.warn("leftovers removed", field("files", String.join(", ", removed)));
            }
            return store;
        } catch (IOException e) {
            throw new ProblemException(DumpWiring.unreadable(config, e), e);
        }
    }
}
