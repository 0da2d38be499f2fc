/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store;

import static io.heapsight.unit.EventLog.field;

import io.heapsight.job.Job;
import io.heapsight.job.JobKind;
import io.heapsight.job.JobSnapshot;
import io.heapsight.job.JobState;
import io.heapsight.job.Jobs;
import io.heapsight.kept.FilesInUse;
import io.heapsight.store.read.StoreContents;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.EventLog;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Uploads evidence as jobs, one at a time. No upload runs during an analysis, since two child
 * processes do not fit into a small container. If uploads are unfinished when the sidecar exits,
 * its next start continues them from the parts that the store has. Thread-safe.
 */
public final class StoreUploads {
    private final UploadSettings settings;
    private final Map<EvidenceKind, EvidenceFinder> sources;
    private final PendingUploads pending;
    private final RepeatedUploadRequests memory;
    private final UploadAttempts attempts;
    private final Jobs jobs;
    private final UploadCounts counts;
    private final EventLog log;

    /** The jobs of running uploads, by the evidence's label. */
    private final Map<String, String> running = new ConcurrentHashMap<>();

    /** Pending evidence without a job, which the next request or start of the sidecar uploads. */
    private final Set<String> left = ConcurrentHashMap.newKeySet();

    /**
     * @param counts receives each outcome
     */
    public StoreUploads(
            UploadSettings settings,
            Map<EvidenceKind, EvidenceFinder> sources,
            PendingUploads pending,
            Jobs jobs,
            UploadCounts counts,
            EventLog log) {
        this.settings = settings;
        this.sources = Map.copyOf(sources);
        this.pending = pending;
        this.memory = new RepeatedUploadRequests(pending);
        this.attempts = new UploadAttempts(settings, pending);
        this.jobs = jobs;
        this.counts = counts;
        this.log = log;
    }

    /** Returns the number of uploads by outcome. */
    public UploadCounts counts() {
        return counts;
    }

    /** Returns whether there is a store. */
    public boolean isConfigured() {
        return settings.store().isPresent();
    }

    /**
     * Lists the evidence in the store.
     *
     * @param most maximum number, the newest first
     * @throws ProblemException if there is no store, or it can't be read
     */
    public StoreContents contents(int most, CancelSignal cancel) throws ProblemException {
        return settings.store().orElseThrow(StoreProblem::noStore).sending().contents(most, cancel);
    }

    /**
     * Starts an upload of a stored file.
     *
     * @throws ProblemException if there is no store or no such file, or it is already being
     *     uploaded
     */
    public JobSnapshot start(EvidenceKind kind, String id, String caller) throws ProblemException {
        return start(kind, id, caller, false);
    }

    /**
     * Starts an upload of a stored file, as {@link #start(EvidenceKind, String, String)} does.
     *
     * @param redact whether to redact the file even if the configuration does not
     */
    public JobSnapshot start(EvidenceKind kind, String id, String caller, boolean redact)
            throws ProblemException {
        return add(kind, id, caller, redact || settings.redact(), List.of());
    }

    /**
     * Waits until the store has a heap dump. Starts an upload of the missing objects, unless one is
     * running or the store has the dump.
     *
     * @param listed objects that the store has according to the manifest there
     * @param job waits for it; its cancellation ends only the wait
     * @throws ProblemException if the upload failed or was cancelled
     */
    public void awaitHeapDump(String id, List<SentObject> listed, Job job) throws ProblemException {
        EvidenceKind kind = EvidenceKind.HEAPDUMP;
        String upload = running.get(Evidence.label(kind, id));
        if (upload == null) {
            String caller = job.record().caller();
            Optional<Evidence> dump = find(kind, id, caller, settings.redact());
            if (dump.isPresent() && !dump.get().with(listed).isLarge()) {
                return;
            }
            List<SentObject> sent = memory.sent(kind, id);
            upload = add(kind, id, caller, settings.redact(), sent).id();
        }
        JobSnapshot ended = jobs.await(upload, _ -> false, job.cancel());
        if (ended.problem().isPresent()) {
            throw new ProblemException(ended.problem().get());
        }
        if (ended.state() == JobState.CANCELLED) {
            throw StoreProblem.cancelled(kind, id);
        }
    }

    /**
     * Returns the URL of the folder for evidence in the store; the folder may not exist yet.
     *
     * @param target its name
     * @throws ProblemException if there is no store
     */
    public String folder(EvidenceKind kind, String id, String target) throws ProblemException {
        return settings.store()
                .orElseThrow(StoreProblem::noStore)
                .url()
                .of(settings.names().folder(kind, id, target));
    }

    /**
     * Starts an automatic upload; logs obstacles. Repeats a running upload afterwards, since more
     * files may exist by then, but does not send large files again.
     */
    public void startAutomatically(EvidenceKind kind, String id, String caller) {
        memory.startOrRepeat(
                kind,
                id,
                caller,
                !left.contains(Evidence.label(kind, id)),
                sent -> {
                    try {
                        beginOrLeave(prepare(kind, id, caller, settings.redact(), sent));
                    } catch (ProblemException e) {
                        notStored(kind, id, e);
                    }
                });
    }

