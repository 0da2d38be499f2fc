/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump;

import static io.heapsight.unit.EventLog.field;

import io.heapsight.dump.analysis.AnalysisQueue;
import io.heapsight.dump.analysis.LastSummaries;
import io.heapsight.dump.analysis.RedactionProcess;
import io.heapsight.dump.analysis.SummarizedDump;
import io.heapsight.dump.analysis.SummaryClasses;
import io.heapsight.dump.analysis.SummaryFigures;
import io.heapsight.dump.capture.DumpProblem;
import io.heapsight.dump.capture.HeapDumper;
import io.heapsight.dump.store.DumpQuota;
import io.heapsight.dump.store.DumpRecord;
import io.heapsight.dump.store.DumpRetention;
import io.heapsight.dump.store.DumpStore;
import io.heapsight.dump.store.DumpsInUse;
import io.heapsight.histogram.Histograms;
import io.heapsight.job.Job;
import io.heapsight.job.JobKind;
import io.heapsight.job.JobRecord;
import io.heapsight.job.Jobs;
import io.heapsight.job.Skipped;
import io.heapsight.operation.OperationKind;
import io.heapsight.operation.OperationRequest;
import io.heapsight.operation.Operations;
import io.heapsight.proc.ProcFs;
import io.heapsight.target.TargetConnection;
import io.heapsight.target.TargetJvm;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.EventLog;
import io.heapsight.unit.IoReason;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import io.heapsight.upload.Uploader;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/** Heap dumps as jobs: taken through the gate of {@link Operations}, kept, analysed. */
public final class HeapDumps {
    /** Of the job's time; an analysis takes some times as long as the dump. */
    private static final double SHARE_OF_TAKING = 0.3;

    private static final double SHARE_OF_TAKING_ALONE = 0.8;

    /**
     * What is done with it all.
     *
     * @param operations the gate
     * @param histograms with which the JVM counts its garbage
     * @param store where dumps are kept
     * @param quota of what is kept
     */
    public record Parts(
            Operations operations,
            Histograms histograms,
            Jobs jobs,
            DumpStore store,
            HeapDumper dumper,
            AnalysisQueue analyses,
            DumpQuota quota,
            Uploader uploader) {}

    private final Parts parts;
    private final int topClasses;
    private final InstantSource clock;
    private final EventLog log;
    private final LastSummaries summaries = new LastSummaries();
    private final DumpsInUse uses = new DumpsInUse();
    private final DumpTaking taking;
    private final DumpUploads uploads;
    private final Semaphore redacting = new Semaphore(1);
    private final Set<String> beingAnalysed = ConcurrentHashMap.newKeySet();

    /**
     * @param commandTimeout of a command to a target that ends at once
     * @param topClasses how many classes the metrics name
     */
    public HeapDumps(
            Parts parts,
            Duration commandTimeout,
            int topClasses,
            InstantSource clock,
            EventLog log) {
        this.parts = parts;
        this.topClasses = topClasses;
        this.clock = clock;
        this.log = log;
        DumpRetention room =
                new DumpRetention(
                        parts.store(),
                        parts.quota(),
                        dump -> uses.contains(dump.id()) || beingAnalysed.contains(dump.id()),
                        log);
        uploads = new DumpUploads(this, parts.uploader(), log);
        taking = new DumpTaking(parts, room, commandTimeout, clock, log);
    }

    public DumpStore store() {
        return parts.store();
    }

    public Jobs jobs() {
        return parts.jobs();
    }

    /** Which dumps are being read. */
    public DumpsInUse uses() {
        return uses;
    }

    /** Sends dumps elsewhere. */
    public DumpUploads uploads() {
        return uploads;
    }

    /** What the metrics show. */
    public LastSummaries summaries() {
        return summaries;
    }

