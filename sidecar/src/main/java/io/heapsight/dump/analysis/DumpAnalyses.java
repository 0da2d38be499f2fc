/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump.analysis;

import static io.heapsight.unit.EventLog.field;

import io.heapsight.child.AnalysisMemory;
import io.heapsight.child.ChildJvm;
import io.heapsight.child.ChildScheduler;
import io.heapsight.child.ChildWatcher;
import io.heapsight.dump.store.DumpRecord;
import io.heapsight.dump.store.DumpStore;
import io.heapsight.heap.HeapExplorer;
import io.heapsight.job.Job;
import io.heapsight.job.JobKind;
import io.heapsight.job.JobRecord;
import io.heapsight.job.Jobs;
import io.heapsight.kept.FilesInUse;
import io.heapsight.kept.StorageQuota;
import io.heapsight.kept.SummaryFormat;
import io.heapsight.unit.ByteSize;
import io.heapsight.unit.DurableFiles;
import io.heapsight.unit.EventLog;
import io.heapsight.unit.IoReason;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Analyses stored dumps, and computes their digests, one at a time: each may use all available
 * memory.
 */
public final class DumpAnalyses {
    /** Starts a child with this memory for its tables. */
    @FunctionalInterface
    private interface Child {
        ChildJvm start(ByteSize tables) throws ProblemException;
    }

    /** Work that needs as much memory as an analysis. */
    @FunctionalInterface
    public interface Work {
        void run() throws ProblemException;
    }

    /** Number of phases of a complete analysis, for its progress. */
    private static final double PHASES = 13;

    /** Maximum number of uploads that pause an analysis; later ones wait for its end. */
    private static final int MOST_TIMES = 8;

    private final Jobs jobs;
    private final DumpStore store;
    private final LastSummaries summaries;
    private final Settings settings;
    private final EventLog log;
    private final ChildScheduler turn = new ChildScheduler();
    private final DumpExplorer explorer;
    private final Set<String> analysed = ConcurrentHashMap.newKeySet();

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
        explorer = new DumpExplorer(store, settings.memory(), settings.revealStrings(), turn);
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
     * @throws ProblemException if there is too little memory
     */
    public void check() throws ProblemException {
        settings.memory().available();
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
    public JobRecord start(DumpRecord dump, String caller) throws ProblemException {
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
            Set<String> phases = new HashSet<>();
            run(
                    dump,
                    tables -> analysing(dump, tables),
                    (phase, done, total) -> {
                        phases.add(phase);
                        double share = total > 0 ? Math.min(1, (double) done / total) : 0;
                        long whole = 1000;
                        long at = (long) (whole * (phases.size() - 1 + share) / PHASES);
                        job.at("analysing: " + phase, Math.min(at, whole), whole);
                    },
                    job);
            job.result("/heapdumps/" + dump.id() + "/summary");
            summaries.keep(dump);
        } catch (IOException e) {
            log.warn("the summary is stored, but a later step failed", field("reason", e));
        } finally {
            analysed.remove(dump.id());
        }
    }

    /**
     * Returns the dump with its digest, computed if unknown. A failure does not fail the job,
     * because the dump exists.
     */
    public DumpRecord withSha256(DumpRecord dump, Job job) {
        if (dump.sha256().isEmpty()) {
            try (FilesInUse.Use _ = store.uses().begin(dump.id())) {
                run(dump, _ -> digesting(dump), job::at, job);
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
            awaitTurn(job);
            inTurn(work);
        } finally {
            analysed.remove(dump.id());
        }
    }

    /**
     * Runs work before all waiting analyses; stops a running one, which restarts afterwards.
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
    private void run(DumpRecord dump, Child child, Progress progress, Job job)
            throws ProblemException {
        for (int times = 0; !hasRun(dump, child, progress, times < MOST_TIMES, job); times++) {
            log.info("analysis paused for an upload", field("heapdump", dump.id()));
        }
    }

    /**
     * Runs a child.
     *
     * @param givesWay whether an upload may end it
     * @return false if an upload ended it
     */
    private boolean hasRun(
            DumpRecord dump, Child child, Progress progress, boolean givesWay, Job job)
            throws ProblemException {
        AtomicBoolean gaveWay = new AtomicBoolean();
        try {
            awaitTurn(job);
            inTurn(
                    () -> {
                        try {
                            ChildJvm started = child.start(memory());
                            if (givesWay) {
                                turn.givesWay(
                                        () -> {
                                            gaveWay.set(true);
                                            started.process().destroyForcibly();
                                        });
                            }
                            ChildWatcher.await(
                                    words(dump),
                                    started,
                                    progress,
                                    sha256 -> keepSha256(dump, sha256),
                                    job.cancel());
                        } finally {
                            removeParts(dump);
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

    private static ChildWatcher.Words words(DumpRecord dump) {
        return new ChildWatcher.Words(
                "analysis",
                "The dump is kept.",
                "Give the sidecar's container more memory, or set HEAPSIGHT_ANALYSIS_MEMORY"
                        + " lower; then POST /heapdumps/%s/analysis.".formatted(dump.id()),
                "Download the dump and run heapsight analyze on it; report its output.");
    }

    /** Deletes partial files; the next start deletes those that can't be deleted now. */
    private void removeParts(DumpRecord dump) {
        removePart(store.index(dump));
        for (SummaryFormat form : SummaryFormat.values()) {
            removePart(store.summary(dump, form));
        }
    }

    private static void removePart(Path file) {
        boolean _ = file.resolveSibling(file.getFileName() + DurableFiles.PART).toFile().delete();
    }

    /** Starts a child that computes the digest of the dump's file. */
    private ChildJvm digesting(DumpRecord dump) throws ProblemException {
        return ChildJvm.start(
                "analysis",
                ChildJvm.Cache.COMMON,
                List.of(),
                List.of("digest-child", store.file(dump).toString()));
    }

    /** Starts a child that writes the dump's summary. */
    private ChildJvm analysing(DumpRecord dump, ByteSize tables) throws ProblemException {
        List<String> arguments = new ArrayList<>();
        arguments.add("analysis-child");
        arguments.add(store.file(dump).toString());
        arguments.add("--max-memory=" + tables.bytes());
        arguments.add("--work-dir=" + store.folder());
        if (Files.exists(store.flags(dump))) {
            arguments.add("--flags=" + store.flags(dump));
        }
        if (Files.exists(store.countedGarbage(dump))) {
            arguments.add("--counted-garbage=" + store.countedGarbage(dump));
        }
        if (hasRoomForIndex(dump)) {
            arguments.add("--keep-index");
        }
        if (settings.revealStrings()) {
            arguments.add("--reveal-strings");
        }
        for (SummaryFormat form : SummaryFormat.values()) {
            arguments.add("--" + form.label() + "=" + store.summary(dump, form));
        }
        return ChildJvm.start("analysis", ChildJvm.Cache.ANALYSIS, List.of(), arguments);
    }

    /** Whether the quota has space for an index; no dump is deleted for one. */
    private boolean hasRoomForIndex(DumpRecord dump) {
        long index = HeapExplorer.usualIndexBytes(dump.bytes());
        return !dump.gzip() && store.bytesOnDisk() + index <= settings.quota().bytes();
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
    private void keepSha256(DumpRecord dump, String sha256) {
        try {
            store.replace(dump.withSha256(sha256));
        } catch (IOException e) {
            log.warn(
                    "the SHA-256 of a dump could not be stored",
                    field("heapdump", dump.id()),
                    field("reason", e));
        }
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
