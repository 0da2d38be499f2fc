/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump.analysis;

import static io.heapsight.unit.EventLog.field;

import io.heapsight.child.AnalysisMemory;
import io.heapsight.child.ChildJvm;
import io.heapsight.child.ChildScheduler;
import io.heapsight.child.ChildWatcher;
import io.heapsight.dump.store.DumpRecord;
import io.heapsight.dump.store.DumpStore;
import io.heapsight.job.Job;
import io.heapsight.job.JobKind;
import io.heapsight.job.JobSnapshot;
import io.heapsight.job.Jobs;
import io.heapsight.kept.FilesInUse;
import io.heapsight.kept.StorageQuota;
import io.heapsight.unit.ByteSize;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.EventLog;
import io.heapsight.unit.IoReason;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Progress;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * Analyses stored dumps, and computes their digests, one at a time: each may use all available
 * memory.
 */
public final class DumpAnalyses {
    /** Work that needs as much memory as an analysis. */
    @FunctionalInterface
    public interface Work {
        void run() throws ProblemException;
    }

    /** Maximum time that a request waits for the summary of a complete remote analysis. */
    private static final Duration LONGEST_FETCH = Duration.ofSeconds(30);

    /** Maximum number of uploads that pause an analysis; later ones wait for its end. */
    private static final int MOST_TIMES = 8;

    private final Jobs jobs;
    private final DumpStore store;
    private final LastSummaries summaries;
    private final Settings settings;
    private final EventLog log;
    private final ChildScheduler turn = new ChildScheduler();
    private final DumpChildren children;
    private final DumpExplorer explorer;
    private final Set<String> analysed = ConcurrentHashMap.newKeySet();
    private volatile Optional<RemoteAnalysis> remote = Optional.empty();

    /**
     * The configuration.
     *
     * @param memory for each analysis
     * @param revealStrings whether contents of strings are shown
     * @param quota of stored dumps
     */
    public record Settings(AnalysisMemory memory, boolean revealStrings, StorageQuota quota) {}

    /**
     * @param summaries receives new summaries
     */
    public DumpAnalyses(
            Jobs jobs, DumpStore store, LastSummaries summaries, Settings settings, EventLog log) {
        this.jobs = jobs;
        this.store = store;
        this.summaries = summaries;
        this.settings = settings;
        this.log = log;
        children = new DumpChildren(store, settings);
        explorer = new DumpExplorer(store, settings.memory(), settings.revealStrings(), turn);
    }

    /** Delegates the analysis of all later dumps. */
    public void delegate(RemoteAnalysis to) {
        remote = Optional.of(to);
    }

    /** Answers queries about analysed dumps. */
    public DumpExplorer explorer() {
        return explorer;
    }

    /** The figures for the metrics. */
    public LastSummaries summaries() {
        return summaries;
    }

    /**
     * Checks in advance whether an analysis is possible.
     *
     * @throws ProblemException if there is too little memory, or no cluster for a remote one
     */
    public void check() throws ProblemException {
        settings.memory().available();
        if (remote.isPresent()) {
            remote.get().check();
        }
    }

    /**
     * Computes the memory for the tables of an analysis.
     *
     * @throws ProblemException if there is too little
     */
    public ByteSize memory() throws ProblemException {
        return settings.memory().available();
    }

    /** The reason why dumps can't be analysed now, and the remedy. */
    public Optional<Problem> obstacle() {
        try {
            check();
            return Optional.empty();
        } catch (ProblemException e) {
            return Optional.of(e.problem());
        }
    }

    /**
     * Starts to analyse a dump.
     *
     * @throws ProblemException if it is being analysed, or there is too little memory
     */
    public JobSnapshot start(DumpRecord dump, String caller) throws ProblemException {
        return jobs.start(
                JobKind.ANALYSIS,
                dump.id(),
                caller,
                job -> {
                    check();
                    summarize(dump, job);
                });
    }

