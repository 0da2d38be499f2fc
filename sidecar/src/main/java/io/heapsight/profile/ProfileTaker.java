/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.profile;

import io.heapsight.job.Job;
import io.heapsight.job.JobKind;
import io.heapsight.job.JobSnapshot;
import io.heapsight.job.Jobs;
import io.heapsight.jvm.TargetConnection;
import io.heapsight.jvm.TargetJvm;
import io.heapsight.kept.KeptFiles;
import io.heapsight.kept.StorageRetention;
import io.heapsight.operation.Operation;
import io.heapsight.operation.OperationGate;
import io.heapsight.operation.OperationKind;
import io.heapsight.operation.OperationRequest;
import io.heapsight.recording.FlightRecorder;
import io.heapsight.transfer.CaptureListener;
import io.heapsight.transfer.LeftoverFileLogger;
import io.heapsight.unit.EventLog;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Takes profiles as jobs through the {@link OperationGate}, reads them in a child process and
 * stores them.
 *
 * @param profiler samples all events
 * @param recorder samples CPU time where the profiler must not or can't be loaded
 * @param consent which profiles the sidecar may take
 */
public record ProfileTaker(
        Jobs jobs,
        OperationGate operations,
        AsyncProfiler profiler,
        FlightRecorder recorder,
        ProfileReaderProcess reader,
        StorageRetention<ProfileRecord> retention,
        ProfilerConsent consent,
        InstantSource clock,
        EventLog log) {
    /**
     * Starts to profile.
     *
     * @param caller for the audit log
     * @throws ProblemException without a job, if profiling is not allowed, the gate is closed, or
     *     the target can't be profiled
     */
    public JobSnapshot take(TargetConnection target, ProfileRequest request, String caller)
            throws ProblemException {
        return take(target, request, caller, _ -> {});
    }

    /**
     * Starts to profile.
     *
     * @param taken receives the stored profile
     */
    public JobSnapshot take(
            TargetConnection target,
            ProfileRequest request,
            String caller,
            Consumer<ProfileRecord> taken)
            throws ProblemException {
        requireAllowed(request.event());
        TargetJvm jvm = target.jvm();
        return jobs.start(
                JobKind.PROFILE,
                jvm.label(),
                caller,
                job -> {
                    retention.files().prepare();
                    Instant startedAt = clock.instant();
                    String id = retention.files().newId(startedAt, jvm.pid());
                    Path part = retention.files().partOf(id);
                    try {
                        AsyncProfiler.Outcome outcome =
                                operations.run(
                                        new OperationRequest(
                                                OperationKind.PROFILE,
                                                jvm.pid(),
                                                jvm.name(),
                                                caller,
                                                job.cancel()),
                                        operation ->
                                                profile(target, request, id, part, job, operation));
                        ProfileRecord profile = keep(target, request, outcome, id, startedAt, job);
                        job.result("/profiles/" + id);
                        taken.accept(profile);
                    } catch (ProblemException | RuntimeException e) {
                        retention.removeUnkept(id);
                        throw e;
                    }
                });
    }

    /**
     * Checks that the sidecar may sample an event. CPU time needs no consent, as Flight Recorder
     * samples it, too.
     *
     * @throws ProblemException if it may not
     */
    public void requireAllowed(ProfileEvent event) throws ProblemException {
        Optional<Problem> refusal = consent.refusal(event);
        if (refusal.isPresent() && event != ProfileEvent.CPU) {
            throw new ProblemException(refusal.get());
        }
    }

    private AsyncProfiler.Outcome profile(
            TargetConnection target,
            ProfileRequest request,
            String id,
            Path part,
            Job job,
            Operation operation)
            throws ProblemException {
        CaptureListener listener = new CaptureListener(job::accepted, job::at);
        Optional<Problem> noAgent =
                consent.refusal(request.event()).or(() -> profiler.obstacle(target));
        AsyncProfiler.Outcome outcome =
                noAgent.isPresent()
                        ? new FlightRecorderProfiler(recorder, noAgent.get())
                                .profile(target, request, id, part, listener, job.cancel())
                        : profiler.profile(target, request, id, part, listener, job.cancel());
        operation.addBytes(part.toFile().length());
        return outcome;
    }

    private ProfileRecord keep(
            TargetConnection target,
            ProfileRequest request,
            AsyncProfiler.Outcome outcome,
            String id,
            Instant startedAt,
            Job job)
            throws ProblemException {
        KeptFiles<ProfileRecord> files = retention.files();
        Path part = files.partOf(id);
        job.at("reading the profile", 0, 0);
        reader.makeAll(part, request.event(), outcome, files.folder(), id, job.cancel());
        Path made = new ProfileStore(files).made(id, ProfileConverter.Form.TOP);
        try (BufferedReader lines = Files.newBufferedReader(made)) {
            ProfileTop top = ProfileTop.read(lines);
            ProfileRecord profile =
                    new ProfileRecord(
                            id,
                            startedAt,
                            target.jvm().pid(),
                            target.jvm().name(),
                            request.event(),
                            top.engine(),
                            request.seconds(),
                            Files.size(part),
                            top.samples(),
                            outcome.whole(),
                            outcome.way(),
                            outcome.collectedAt());
            retention.make(1, profile.bytes(), "");
            files.add(profile, part);
            return profile;
        } catch (IOException e) {
            throw ProfileProblem.failed(target, "keeping it", e);
        }
    }

    /** Deletes files that a killed sidecar left in a target. */
    public void removeLeftovers(TargetConnection target) {
        List<String> removed =
                consent != ProfilerConsent.FALSE ? profiler.removeLeftovers(target) : List.of();
        LeftoverFileLogger.tell(log, target, removed);
    }
}