    /** Restarts the uploads from before a restart of the sidecar; drops those of deleted files. */
    public void resume() {
        if (settings.store().isEmpty()) {
            return;
        }
        try {
            pending.open().forEach(this::resume);
        } catch (IOException e) {
            log.warn("uploads of an earlier start are unknown", field("reason", e));
        }
    }

    /**
     * Prepares for the exit of the sidecar: from now on, a cancellation or an obstacle only
     * postpones an upload. Interrupts a running upload of a heap dump in favour of small files.
     */
    public void closing() {
        attempts.close();
    }

    /** Returns whether the sidecar is exiting. */
    public boolean isClosing() {
        return attempts.isClosing();
    }

    private JobSnapshot add(
            EvidenceKind kind, String id, String caller, boolean redact, List<SentObject> sent)
            throws ProblemException {
        Evidence evidence = prepare(kind, id, caller, redact, sent);
        try {
            return begin(evidence);
        } catch (ProblemException | RuntimeException e) {
            pending.remove(evidence);
            throw e;
        }
    }

    /** Adds evidence to the pending uploads. */
    private Evidence prepare(
            EvidenceKind kind, String id, String caller, boolean redact, List<SentObject> sent)
            throws ProblemException {
        if (settings.store().isEmpty()) {
            throw StoreProblem.noStore();
        }
        Evidence evidence =
                find(kind, id, caller, redact)
                        .orElseThrow(() -> StoreProblem.notThere(kind, id))
                        .with(sent);
        if (pending.contains(evidence) && !left.remove(evidence.label())) {
            throw StoreProblem.alreadyOnItsWay(evidence);
        }
        try {
            pending.add(evidence);
        } catch (IOException e) {
            throw StoreProblem.notBegun(evidence, e);
        }
        return evidence;
    }

    private void resume(Evidence evidence) {
        try {
            if (sources.containsKey(evidence.kind())
                    && source(evidence).find(evidence.id()).isPresent()) {
                beginOrLeave(evidence);
                return;
            }
        } catch (ProblemException e) {
            notStored(evidence.kind(), evidence.id(), e);
        }
        pending.remove(evidence);
    }

    /** Starts an automatic upload; postpones it if there are too many jobs. */
    private void beginOrLeave(Evidence evidence) {
        try {
            begin(evidence);
        } catch (ProblemException e) {
            notStored(evidence.kind(), evidence.id(), e);
            if (e.problem().kind() == Problem.Kind.UNAVAILABLE) {
                left.add(evidence.label());
            } else {
                pending.remove(evidence);
            }
            counts.ended(
                    new UploadCounts.Ended(
                            evidence,
                            UploadOutcome.FAILED,
                            0,
                            Duration.ZERO,
                            Optional.of(e.problem())));
        } catch (RuntimeException e) {
            pending.remove(evidence);
            throw e;
        }
    }

    private void notStored(EvidenceKind kind, String id, ProblemException e) {
        log.warn(
                "evidence is not uploaded",
                field(kind.label(), id),
                field("reason", e.problem().title() + ": " + e.problem().detail()));
    }

    private Optional<Evidence> find(EvidenceKind kind, String id, String caller, boolean redact)
            throws ProblemException {
        EvidenceFinder source = sources.get(kind);
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
                                        settings.names().folder(kind, id, found.target()),
                                        found.files().stream()
                                                .map(file -> redact ? file : file.unredacted())
                                                .toList(),
                                        List.of()));
    }

    private EvidenceFinder source(Evidence evidence) {
        EvidenceFinder source = sources.get(evidence.kind());
        if (source == null) {
            throw new IllegalStateException("found where none is: " + evidence.label());
        }
        return source;
    }

    private JobSnapshot begin(Evidence evidence) throws ProblemException {
        UploadSettings.Store store = settings.store().orElseThrow(StoreProblem::noStore);
        return jobs.startOwn(
                JobKind.UPLOAD,
                evidence.id(),
                evidence.caller(),
                job -> {
                    settings.memory().available();
                    running.put(evidence.label(), job.id());
                    try (FilesInUse.Use _ = source(evidence).use(evidence.id())) {
                        job.accepted();
                        store(store, evidence, job);
                    } finally {
                        running.remove(evidence.label(), job.id());
                    }
                });
    }

    private void store(UploadSettings.Store store, Evidence evidence, Job job)
            throws ProblemException {
        long began = System.nanoTime();
        UploadOutcome outcome = UploadOutcome.FAILED;
        UploadSettings.Sent sent = UploadSettings.Sent.NOTHING;
        Optional<Problem> why = Optional.empty();
        try {
            sent = attempts.send(store.sending(), evidence, job);
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
            if (attempts.isClosing() && outcome == UploadOutcome.CANCELLED) {
                memory.postponed(evidence);
            } else {
                memory.ended(evidence)
                        .ifPresent(
                                caller ->
                                        startAutomatically(evidence.kind(), evidence.id(), caller));
            }
            Duration took = Duration.ofNanos(System.nanoTime() - began);
            counts.ended(new UploadCounts.Ended(evidence, outcome, sent.bytes(), took, why));
        }
    }
}
