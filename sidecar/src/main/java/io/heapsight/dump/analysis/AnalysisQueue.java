/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump.analysis;

import io.heapsight.dump.store.DumpRecord;
import io.heapsight.dump.store.DumpStore;
import io.heapsight.job.Job;
import io.heapsight.proc.ProcFs;
import io.heapsight.unit.ByteSize;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.util.HashSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Analyses of dumps that are kept, one at a time: each has all the memory there is for it. */
public final class AnalysisQueue {
    private static final int LOOK_EVERY_MILLIS = 100;

    /** As many as an analysis that leaves nothing out has, for its progress. */
    private static final double PHASES = 13;

    private final DumpStore store;
    private final ProcFs own;
    private final AnalysisMemory memory;
    private final boolean revealStrings;
    private final Semaphore turn = new Semaphore(1, true);

    /**
     * @param configured memory for tables; empty: computed from the limit
     * @param limitBytes of the sidecar's own container; empty: it has none
     * @param revealStrings whether summaries show contents of strings
     */
    public AnalysisQueue(
            DumpStore store,
            ProcFs own,
            Optional<ByteSize> configured,
            Supplier<OptionalLong> limitBytes,
            boolean revealStrings) {
        this.store = store;
        this.own = own;
        this.memory = new AnalysisMemory(configured, limitBytes);
        this.revealStrings = revealStrings;
    }

    /**
     * Says before the work what would be in its way.
     *
     * @throws ProblemException when there is too little memory
     */
    public void check() throws ProblemException {
        memory.available(own);
    }

    /** What would be in its way now. */
    public Optional<Problem> obstacle() {
        try {
            check();
            return Optional.empty();
        } catch (ProblemException e) {
            return Optional.of(e.problem());
        }
    }

    /**
     * Makes the summary of a dump, when it is this one's turn.
     *
     * @param sha256 hears the digest of the dump's file, before the rest
     * @throws ProblemException why there is none; the dump stays
     */
    public void analyze(DumpRecord dump, Job job, Consumer<String> sha256) throws ProblemException {
        awaitTurn(job);
        try {
            ByteSize tables = memory.available(own);
            Set<String> phases = new HashSet<>();
            AnalysisProcess.run(
                    store,
                    dump,
                    ChildCommand.of(store, dump, tables, revealStrings),
                    (phase, done, total) -> {
                        phases.add(phase);
                        double share = total > 0 ? Math.min(1, (double) done / total) : 0;
                        long whole = 1000;
                        long at = (long) (whole * (phases.size() - 1 + share) / PHASES);
                        job.at("analysing: " + phase, Math.min(at, whole), whole);
                    },
                    sha256,
                    job.cancel());
        } finally {
            turn.release();
        }
    }

    /**
     * Computes the digest of a dump's file and nothing else, when it is this one's turn.
     *
     * @throws ProblemException why there is none
     */
    public void digest(DumpRecord dump, Job job, Consumer<String> sha256) throws ProblemException {
        awaitTurn(job);
        try {
            memory.available(own);
            AnalysisProcess.run(
                    store, dump, ChildCommand.ofDigest(store, dump), job::at, sha256, job.cancel());
        } finally {
            turn.release();
        }
    }

    private void awaitTurn(Job job) {
        try {
            if (turn.tryAcquire()) {
                return;
            }
            job.queued(true);
            job.at("waiting for another analysis to end", 0, 0);
            while (!turn.tryAcquire(LOOK_EVERY_MILLIS, TimeUnit.MILLISECONDS)) {
                job.cancel().throwIfCancelled();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted");
        } finally {
            job.queued(false);
        }
    }
}
