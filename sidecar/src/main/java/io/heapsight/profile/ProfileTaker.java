/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.profile;

import io.heapsight.job.Job;
import io.heapsight.job.JobKind;
import io.heapsight.job.JobRecord;
import io.heapsight.job.Jobs;
import io.heapsight.jvm.TargetConnection;
import io.heapsight.jvm.TargetJvm;
import io.heapsight.kept.KeptFiles;
import io.heapsight.kept.StorageRetention;
import io.heapsight.operation.Operation;
import io.heapsight.operation.OperationKind;
import io.heapsight.operation.OperationRequest;
import io.heapsight.operation.Operations;
import io.heapsight.transfer.CaptureListener;
import io.heapsight.transfer.LeftoverFiles;
import io.heapsight.unit.EventLog;
import io.heapsight.unit.ProblemException;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Consumer;

/**
 * Takes profiles as jobs, limited by the gate of {@link Operations}, reads them in a child process
 * and stores them.
 *
 * @param allowed whether the sidecar may load the profiler into targets
 */
public record ProfileTaker(
        Jobs jobs,
        Operations operations,
        AsyncProfiler profiler,
        ProfileReader reader,
        StorageRetention<ProfileRecord> retention,
        boolean allowed,
        InstantSource clock,
        EventLog log) {
    /**
     * Starts to profile.
     *
     * @param caller for the audit log
     * @throws ProblemException without a job, if profiling is not allowed, the gate is closed, or
     *     the target can't be profiled
     */
    public JobRecord take(TargetConnection target, ProfileRequest request, String caller)
            throws ProblemException {
        return take(target, request, caller, _ -> {});
    }

    /**
     * Starts to profile.
     *
     * @param taken receives the stored profile
     */
    public JobRecord take(
            TargetConnection target,
            ProfileRequest request,
            String caller,
            Consumer<ProfileRecord> taken)
            throws ProblemException {
        requireAllowed();
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
     * Checks that the sidecar may load the profiler into targets.
     *
     * @throws ProblemException if it may not
     */
    public void requireAllowed() throws ProblemException {
        if (!allowed) {
            throw new ProblemException(ProfileProblem.off());
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
        AsyncProfiler.Outcome outcome =
                profiler.profile(
                        target,
                        request,
                        id,
                        part,
                        new CaptureListener(job::accepted, job::at),
                        job.cancel());
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
        reader.makeAll(part, request.event(), files.folder(), id, job.cancel());
        Path made = new ProfileStore(files).made(id, ProfileFiles.Form.TOP);
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
                            outcome.way());
            retention.make(1, profile.bytes(), "");
            files.add(profile, part);
            return profile;
        } catch (IOException e) {
            throw ProfileProblem.failed(target, "keeping it", e);
        }
    }

    /** Deletes files that a killed sidecar left in a target. */
    public void removeLeftovers(TargetConnection target) {
        List<String> removed = allowed ? profiler.removeLeftovers(target) : List.of();
        LeftoverFiles.tell(log, target, removed);
    }
}
