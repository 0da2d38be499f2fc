/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.sidecar;

import io.heapsight.child.AnalysisMemory;
import io.heapsight.config.SidecarConfig;
import io.heapsight.job.Jobs;
import io.heapsight.kept.StorageRetention;
import io.heapsight.operation.OperationGate;
import io.heapsight.proc.ProcFs;
import io.heapsight.recording.ContinuousRecordings;
import io.heapsight.recording.FlightRecorder;
import io.heapsight.recording.RecordingRecord;
import io.heapsight.recording.RecordingScrubs;
import io.heapsight.recording.RecordingServices;
import io.heapsight.recording.RecordingStore;
import io.heapsight.recording.RecordingSummaries;
import io.heapsight.recording.RecordingTaker;
import io.heapsight.unit.EventLog;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.SteadyClock;

/** Creates the services that take and store recordings. */
record RecordingWiring(SidecarConfig config, ProcFs procFs, SteadyClock clock, EventLog log) {
    /**
     * Opens files of earlier starts, and deletes incomplete ones.
     *
     * @throws ProblemException if the data directory can't be read
     */
    RecordingServices recordings(Jobs jobs, OperationGate operations) throws ProblemException {
        RecordingStore store =
                LocalStoreOpener.open(config, log, RecordingStore::open, RecordingStore::files);
        AnalysisMemory memory = AnalysisMemory.of(procFs, config.heapDumps().analysisMemory());
        RecordingSummaries summaries = new RecordingSummaries(jobs, store.files(), memory);
        FlightRecorder recorder =
                FlightRecorder.ofSidecar(
                        config.heapDumps().folderInTarget(),
                        config.recordings().most(),
                        config.heapDumps().timeout());
        StorageRetention<RecordingRecord> retention =
                new StorageRetention<>(
                        store.files(), config.recordings().quota(), "recording", "recording", log);
        return new RecordingServices(
                store,
                new RecordingTaker(jobs, operations, recorder, retention, summaries, clock, log),
                summaries,
                new RecordingScrubs(store.files(), memory),
                new ContinuousRecordings(
                        config.recordings().blackBox(),
                        new ContinuousRecordings.Bounds(
                                config.recordings().most(),
                                config.heapDumps().folderInTarget(),
                                config.sampling().attachTimeout()),
                        retention,
                        summaries,
                        log));
    }
}
