/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store;

import static io.heapsight.unit.EventLog.field;

import io.heapsight.child.AnalysisMemory;
import io.heapsight.job.Job;
import io.heapsight.job.JobKind;
import io.heapsight.job.JobRecord;
import io.heapsight.job.Jobs;
import io.heapsight.kept.FilesInUse;
import io.heapsight.unit.EventLog;
import io.heapsight.unit.IoReason;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Uploads evidence, as jobs, one at a time, and none beside an analysis: two child processes do not
 * fit into a small container. Uploads that are unfinished when the sidecar ends are restarted at
 * its next start, and continue from the parts that the store has. Thread-safe.
 */
public final class StoreUploads {
    /**
     * Limits of retries.
     *
     * @param attempts total number; in each, the store's client retries each request several times
     * @param firstPause between the first two; each following pause is four times as long
     */
    public record Patience(int attempts, Duration firstPause) {
        /** Some five minutes of pauses. */
        public static final Patience USUAL = new Patience(5, Duration.ofSeconds(4));
    }

    /**
     * The result of an upload.
     *
     * @param bytes total
     * @param thereAlready of them, from an interrupted attempt; they were not sent again
     */
    public record Sent(long bytes, long thereAlready) {
        static final Sent NOTHING = new Sent(0, 0);
    }

    /** Sends evidence; updates its file with the objects that the store has. */
    @FunctionalInterface
    public interface Sending {
        Sent send(Evidence evidence, Path file, Job job) throws ProblemException;
    }

    /** Pauses analyses for an upload. */
    @FunctionalInterface
    public interface BeforeAnalyses {
        /**
         * Runs work while no analysis runs.
         *
         * @param turn waits for its turn among such work
         */
        void run(Job job, Runnable turn, Jobs.Work work) throws ProblemException;
    }

    /** The store, and the process that uploads to it. */
    public record Store(StoreUrl url, Sending sending) {}

    /**
     * The configuration of uploads.
     *
     * @param store empty: none
     * @param redact whether heap dumps and recordings are redacted
     * @param names of objects
     * @param memory of a child
     * @param before pauses analyses
     */
    public record Plan(
            Optional<Store> store,
            boolean redact,
            ObjectNames names,
            AnalysisMemory memory,
            BeforeAnalyses before,
            Patience patience) {}

    private static final int LONGER = 4;
    private static final Duration LOOK_AGAIN = Duration.ofMillis(200);

    /** The files of one heap dump follow each other soon. */
    private static final int REMEMBERED = 16;

    private final Plan plan;
    private final Map<EvidenceKind, EvidenceSource> sources;
    private final PendingUploads pending;
    private final Jobs jobs;
    private final UploadCounts counts;
    private final EventLog log;
    private final UploadTurn turn = new UploadTurn();
    private final Map<Path, String> askedAgain = new HashMap<>();
    private final Map<Path, List<StoredObject>> stored = new LinkedHashMap<>();
    private volatile boolean closing;

    /**
     * @param counts receives each outcome
     */
    public StoreUploads(
            Plan plan,
            Map<EvidenceKind, EvidenceSource> sources,
            PendingUploads pending,
            Jobs jobs,
            UploadCounts counts,
            EventLog log) {
        this.plan = plan;
        this.sources = Map.copyOf(sources);
        this.pending = pending;
        this.jobs = jobs;
        this.counts = counts;
        this.log = log;
    }

    /** How they ended. */
    public UploadCounts counts() {
        return counts;
    }

    /** Whether there is a store. */
    public boolean isConfigured() {
        return plan.store().isPresent();
    }

    /**
     * Starts an upload of a stored file.
     *
     * @throws ProblemException if there is no store or no such file, or it is already being
     *     uploaded
     */
    public JobRecord start(EvidenceKind kind, String id, String caller) throws ProblemException {
        return start(kind, id, caller, false);
    }

