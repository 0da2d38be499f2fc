/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump.kubernetes;

import static io.heapsight.unit.EventLog.field;

import io.heapsight.dump.analysis.AnalysisRequirements;
import io.heapsight.dump.analysis.RemoteAnalysis;
import io.heapsight.dump.store.DumpRecord;
import io.heapsight.dump.store.DumpStore;
import io.heapsight.job.Job;
import io.heapsight.json.JsonObject;
import io.heapsight.store.EvidenceKind;
import io.heapsight.store.StoreUploads;
import io.heapsight.store.read.DumpNames;
import io.heapsight.store.read.StoredEvidence;
import io.heapsight.unit.EventLog;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Sha256;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Semaphore;

/**
 * Analyses dumps in Kubernetes Jobs of the pod's namespace, at most {@value #MOST_AT_ONCE} at once.
 * A dump has one Job, with a name derived from the dump, and a further Job only after a failure.
 * The cluster deletes ended Jobs; their summaries are in the store. Thread-safe.
 */
public final class AnalysisJobs implements RemoteAnalysis {
    private static final int MOST_AT_ONCE = 2;
    private static final int HASH_CHARACTERS = 8;
    private static final long MOST_FLAGS_BYTES = 32 << 10;
    private static final Duration LOOK_AGAIN = Duration.ofMillis(200);

    private final Cluster cluster;
    private final DumpStore store;
    private final StoreUploads uploads;
    private final Steps steps;
    private final boolean revealStrings;
    private final EventLog log;
    private final Semaphore permits = new Semaphore(MOST_AT_ONCE, true);

    /** The steps that child processes of the sidecar do. */
    public interface Steps extends Copying {
        /** Computes the requirements of a dump's analysis. */
        AnalysisRequirements plan(DumpRecord dump, Job job) throws ProblemException;

        /** Finds the evidence in a folder of the store, by its URL. */
        Optional<StoredEvidence> find(String folder, Job job) throws ProblemException;

        /**
         * Finds the evidence for a request that can't wait for long.
         *
         * @throws ProblemException also if another child process runs for too long
         */
        Optional<StoredEvidence> find(String folder) throws ProblemException;
    }

    /** Reads the store. */
    @FunctionalInterface
    public interface Copying {
        /** Copies an object, by its URL. */
        void copy(String url, Path file, Job job) throws ProblemException;
    }

    /**
     * @param uploads to the store that Jobs read
     * @param revealStrings whether summaries show contents of strings
     */
    public AnalysisJobs(
            Cluster cluster,
            DumpStore store,
            StoreUploads uploads,
            Steps steps,
            boolean revealStrings,
            EventLog log) {
        this.cluster = cluster;
        this.store = store;
        this.uploads = uploads;
        this.steps = steps;
        this.revealStrings = revealStrings;
        this.log = log;
    }

    @Override
    public void check() throws ProblemException {
        ServiceAccount _ = cluster.access().find();
    }

    @Override
    public State state(DumpRecord dump) throws ProblemException {
        try (KubernetesApi api = cluster.open()) {
            return newest(api, dump).orFailure().map(JobStatus::state).orElse(State.MISSING);
        }
    }

    @Override
    public void requireStored(DumpRecord dump) throws ProblemException {
        String folder = folder(dump);
        if (!UploadedDump.of(steps.find(folder)).hasSummary(dump)) {
            throw new ProblemException(
                    Problem.Kind.NOT_FOUND,
                    "This heap dump has no summary",
                    "The Job %s does not exist, and %s has no summary."
                            .formatted(name(dump), folder),
                    "POST /heapdumps/%s/analysis creates a Job.".formatted(dump.id()));
        }
    }

    @Override
    public void summarize(DumpRecord dump, Job job) throws ProblemException {
        try {
            awaitJob(dump, job);
        } catch (CancellationException e) {
            if (!uploads.isClosing()) {
                stop(dump, job);
            }
            throw e;
        }
        job.at("fetching the summary", 0, 0);
        new SummaryDownload(store, steps, folder(dump)).fetch(dump, job);
    }

    /** A complete Job needs no turn: an earlier start of the sidecar may have created it. */
    private void awaitJob(DumpRecord dump, Job job) throws ProblemException {
        try (KubernetesApi api = cluster.open()) {
            JobWatch.Found newest = newest(api, dump);
            if (newest.is(State.COMPLETE)) {
                return;
            }
            UploadedDump uploaded =
                    newest.is(State.RUNNING) ? UploadedDump.NOTHING : uploaded(dump, job);
            if (newest.status().isEmpty() && hasNewSummary(uploaded, dump)) {
                return;
            }
            awaitPermit(job);
            try {
                follow(dump, newest, uploaded, job);
            } finally {
                permits.release();
            }
        }
    }

    private void follow(DumpRecord dump, JobWatch.Found newest, UploadedDump uploaded, Job job)
            throws ProblemException {
        JobWatch watch = newest.hasFailed() ? newest.watch().next() : newest.watch();
        if (!newest.is(State.RUNNING)) {
            create(dump, watch, uploaded, job);
        }
        boolean complete = watch.awaitEnd(cluster.interval(), job);
        if (!complete && !hasNewSummary(uploaded(dump, job), dump)) {
            throw watch.deleted();
        }
    }

