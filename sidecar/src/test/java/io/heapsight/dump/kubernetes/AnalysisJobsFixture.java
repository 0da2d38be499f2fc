/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.heapsight.child.AnalysisMemory;
import io.heapsight.dump.analysis.AnalysisRequirements;
import io.heapsight.dump.analysis.DumpAnalyses;
import io.heapsight.dump.analysis.LastSummaries;
import io.heapsight.dump.store.DumpRecord;
import io.heapsight.dump.store.DumpStore;
import io.heapsight.job.Job;
import io.heapsight.job.JobSnapshot;
import io.heapsight.job.JobState;
import io.heapsight.job.Jobs;
import io.heapsight.json.JsonObject;
import io.heapsight.kept.StorageQuota;
import io.heapsight.proc.ProcFs;
import io.heapsight.store.Evidence;
import io.heapsight.store.EvidenceFile;
import io.heapsight.store.EvidenceFinder;
import io.heapsight.store.EvidenceKind;
import io.heapsight.store.PendingUploads;
import io.heapsight.store.SentObject;
import io.heapsight.store.StoreFolderNames;
import io.heapsight.store.StoreUploads;
import io.heapsight.store.StoreUrl;
import io.heapsight.store.UploadCounts;
import io.heapsight.store.UploadSettings;
import io.heapsight.store.read.ManifestObject;
import io.heapsight.store.read.StoredEvidence;
import io.heapsight.unit.ByteSize;
import io.heapsight.unit.EventLog;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.SteadyClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** A sidecar with one dump, its store and its cluster. */
abstract class AnalysisJobsFixture {
    static final Instant NOON = Instant.parse("2026-11-21T12:00:00.123Z");
    static final String SUMMARY = "{\"dump\": \"of the Job\", \"ä\": 1}\n";

    @TempDir Path data;
    @TempDir Path account;

    /** The objects of the store by URL; a large one is only named. */
    final Map<String, String> objects = new ConcurrentHashMap<>();

    /** What the manifest of a dump's folder lists, and the store has, by the folder's URL. */
    final Map<String, StoredEvidence> listed = new ConcurrentHashMap<>();

    final List<String> uploaded = new CopyOnWriteArrayList<>();
    final List<String> lines = new CopyOnWriteArrayList<>();
    EventLog log;
    FakeCluster cluster;
    Jobs jobs;
    DumpStore store;
    DumpRecord dump;
    StoreUploads uploads;

    /** Whether the store refuses to list objects. */
    volatile boolean unreadable;

    /** What an upload waits for. */
    Consumer<Job> sending = _ -> {};

    DumpAnalyses analyses;

    @BeforeEach
    void open() throws IOException, ProblemException {
        log = new EventLog(lines::add, EventLog.Format.TEXT, InstantSource.system());
        cluster = new FakeCluster(account);
        jobs = Jobs.open(data, log, SteadyClock.system(log));
        store = DumpStore.open(data);
        store.prepare();
        dump = add(7);
        uploads = uploads();
        analyses = analyses();
    }

    @AfterEach
    void close() {
        jobs.close();
        cluster.close();
    }

    DumpRecord add(int pid) throws IOException {
        String id = store.newId(NOON, pid);
        Path part = Files.writeString(store.partOf(id), "a dump");
        DumpRecord added =
                new DumpRecord(
                        id, NOON, pid, "shop", 6, false, false, Optional.empty(), "for a test");
        store.add(added, part);
        return added;
    }

    private DumpAnalyses analyses() {
        DumpAnalyses started =
                new DumpAnalyses(
                        jobs,
                        store,
                        new LastSummaries(store, 3, InstantSource.system(), log),
                        new DumpAnalyses.Settings(memory(), false, StorageQuota.parse("count=5")),
                        log);
        started.delegate(
                new AnalysisJobs(cluster.cluster(), store, uploads, new StoreSteps(), false, log));
        return started;
    }

    /** Ends the sidecar while it works, and starts it again. */
    void restart() throws IOException {
        uploads.closing();
        jobs.close();
        jobs = Jobs.open(data, log, SteadyClock.system(log));
        uploads = uploads();
        analyses = analyses();
    }

    /** Starts an analysis up to the creation of its Job. */
    JobSnapshot inTheCluster() throws ProblemException {
        JobSnapshot job = analyses.start(dump, "test");
        await().until(() -> phase(job).startsWith("analysing in the Job"));
        return job;
    }

    JobSnapshot cancelled(JobSnapshot job) {
        jobs.cancel(job.id());
        return ended(job);
    }

    static AnalysisMemory memory() {
        return AnalysisMemory.of(ProcFs.system(), Optional.of(ByteSize.parse("64m")));
    }