    /**
     * The same.
     *
     * @param redact overrides the configuration
     */
    public JobRecord start(EvidenceKind kind, String id, String caller, boolean redact)
            throws ProblemException {
        return start(kind, id, caller, redact || plan.redact(), List.of());
    }

    private JobRecord start(
            EvidenceKind kind, String id, String caller, boolean redact, List<StoredObject> sent)
            throws ProblemException {
        Store store = plan.store().orElseThrow(StoreProblem::noStore);
        Evidence evidence =
                find(kind, id, caller, redact)
                        .orElseThrow(() -> StoreProblem.notThere(kind, id))
                        .with(sent);
        if (pending.contains(evidence)) {
            throw StoreProblem.alreadyOnItsWay(evidence);
        }
        try {
            pending.add(evidence);
        } catch (IOException e) {
            throw StoreProblem.notBegun(evidence, e);
        }
        try {
            return begin(store, evidence);
        } catch (ProblemException | RuntimeException e) {
            pending.remove(evidence);
            throw e;
        }
    }

    /**
     * The same for automatic uploads: obstacles are logged. A running upload is repeated
     * afterwards, since more may be stored by then; large files that were sent are not sent again.
     */
    public void startAutomatically(EvidenceKind kind, String id, String caller) {
        Path file = pending.file(kind, id);
        synchronized (askedAgain) {
            if (Files.exists(file)) {
                askedAgain.put(file, caller);
                return;
            }
            try {
                List<StoredObject> sent = stored.getOrDefault(file, List.of());
                start(kind, id, caller, plan.redact(), sent);
            } catch (ProblemException e) {
                notStored(kind, id, e);
            }
        }
    }

    /** Restarts the uploads of an earlier start; those of deleted files are dropped. */
    public void resume() {
        if (plan.store().isEmpty()) {
            return;
        }
        try {
            for (Evidence left : pending.open()) {
                resume(plan.store().get(), left);
            }
        } catch (IOException e) {
            log.warn("uploads of an earlier start are unknown", field("reason", e));
        }
    }

    private void resume(Store store, Evidence left) {
        try {
            if (sources.containsKey(left.kind()) && source(left).find(left.id()).isPresent()) {
                begin(store, left);
                return;
            }
        } catch (ProblemException e) {
            notStored(left.kind(), left.id(), e);
        }
        pending.remove(left);
    }

    private void notStored(EvidenceKind kind, String id, ProblemException e) {
        log.warn(
                "evidence is not uploaded",
                field(kind.label(), id),
                field("reason", e.problem().title() + ": " + e.problem().detail()));
    }

    /**
     * From now on a cancellation only postpones an upload, and so does an obstacle. A running heap
     * dump upload is interrupted for small files.
     */
    public void closing() {
        closing = true;
        turn.hurry();
    }

    private Optional<Evidence> find(EvidenceKind kind, String id, String caller, boolean redact)
            throws ProblemException {
        EvidenceSource source = sources.get(kind);
        if (source == null) {
            return Optional.empty();
        }
        return source.find(id)
                .map(
                        found ->
                                new Evidence(
                                        kind,
                                        id,
                                        found.target(),
                                        caller,
                                        plan.names().folder(kind, id, found.target()),
                                        found.files().stream()
                                                .map(file -> redact ? file : file.unredacted())
                                                .toList(),
                                        List.of()));
    }

    private JobRecord begin(Store store, Evidence evidence) throws ProblemException {
        return jobs.start(
                JobKind.UPLOAD,
                evidence.id(),
                evidence.caller(),
                job -> {
                    plan.memory().available();
                    job.accepted();
                    try (FilesInUse.Use _ = source(evidence).use(evidence.id())) {
                        store(store, evidence, job);
                    }
                });
    }

    private EvidenceSource source(Evidence evidence) {
        EvidenceSource source = sources.get(evidence.kind());
        if (source == null) {
            throw new IllegalStateException("found where none is: " + evidence.label());
        }
        return source;
    }