    /**
     * Starts to take a dump. Where its summary is wanted and can't be made, it is left out, and the
     * job says so: the dump is what can't be had later.
     *
     * @param caller for the audit log
     * @throws ProblemException when the gate is closed, there is no room, or the target can't be
     *     asked: there is no job then
     */
    public JobRecord take(TargetConnection target, DumpRequest wish, String caller)
            throws ProblemException {
        return take(target, wish, caller, _ -> {});
    }

    /**
     * Takes a dump, has it analysed, and waits for the summary. The dump is kept as any other;
     * where it could not be analysed, none is taken.
     *
     * @param cancel ends the job, too
     * @throws ProblemException what keeps it from that
     */
    public SummarizedDump summarized(TargetConnection target, String caller, CancelSignal cancel)
            throws ProblemException {
        parts.analyses().check();
        AtomicReference<DumpRecord> dump = new AtomicReference<>();
        JobRecord job = take(target, DumpRequest.USUAL, caller, dump::set);
        parts.jobs().await(job.id(), cancel);
        try {
            return new SummarizedDump(dump.get(), SummaryClasses.of(store(), dump.get()));
        } catch (IOException e) {
            throw DumpProblem.files(target, e);
        }
    }

    private JobRecord take(
            TargetConnection target, DumpRequest wish, String caller, Consumer<DumpRecord> taken)
            throws ProblemException {
        return parts.jobs()
                .start(
                        JobKind.HEAPDUMP,
                        target.jvm().label(),
                        caller,
                        job -> {
                            Optional<Problem> obstacle = obstacle(wish);
                            obstacle.ifPresent(why -> job.skip(Skipped.summary(why)));
                            DumpRecord dump = dump(target, wish, caller, job);
                            taken.accept(dump);
                            if (obstacle.isPresent()) {
                                return;
                            }
                            if (wish.analyze()) {
                                job.part(SHARE_OF_TAKING, 1);
                                summarize(dump, job);
                            } else {
                                job.part(SHARE_OF_TAKING_ALONE, 1);
                                withSha256(dump, job);
                            }
                        });
    }

    private Optional<Problem> obstacle(DumpRequest wish) {
        return wish.analyze() ? parts.analyses().obstacle() : Optional.empty();
    }

    /** Why dumps can't be analysed at present, and what mends that. */
    public Optional<Problem> obstacleOfAnalysis() {
        return parts.analyses().obstacle();
    }

    private DumpRecord dump(TargetConnection target, DumpRequest wish, String caller, Job job)
            throws ProblemException {
        job.part(0, wish.analyze() ? SHARE_OF_TAKING : SHARE_OF_TAKING_ALONE);
        TargetJvm jvm = target.jvm();
        OperationRequest request =
                new OperationRequest(
                        OperationKind.HEAPDUMP, jvm.pid(), jvm.name(), caller, job.cancel());
        DumpRecord dump =
                parts.operations()
                        .run(request, operation -> taking.take(target, wish, job, operation));
        job.result("/heapdumps/" + dump.id());
        return dump;
    }

    /**
     * Starts to analyse a dump that is kept.
     *
     * @throws ProblemException when it is being analysed, or there is too little memory
     */
    public JobRecord analyze(DumpRecord dump, String caller) throws ProblemException {
        return parts.jobs()
                .start(
                        JobKind.ANALYSIS,
                        dump.id(),
                        caller,
                        job -> {
                            parts.analyses().check();
                            summarize(dump, job);
                        });
    }

    /**
     * Starts to redact a dump that is kept, in a process of its own.
     *
     * @throws ProblemException when there is too little memory for that, or another one runs
     */
    public RedactionProcess redact(DumpRecord dump) throws ProblemException {
        if (!redacting.tryAcquire()) {
            throw new ProblemException(
                    new Problem(
                            Problem.Kind.CONFLICT,
                            "Another heap dump is being redacted",
                            "One at a time: each takes as much memory as an analysis.",
                            "Ask again when that download has ended."));
        }
        try {
            parts.analyses().check();
            return RedactionProcess.start(parts.store(), dump, redacting::release);
        } catch (ProblemException | RuntimeException e) {
            redacting.release();
            throw e;
        }
    }