    StoreUploads uploads() {
        return new StoreUploads(
                new UploadSettings(
                        Optional.of(
                                new UploadSettings.Store(
                                        StoreUrl.parse("s3://dumps/a"),
                                        (evidence, _, job) -> send(evidence, job))),
                        true,
                        new StoreFolderNames(List.of("eu", "shop", "shop-1")),
                        memory(),
                        (job, turn, work) -> {
                            turn.run();
                            work.run(job);
                        },
                        new UploadSettings.Patience(1, Duration.ofMillis(1))),
                Map.of(
                        EvidenceKind.HEAPDUMP,
                        EvidenceFinder.of(
                                store.files(),
                                it ->
                                        List.of(
                                                new EvidenceFile(
                                                        store.file(it),
                                                        it.id() + ".hprof.gz",
                                                        EvidenceFile.Form.REDACTED)))),
                new PendingUploads(data, log),
                jobs,
                new UploadCounts(_ -> {}),
                log);
    }

    UploadSettings.Sent send(Evidence evidence, Job job) {
        sending.accept(job);
        for (EvidenceFile each : evidence.files()) {
            uploaded.add("s3://dumps/a/" + evidence.folder() + "/" + each.name());
        }
        return new UploadSettings.Sent(1, 0);
    }

    /** The steps of child processes. */
    private final class StoreSteps implements AnalysisJobs.Steps {
        @Override
        public AnalysisRequirements plan(DumpRecord planned, Job job) {
            return new AnalysisRequirements(700L << 20, 1L << 30);
        }

        @Override
        public Optional<StoredEvidence> find(String folder, Job job) throws ProblemException {
            return find(folder);
        }

        @Override
        public Optional<StoredEvidence> find(String folder) throws ProblemException {
            if (unreadable) {
                throw new ProblemException(
                        Problem.Kind.UNAVAILABLE, "The store can't be read", folder, "Wait.");
            }
            return Optional.ofNullable(listed.get(folder + "/"));
        }

        @Override
        public void copy(String url, Path file, Job job) throws ProblemException {
            String object = objects.get(url);
            if (object == null) {
                throw new ProblemException(
                        Problem.Kind.NOT_FOUND, "The object does not exist", url, "Check it.");
            }
            try {
                Files.writeString(file, object);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    String folder(DumpRecord of) {
        return "s3://dumps/a/eu/shop/shop-1/shop/%s.heapdump/".formatted(of.id());
    }

    /** What a Job uploads. */
    void summariesAreInTheStore() {
        objects.put(folder(dump) + dump.id() + ".summary.json", SUMMARY);
        objects.put(folder(dump) + dump.id() + ".summary.html", "<html>");
        objects.put(folder(dump) + dump.id() + ".summary.txt", "a summary");
    }

    /**
     * The store has the dump, and what a Job uploaded.
     *
     * @param form of the dump
     * @param bytesInStore of each object, whose manifest names 5 bytes
     */
    void theStoreLists(EvidenceFile.Form form, long bytesInStore, String... ends) {
        List<ManifestObject> objects =
                Stream.of(ends)
                        .map(
                                end ->
                                        new ManifestObject(
                                                new SentObject(
                                                        dump.id() + end, form, 5, "ab", true),
                                                OptionalLong.of(bytesInStore)))
                        .toList();
        listed.put(
                folder(dump),
                new StoredEvidence(
                        "of the dump",
                        EvidenceKind.HEAPDUMP,
                        dump.id(),
                        "shop",
                        "test",
                        Optional.of(NOON),
                        StoredEvidence.State.COMPLETE,
                        objects));
    }

    JobSnapshot analysed() throws ProblemException {
        return ended(analyses.start(dump, "test"));
    }

    JobSnapshot ended(JobSnapshot job) {
        return await().until(
                        () -> jobs.find(job.id()).orElseThrow(), each -> each.state().isFinal());
    }

    Problem problem() throws ProblemException {
        JobSnapshot job = analysed();
        assertThat(job.state()).isEqualTo(JobState.FAILED);
        return job.problem().orElseThrow();
    }

    JsonObject manifest() throws IOException {
        return JsonObject.parseDeep(cluster.requests("POST").getFirst().text());
    }

    static JsonObject container(JsonObject manifest) throws IOException {
        return manifest.object("spec")
                .object("template")
                .object("spec")
                .items(JsonObject.class, "containers")
                .getFirst();
    }

    static Object yaml(String text) {
        return new Load(LoadSettings.builder().build()).loadFromString(text);
    }

    String phase(JobSnapshot job) {
        return jobs.find(job.id()).orElseThrow().phase();
    }
}