    /**
     * Whether the store has a summary that the sidecar lacks. Otherwise, the request is for a new
     * summary.
     */
    private boolean hasNewSummary(UploadedDump uploaded, DumpRecord dump) {
        return uploaded.hasSummary(dump) && !store.hasSummary(dump.id());
    }

    /** If the store can't be read, everything is uploaded again. */
    private UploadedDump uploaded(DumpRecord dump, Job job) throws ProblemException {
        job.at("looking for the dump in the store", 0, 0);
        String folder = folder(dump);
        try {
            return UploadedDump.of(steps.find(folder, job));
        } catch (ProblemException e) {
            log.warn(
                    "the store can't be searched for a dump",
                    field("heapdump", dump.id()),
                    field("reason", e.problem().title() + ": " + e.problem().detail()));
            return UploadedDump.NOTHING;
        }
    }

    /** Stops the Job of a cancelled analysis; when the sidecar ends, its Jobs continue. */
    private void stop(DumpRecord dump, Job job) {
        try (KubernetesApi api = cluster.open()) {
            new JobStop(first(api, dump), cluster.pod(), log).stop(job);
        } catch (ProblemException e) {
            log.warn(
                    "the analysis Job can't be stopped",
                    field("heapdump", dump.id()),
                    field("reason", e.problem().detail()));
        }
    }

    private void awaitPermit(Job job) {
        job.queued(true);
        try {
            while (!permits.tryAcquire()) {
                job.at("waiting for another analysis Job to end", 0, 0);
                job.cancel().pause(LOOK_AGAIN);
            }
        } finally {
            job.queued(false);
        }
    }

    private void create(DumpRecord dump, JobWatch watch, UploadedDump uploaded, Job job)
            throws ProblemException {
        SidecarPod pod = ownPod(watch.api());
        AnalysisRequirements plan = steps.plan(dump, job);
        job.at("uploading the dump", 0, 0);
        uploads.awaitHeapDump(dump.id(), uploaded.objects(), job);
        JobSize size = JobSize.of(plan.memoryBytes(), plan.dumpBytes());
        String object = folder(dump) + "/" + DumpNames.uploaded(dump.id());
        AnalysisJob manifest =
                new AnalysisJob(watch.name(), object, size, flags(dump), revealStrings);
        if (watch.api().create(JobWatch.BATCH, "jobs", manifest.manifest(pod))) {
            log.info(
                    "analysis Job created",
                    field("heapdump", dump.id()),
                    field("name", watch.name()),
                    field("memory", size.memory()),
                    field("disk", size.disk()));
        }
    }

    private SidecarPod ownPod(KubernetesApi api) throws ProblemException {
        String name = cluster.pod().orElse("");
        Optional<JsonObject> pod =
                name.isEmpty() ? Optional.empty() : api.find(JobWatch.CORE, "pods/" + name);
        try {
            return SidecarPod.read(pod.orElseThrow(() -> unknownPod(name, api.namespace())));
        } catch (IOException e) {
            throw api.failures().lost(e);
        }
    }

    private static ProblemException unknownPod(String name, String namespace) {
        return new ProblemException(
                Problem.Kind.CONFLICT,
                "The sidecar's own pod is unknown",
                "Namespace %s has no pod with the name \"%s\".".formatted(namespace, name),
                "Set POD_NAME in the sidecar's container: valueFrom: {fieldRef: {fieldPath:"
                        + " metadata.name}}.");
    }

    /** Reads the flags of the dumped JVM, which give exact sizes. */
    private Optional<String> flags(DumpRecord dump) {
        Path file = store.flags(dump);
        try {
            String text = Files.size(file) <= MOST_FLAGS_BYTES ? Files.readString(file) : "";
            return Optional.of(text).filter(it -> it.contains("-XX:"));
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    private JobWatch.Found newest(KubernetesApi api, DumpRecord dump) throws ProblemException {
        return first(api, dump).newest();
    }

    private JobWatch first(KubernetesApi api, DumpRecord dump) throws ProblemException {
        return new JobWatch(api, name(dump), 1, dump.id());
    }

    /**
     * Returns the name of a dump's first Job: the dump's id and a hash of its folder in the store.
     * The id is unique in its pod, the folder everywhere.
     */
    private String name(DumpRecord dump) throws ProblemException {
        MessageDigest digest = Sha256.begin();
        digest.update(folder(dump).getBytes(StandardCharsets.UTF_8));
        String hash = Sha256.hex(digest).substring(0, HASH_CHARACTERS);
        return "heapsight-%s-%s".formatted(dump.id().toLowerCase(Locale.ROOT), hash);
    }

    private String folder(DumpRecord dump) throws ProblemException {
        return uploads.folder(EvidenceKind.HEAPDUMP, dump.id(), dump.target());
    }
}