    private void store(Store store, Evidence evidence, Job job) throws ProblemException {
        long began = System.nanoTime();
        UploadOutcome outcome = UploadOutcome.FAILED;
        Sent sent = Sent.NOTHING;
        Optional<Problem> why = Optional.empty();
        try {
            sent = attempts(store.sending(), evidence, job);
            String where = store.url().of(evidence.folder());
            job.result(where);
            log.info(
                    "evidence stored",
                    field(evidence.kind().label(), evidence.id()),
                    field("caller", evidence.caller()),
                    field("to", where),
                    field("bytes", sent.bytes()),
                    field("thereAlready", sent.thereAlready()));
            outcome = UploadOutcome.DONE;
        } catch (CancellationException e) {
            outcome = UploadOutcome.CANCELLED;
            throw e;
        } catch (ProblemException e) {
            why = Optional.of(e.problem());
            throw e;
        } finally {
            Optional<String> again = Optional.empty();
            synchronized (askedAgain) {
                remember(evidence);
                if (!closing || outcome != UploadOutcome.CANCELLED) {
                    pending.remove(evidence);
                    again = Optional.ofNullable(askedAgain.remove(pending.file(evidence)));
                }
            }
            again.ifPresent(caller -> startAutomatically(evidence.kind(), evidence.id(), caller));
            Duration took = Duration.ofNanos(System.nanoTime() - began);
            counts.ended(new UploadCounts.Ended(evidence, outcome, sent.bytes(), took, why));
        }
    }

    private void remember(Evidence evidence) {
        Path file = pending.file(evidence);
        List<StoredObject> sent = pending.asItIs(evidence).sent();
        if (!sent.isEmpty()) {
            stored.put(file, sent);
        }
        if (stored.size() > REMEMBERED) {
            stored.remove(stored.keySet().iterator().next());
        }
    }

    private Sent attempts(Sending sending, Evidence evidence, Job job) throws ProblemException {
        Duration pause = plan.patience().firstPause();
        for (int attempt = 1; ; attempt++) {
            try {
                return whenItIsItsTurn(sending, evidence, job);
            } catch (ProblemException e) {
                boolean mayPass =
                        switch (e.problem().kind()) {
                            // A child that was killed is none of the store's refusals.
                            case UNAVAILABLE, TIMED_OUT, INTERNAL -> true;
                            default -> false;
                        };
                if (!mayPass || attempt == plan.patience().attempts()) {
                    throw attempt == 1 ? e : StoreProblem.after(attempt, e);
                }
                job.queued(true);
                job.at("waiting to try again: " + IoReason.of(e), 0, 0);
                pause(pause, job);
                pause = pause.multipliedBy(LONGER);
            }
        }
    }

    /** Until then, or until the sidecar ends: there is no time then to try again. */
    private void pause(Duration pause, Job job) {
        long begun = System.nanoTime();
        while (System.nanoTime() - begun < pause.toNanos()) {
            if (closing) {
                throw new CancellationException("the sidecar ends");
            }
            job.cancel().pause(pause.compareTo(LOOK_AGAIN) < 0 ? pause : LOOK_AGAIN);
        }
    }

    private Sent whenItIsItsTurn(Sending sending, Evidence evidence, Job job)
            throws ProblemException {
        Evidence known = pending.asItIs(evidence);
        AtomicBoolean itsTurn = new AtomicBoolean();
        AtomicReference<Sent> sent = new AtomicReference<>(Sent.NOTHING);
        try {
            plan.before()
                    .run(
                            job,
                            () -> {
                                turn.await(
                                        evidence.kind(),
                                        () -> {
                                            job.queued(true);
                                            job.at("waiting for another upload to end", 0, 0);
                                        },
                                        job.cancel());
                                itsTurn.set(true);
                            },
                            it -> {
                                it.queued(false);
                                sent.set(sending.send(known, pending.file(evidence), it));
                            });
        } finally {
            if (itsTurn.get()) {
                turn.end();
            }
        }
        return sent.get();
    }
}
