/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.recording;

import io.heapsight.job.Job;
import io.heapsight.job.JobKind;
import io.heapsight.job.JobSnapshot;
import io.heapsight.job.Jobs;
import io.heapsight.job.SkippedPart;
import io.heapsight.jvm.TargetConnection;
import io.heapsight.jvm.TargetJvm;
import io.heapsight.kept.KeptFiles;
import io.heapsight.kept.StorageRetention;
import io.heapsight.operation.Operation;
import io.heapsight.operation.OperationGate;
import io.heapsight.operation.OperationKind;
import io.heapsight.operation.OperationRequest;
import io.heapsight.transfer.CaptureListener;
import io.heapsight.transfer.LeftoverFileLogger;
import io.heapsight.unit.EventLog;
import io.heapsight.unit.IoReason;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

/** Takes recordings as jobs through the {@link OperationGate}, and stores them. */
public record RecordingTaker(
        Jobs jobs,
        OperationGate operations,
        FlightRecorder recorder,
        StorageRetention<RecordingRecord> retention,
        RecordingSummaries summaries,
        InstantSource clock,
        EventLog log) {
    /** Share of the recording in the job's progress. */
    private static final double SHARE_OF_RECORDING = 0.9;

    /**
     * Starts to record.
     *
     * @param caller for the audit log
     * @throws ProblemException without a job, if the gate is closed, space is missing, or the
     *     target doesn't answer
     */
    public JobSnapshot take(TargetConnection target, RecordingRequest request, String caller)
            throws ProblemException {
        TargetJvm jvm = target.jvm();
        return jobs.start(
                JobKind.RECORDING,
                jvm.label(),
                caller,
                job -> {
                    job.part(0, SHARE_OF_RECORDING);
                    RecordingRecord recording =
                            operations.run(
                                    new OperationRequest(
                                            OperationKind.RECORDING,
                                            jvm.pid(),
                                            jvm.name(),
                                            caller,
                                            job.cancel()),
                                    operation -> keep(target, request, job, operation));
                    job.result("/recordings/" + recording.id());
                    job.part(SHARE_OF_RECORDING, 1);
                    try {
                        summaries.summarize(recording, job);
                    } catch (ProblemException e) {
                        job.skip(SkippedPart.summary(e.problem())); // the recording is stored
                    }
                });
    }

    private RecordingRecord keep(
            TargetConnection target, RecordingRequest request, Job job, Operation operation)
            throws ProblemException {
        KeptFiles<RecordingRecord> files = retention.files();
        files.prepare();
        TargetJvm jvm = target.jvm();
        Instant startedAt = clock.instant();
        String id = files.newId(startedAt, jvm.pid());
        Path part = files.partOf(id);
        retention.make(1, 0, "");
        try {
            recorder.record(
                    target,
                    request,
                    id,
                    part,
                    new CaptureListener(job::accepted, job::at),
                    job.cancel());
            RecordingRecord recording =
                    new RecordingRecord(
                            id,
                            startedAt,
                            jvm.pid(),
                            jvm.name(),
                            request.seconds(),
                            Files.size(part),
                            request.settings().name());
            operation.addBytes(recording.bytes());
            files.add(recording, part);
            retention.make(0, 0, id);
            return recording;
        } catch (IOException e) {
            retention.removeUnkept(id);
            throw new ProblemException(
                    Problem.Kind.UNAVAILABLE,
                    "The recording could not be stored",
                    "The recording of " + jvm.label() + ": " + IoReason.of(e),
                    "Check the free space and permissions of HEAPSIGHT_DATA_DIR.",
                    e);
        } catch (ProblemException | RuntimeException e) {
            retention.removeUnkept(id);
            throw e;
        }
    }

    /** Stops and deletes recordings that a killed sidecar left in a target. */
    public void removeLeftovers(TargetConnection target) {
        List<String> removed = recorder.removeLeftovers(target);
        LeftoverFileLogger.tell(log, target, removed);
    }
}