    private void summarize(DumpRecord dump, Job job) throws ProblemException {
        if (!beingAnalysed.add(dump.id())) {
            throw new ProblemException(busy(dump.id()));
        }
        try {
            job.accepted();
            parts.analyses().analyze(dump, job, sha256 -> keepSha256(dump, sha256));
            job.result("/heapdumps/" + dump.id() + "/summary");
            summaries.keep(
                    dump.pid(),
                    SummaryFigures.of(SummaryClasses.of(store(), dump), dump, topClasses));
        } catch (IOException e) {
            log.warn("the summary is there, but not all that follows from it", field("reason", e));
        } finally {
            beingAnalysed.remove(dump.id());
        }
    }

    /**
     * The dump with its digest, which is computed where it isn't known. That is no reason for a job
     * to fail: the dump is there.
     */
    DumpRecord withSha256(DumpRecord dump, Job job) {
        if (dump.sha256().isEmpty()) {
            try (DumpsInUse.Use _ = uses.begin(dump.id())) {
                parts.analyses().digest(dump, job, sha256 -> keepSha256(dump, sha256));
            } catch (ProblemException e) {
                log.warn(
                        "the SHA-256 of a dump is not known",
                        field("heapdump", dump.id()),
                        field("reason", e.problem().detail()));
            }
        }
        return parts.store().find(dump.id()).orElse(dump);
    }

    /** A dump that was removed meanwhile stays removed. */
    private void keepSha256(DumpRecord dump, String sha256) {
        try {
            parts.store().replace(dump.withSha256(sha256));
        } catch (IOException e) {
            log.warn(
                    "the SHA-256 of a dump could not be kept",
                    field("heapdump", dump.id()),
                    field("reason", e));
        }
    }

    private static Problem busy(String id) {
        return new Problem(
                Problem.Kind.CONFLICT,
                "The heap dump is being analysed",
                "The dump " + id + " is in use by a job.",
                "Wait for its end, or cancel it: GET /jobs, DELETE /jobs/ID.");
    }

    /**
     * Removes a dump and its summary.
     *
     * @return whether it was there
     * @throws ProblemException when it is being analysed, or can't be removed
     */
    public boolean delete(String id) throws ProblemException {
        if (beingAnalysed.contains(id)) {
            throw new ProblemException(busy(id));
        }
        try {
            return parts.store().delete(id);
        } catch (IOException e) {
            throw new ProblemException(
                    new Problem(
                            Problem.Kind.UNAVAILABLE,
                            "The heap dump can't be removed",
                            id + ": " + IoReason.of(e),
                            "Look at the rights of HEAPSIGHT_DATA_DIR."),
                    e);
        }
    }

    /** Removes what a sidecar that was killed left in its own folder. */
    public void removeLeftovers() throws IOException {
        List<String> removed = parts.store().removeLeftovers();
        if (!removed.isEmpty()) {
            log.warn("leftovers removed", field("files", String.join(", ", removed)));
        }
    }

    /**
     * A target has just been found: removes what a sidecar that was killed left in it, and finds
     * what that knew of it.
     */
    public void came(TargetConnection target) {
        List<String> removed = parts.dumper().removeLeftovers(target);
        if (!removed.isEmpty()) {
            log.warn(
                    "leftovers removed",
                    field("target", target.jvm().label()),
                    field("files", String.join(", ", removed)));
        }
        try {
            ProcFs procFs = target.procFs();
            double age = procFs.ageSeconds(procFs.stat(target.jvm().pid()));
            Instant startedAt = clock.instant().minusMillis((long) (1e3 * age));
            summaries.recall(target.jvm(), startedAt, parts.store(), topClasses);
        } catch (IOException e) {
            log.warn(
                    "the last summary can't be found again",
                    field("target", target.jvm().label()),
                    field("reason", e));
        }
    }
}