    /**
     * Creates the summary of a dump after earlier ones.
     *
     * @throws ProblemException on failure; the dump stays
     */
    public void summarize(DumpRecord dump, Job job) throws ProblemException {
        if (!analysed.add(dump.id())) {
            throw new ProblemException(busy(dump.id()));
        }
        try (FilesInUse.Use _ = store.uses().begin(dump.id())) {
            job.accepted();
            if (remote.isPresent()) {
                remote.get().summarize(dump, job);
            } else {
                Progress progress = DumpChildren.phasesOf(job);
                run(dump, new Stage(it -> children.analysing(dump, it), progress, keep(dump)), job);
            }
            job.result("/heapdumps/" + dump.id() + "/summary");
            summaries.keep(dump);
        } catch (IOException e) {
            log.warn("the summary is stored, but a later step failed", field("reason", e));
        } finally {
            analysed.remove(dump.id());
        }
    }

    /**
     * Watches a remote analysis that no job watches, such as an analysis that an earlier sidecar
     * started. If the analysis is complete, waits for its summary.
     *
     * @param caller of the job that watches it from now on
     * @throws ProblemException if the analysis failed, has neither a Job nor a summary, or if that
     *     is unknown
     */
    public void resume(DumpRecord dump, String caller) throws ProblemException {
        if (remote.isEmpty() || analysed.contains(dump.id())) {
            return;
        }
        RemoteAnalysis.State state = remote.get().state(dump);
        if (state == RemoteAnalysis.State.MISSING) {
            remote.get().requireStored(dump);
        }
        JobSnapshot job = start(dump, caller);
        if (state != RemoteAnalysis.State.RUNNING) {
            long begun = System.nanoTime();
            JobSnapshot _ =
                    jobs.await(
                            job.id(),
                            _ -> System.nanoTime() - begun > LONGEST_FETCH.toNanos(),
                            new CancelSignal());
        }
    }

    /**
     * Computes the requirements of a dump's analysis, and the digest of the dump if it is unknown.
     *
     * @throws ProblemException from the reader
     */
    public AnalysisRequirements plan(DumpRecord dump, Job job) throws ProblemException {
        Progress progress = (phase, _, _) -> job.at("measuring: " + phase, 0, 0);
        if (dump.sha256().isEmpty()) {
            run(dump, new Stage(_ -> children.digesting(dump), progress, keep(dump)), job);
        }
        AtomicReference<String> plan = new AtomicReference<>("");
        run(dump, new Stage(tables -> children.planning(dump, tables), progress, plan::set), job);
        return AnalysisRequirements.parse(plan.get());
    }

    /**
     * Waits for its turn and runs work of a job that already uses the dump.
     *
     * @throws ProblemException from the work
     */
    public void inTurn(Job job, Work work) throws ProblemException {
        awaitTurn(job);
        inTurn(work);
    }

    /**
     * Runs short work if its turn comes soon.
     *
     * @return whether it ran
     * @throws ProblemException from the work
     */
    public boolean inTurn(Duration most, Work work) throws ProblemException {
        boolean isItsTurn = turn.await(most);
        if (isItsTurn) {
            inTurn(work);
        }
        return isItsTurn;
    }

    /**
     * Returns the dump with its digest, computed if unknown. A failure does not fail the job,
     * because the dump exists.
     */
    public DumpRecord withSha256(DumpRecord dump, Job job) {
        if (dump.sha256().isEmpty()) {
            try (FilesInUse.Use _ = store.uses().begin(dump.id())) {
                run(dump, new Stage(_ -> children.digesting(dump), job::at, keep(dump)), job);
            } catch (ProblemException e) {
                log.warn(
                        "the SHA-256 of a dump is unknown",
                        field("heapdump", dump.id()),
                        field("reason", e.problem().detail()));
            }
        }
        return store.find(dump.id()).orElse(dump);
    }

