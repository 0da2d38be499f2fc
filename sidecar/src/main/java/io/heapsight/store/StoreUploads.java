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
 * Stores evidence, as jobs, one at a time, and none beside an analysis: two children do not fit
 * into a small container. What was begun and is not stored when the sidecar ends is begun again at
 * its next start, and goes on from what the store has. Thread-safe.
 */
public final class StoreUploads {
    /**
     * How long it goes on.
     *
     * @param attempts in all; within each, the store's client tries each request several times
     * @param firstPause between the first two; each one after is four times as long
     */
    public record Patience(int attempts, Duration firstPause) {
        /** Some five minutes of pauses. */
        public static final Patience USUAL = new Patience(5, Duration.ofSeconds(4));
    }

    /**
     * What is stored.
     *
     * @param bytes in all
     * @param thereAlready of them, left by an attempt that was cut; they were not sent again
     */
    public record Sent(long bytes, long thereAlready) {
        static final Sent NOTHING = new Sent(0, 0);
    }

    /** Sends evidence; the file says it, too, and learns what the store has of it. */
    @FunctionalInterface
    public interface Sending {
        Sent send(Evidence evidence, Path file, Job job) throws ProblemException;
    }

    /** Has analyses give way to what is sent. */
    @FunctionalInterface
    public interface BeforeAnalyses {
        /**
         * Does something while none runs.
         *
         * @param turn waits for its turn among those that go before analyses
         */
        void run(Job job, Runnable turn, Jobs.Work work) throws ProblemException;
    }

    /** Where evidence is stored, and who brings it there. */
    public record Store(StoreUrl url, Sending sending) {}

    /**
     * What is stored, and where.
     *
     * @param store empty: nowhere
     * @param redact whether heap dumps and recordings go without their data
     * @param names of what is stored
     * @param memory what a child may take
     * @param before analyses that give way
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

    /** What follows a heap dump follows it soon. */
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
     * @param counts is told how each one ended
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
     * Starts to store what is kept.
     *
     * @throws ProblemException when there is no store, nothing to store, or it is being stored
     */
    public JobRecord start(EvidenceKind kind, String id, String caller) throws ProblemException {
        return start(kind, id, caller, false);
    }

    /**
     * The same.
     *
     * @param redact also where the configuration would not
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
     * The same for those whom nobody waits for: what stands in its way is logged. What is on its
     * way already goes once more after that, as more may be known of it now; what is large, and was
     * sent, is not sent again.
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

    /** Begins again what an earlier start has left; what is no longer kept is forgotten. */
    public void resume() {
        if (plan.store().isEmpty()) {
            return;
        }
        try {
            for (Evidence left : pending.open()) {
                resume(plan.store().get(), left);
            }
        } catch (IOException e) {
            log.warn("uploads of an earlier start are not known", field("reason", e));
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
                "evidence is not stored",
                field(kind.label(), id),
                field("reason", e.problem().title() + ": " + e.problem().detail()));
    }

    /**
     * What is cancelled from now on is only put off; what can't be stored at once, too. A heap dump
     * that is under way gives way to what is small.
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
