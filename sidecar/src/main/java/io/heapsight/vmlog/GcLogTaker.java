/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.vmlog;

import io.heapsight.job.Job;
import io.heapsight.job.JobKind;
import io.heapsight.job.JobSnapshot;
import io.heapsight.job.Jobs;
import io.heapsight.job.SkippedPart;
import io.heapsight.jvm.TargetConnection;
import io.heapsight.jvm.TargetJvm;
import io.heapsight.operation.OperationGate;
import io.heapsight.operation.OperationKind;
import io.heapsight.operation.OperationOutcome;
import io.heapsight.operation.OperationRequest;
import io.heapsight.transfer.LeftoverFileLogger;
import io.heapsight.unit.EventLog;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.SteadyClock;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Records GC logs as jobs, one at a time for each target, and stores them. A GC log costs a target
 * so little that other operations may run concurrently. Each one is recorded in the audit log.
 */
public final class GcLogTaker {

    /** Interval between attempts to switch a log off. */
    private static final Duration AGAIN = Duration.ofSeconds(10);

    /** Share of the log in the job's progress. */
    private static final double SHARE_OF_LOG = 0.95;

    private final Jobs jobs;
    private final OperationGate operations;
    private final GcLogRecorder recorder;
    private final GcLogSummarizer summaries;
    private final SteadyClock clock;
    private final EventLog log;
    private final Map<Integer, Running> running = new ConcurrentHashMap<>();

    /**
     * A running log.
     *
     * @param job its job
     */
    public record Running(String job, Instant startedAt, TargetJvm jvm, GcLogRequest request) {}

    /** The dependencies. */
    public GcLogTaker(
            Jobs jobs,
            OperationGate operations,
            GcLogRecorder recorder,
            GcLogSummarizer summaries,
            SteadyClock clock,
            EventLog log) {
        this.jobs = jobs;
        this.operations = operations;
        this.recorder = recorder;
        this.summaries = summaries;
        this.clock = clock;
        this.log = log;
    }

    /**
     * Switches a target's GC log on.
     *
     * @param caller for the audit log
     * @throws ProblemException if the target can't log or already logs for a job, or if space is
     *     missing; no job starts
     */
    public JobSnapshot take(TargetConnection target, GcLogRequest request, String caller)
            throws ProblemException {
        TargetJvm jvm = target.jvm();
        return jobs.start(
                JobKind.GCLOG,
                jvm.label(),
                caller,
                job -> {
                    job.part(0, SHARE_OF_LOG);
                    GcLogRecord kept = once(target, request, job, caller);
                    job.result("/gclog/" + kept.id());
                    if (kept.end() == GcLogger.End.CANCELLED) {
                        throw new CancellationException("ended early; the part is stored");
                    }
                    job.part(SHARE_OF_LOG, 1);
                    try {
                        summaries.summarize(kept, job);
                    } catch (ProblemException e) {
                        job.skip(SkippedPart.summary(e.problem())); // the log is stored
                    }
                    endLater(target, job);
                });
    }

    /** Waits for a target that did not answer at the end of its log, and switches the log off. */
    private void endLater(TargetConnection target, Job job) {
        while (!running.containsKey(target.jvm().pid())
                && target.alive()
                && recorder.logger().isOn(target)) {
            job.at("waiting for the target, to switch its log off", 0, 0);
            job.cancel().pause(AGAIN);
            removeLeftovers(target);
        }
    }

    private GcLogRecord once(TargetConnection target, GcLogRequest request, Job job, String caller)
            throws ProblemException {
        TargetJvm jvm = target.jvm();
        removeLeftovers(target); // a command may have reached the target after its timeout
        Running now = new Running(job.id(), clock.instant(), jvm, request);
        if (running.putIfAbsent(jvm.pid(), now) != null) {
            throw new ProblemException(VmLogProblem.busy(jvm));
        }
        try {
            return noted(target, request, job, caller);
        } finally {
            running.remove(jvm.pid());
        }
    }

    /** Lists the running logs, oldest first. */
    public List<Running> running() {
        return running.values().stream().sorted(Comparator.comparing(Running::startedAt)).toList();
    }

    /** Records the log, and adds the operation, which bypasses the gate, to the audit log. */
    private GcLogRecord noted(TargetConnection target, GcLogRequest request, Job job, String caller)
            throws ProblemException {
        TargetJvm jvm = target.jvm();
        OperationRequest operation =
                new OperationRequest(
                        OperationKind.GCLOG, jvm.pid(), jvm.name(), caller, job.cancel());
        long begun = clock.nanoTime();
        try {
            GcLogRecord kept = recorder.keep(target, request, job);
            boolean cancelled = kept.end() == GcLogger.End.CANCELLED;
            operations.note(
                    operation,
                    cancelled ? OperationOutcome.CANCELLED : OperationOutcome.DONE,
                    clock.since(begun),
                    kept.bytes(),
                    "");
            return kept;
        } catch (ProblemException e) {
            operations.note(
                    operation, OperationOutcome.FAILED, clock.since(begun), 0, e.problem().title());
            throw e;
        }
    }

    /** Ends logs that a killed sidecar left in a target, and deletes their files. */
    public void removeLeftovers(TargetConnection target) {
        if (!running.containsKey(target.jvm().pid())) {
            LeftoverFileLogger.tell(
                    log, target, recorder.logger().removeLeftovers(target, clock.instant()));
        }
    }
}