    /**
     * Waits for its turn and runs work on a dump that needs as much memory as an analysis.
     *
     * @throws ProblemException from the work, or if the dump is being analysed
     */
    public void alone(DumpRecord dump, Job job, Work work) throws ProblemException {
        if (!analysed.add(dump.id())) {
            throw new ProblemException(busy(dump.id()));
        }
        try (FilesInUse.Use _ = store.uses().begin(dump.id())) {
            job.accepted();
            inTurn(job, work);
        } finally {
            analysed.remove(dump.id());
        }
    }

    /**
     * Runs work before all waiting analyses. Stops a running analysis, which restarts afterwards.
     *
     * @param itsTurn waits for the turn among such work
     * @throws ProblemException from the work
     */
    public void before(Job job, Runnable itsTurn, Jobs.Work work) throws ProblemException {
        turn.awaitFirst(itsTurn, job.cancel());
        inTurn(() -> work.run(job));
    }

    private void inTurn(Work work) throws ProblemException {
        try {
            explorer.end();
            work.run();
        } finally {
            turn.end();
        }
    }

    /** Waits for the turn of a child and runs it with the memory for its tables. */
    private void run(DumpRecord dump, Stage stage, Job job) throws ProblemException {
        for (int times = 0; !hasRun(dump, stage, times < MOST_TIMES, job); times++) {
            log.info("analysis paused for an upload", field("heapdump", dump.id()));
        }
    }

    /**
     * Runs a child.
     *
     * @param givesWay whether an upload may end it
     * @return false if an upload ended it
     */
    private boolean hasRun(DumpRecord dump, Stage stage, boolean givesWay, Job job)
            throws ProblemException {
        AtomicBoolean gaveWay = new AtomicBoolean();
        try {
            awaitTurn(job);
            inTurn(
                    () -> {
                        try {
                            ChildJvm started = stage.child().start(memory());
                            if (givesWay) {
                                turn.givesWay(
                                        () -> {
                                            gaveWay.set(true);
                                            started.process().destroyForcibly();
                                        });
                            }
                            ChildWatcher.await(
                                    DumpChildren.words(dump),
                                    started,
                                    stage.progress(),
                                    stage.result(),
                                    job.cancel());
                        } finally {
                            children.removeParts(dump);
                        }
                    });
            return true;
        } catch (ProblemException e) {
            if (gaveWay.get()) {
                return false;
            }
            throw e;
        }
    }

    private void awaitTurn(Job job) {
        try {
            turn.await(
                    () -> {
                        job.queued(true);
                        job.at("waiting for another analysis or an upload to end", 0, 0);
                    },
                    job.cancel());
        } finally {
            job.queued(false);
        }
    }

    /** Stores the digest, unless the dump was deleted in the meantime. */
    private Consumer<String> keep(DumpRecord dump) {
        return sha256 -> {
            try {
                store.replace(dump.withSha256(sha256));
            } catch (IOException e) {
                log.warn(
                        "the SHA-256 of a dump could not be stored",
                        field("heapdump", dump.id()),
                        field("reason", e));
            }
        };
    }

    /**
     * Deletes a dump and its summary.
     *
     * @return whether it existed
     * @throws ProblemException if a job uses it, or if it can't be deleted
     */
    public boolean delete(String id) throws ProblemException {
        if (analysed.contains(id)) {
            throw new ProblemException(busy(id));
        }
        explorer.end(id);
        try {
            return store.delete(id);
        } catch (IOException e) {
            throw new ProblemException(
                    Problem.Kind.UNAVAILABLE,
                    "The heap dump can't be removed",
                    id + ": " + IoReason.of(e),
                    "Check the permissions of HEAPSIGHT_DATA_DIR.",
                    e);
        }
    }

    private static Problem busy(String id) {
        return new Problem(
                Problem.Kind.CONFLICT,
                "The heap dump is being analysed",
                "The dump " + id + " is in use by a job.",
                "Wait until it ends, or cancel it: GET /jobs, DELETE /jobs/ID.");
    }
}
