/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.heapsight.child.AnalysisMemory;
import io.heapsight.dump.analysis.AnalysisPlan;
import io.heapsight.dump.analysis.DumpAnalyses;
import io.heapsight.dump.analysis.LastSummaries;
import io.heapsight.dump.store.DumpRecord;
import io.heapsight.dump.store.DumpStore;
import io.heapsight.job.Job;
import io.heapsight.job.JobRecord;
import io.heapsight.job.JobState;
import io.heapsight.job.Jobs;
import io.heapsight.json.JsonObject;
import io.heapsight.kept.StorageQuota;
import io.heapsight.kept.SummaryFormat;
import io.heapsight.proc.ProcFs;
import io.heapsight.store.Evidence;
import io.heapsight.store.EvidenceFile;
import io.heapsight.store.EvidenceKind;
import io.heapsight.store.EvidenceSource;
import io.heapsight.store.ObjectNames;
import io.heapsight.store.PendingUploads;
import io.heapsight.store.StoreUploads;
import io.heapsight.store.StoreUrl;
import io.heapsight.store.UploadCounts;
import io.heapsight.store.UploadSettings;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** Analyses by Jobs, from the upload of the dump to its summary. */
@Timeout(60)
class AnalysisJobsTest {
    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00.123Z");
    private static final String SUMMARY = "{\"dump\": \"of the Job\", \"ä\": 1}\n";

    @TempDir private Path data;
    @TempDir private Path account;

    /** The objects of the store by URL; a large one is only named. */
    private final Map<String, String> objects = new ConcurrentHashMap<>();

    private final List<String> uploaded = new CopyOnWriteArrayList<>();
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private EventLog log;
    private FakeCluster cluster;
    private Jobs jobs;
    private DumpStore store;
    private DumpRecord dump;
    private DumpAnalyses analyses;

    @BeforeEach
    void open() throws IOException, ProblemException {
        log = new EventLog(lines::add, EventLog.Format.TEXT, InstantSource.system());
        cluster = new FakeCluster(account);
        jobs = Jobs.open(data, log, SteadyClock.system(log));
        store = DumpStore.open(data);
        store.prepare();
        dump = add(7);
        start();
    }

    @AfterEach
    void close() {
        jobs.close();
        cluster.close();
    }

    private DumpRecord add(int pid) throws IOException {
        String id = store.newId(NOON, pid);
        Path part = Files.writeString(store.partOf(id), "a dump");
        DumpRecord added =
                new DumpRecord(
                        id, NOON, pid, "shop", 6, false, false, Optional.empty(), "for a test");
        store.add(added, part);
        return added;
    }

    /** Starts the services of a sidecar. */
    private void start() {
        analyses =
                new DumpAnalyses(
                        jobs,
                        store,
                        new LastSummaries(store, 3, InstantSource.system(), log),
                        new DumpAnalyses.Settings(memory(), false, StorageQuota.parse("count=5")),
                        log);
        analyses.delegate(
                new AnalysisJobs(
                        cluster.cluster(), store, uploads(), new StoreSteps(), false, log));
    }

    private static AnalysisMemory memory() {
        return AnalysisMemory.of(ProcFs.system(), Optional.of(ByteSize.parse("64m")));
    }

    private StoreUploads uploads() {
        return new StoreUploads(
                new UploadSettings(
                        Optional.of(
                                new UploadSettings.Store(
                                        StoreUrl.parse("s3://dumps/a"),
                                        (evidence, _, _) -> send(evidence))),
                        true,
                        new ObjectNames(List.of("eu", "shop", "shop-1")),
                        memory(),
                        (job, turn, work) -> {
                            turn.run();
                            work.run(job);
                        },
                        new UploadSettings.Patience(1, Duration.ofMillis(1))),
                Map.of(
                        EvidenceKind.HEAPDUMP,
                        EvidenceSource.of(
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

    private UploadSettings.Sent send(Evidence evidence) {
        for (EvidenceFile each : evidence.files()) {
            uploaded.add("s3://dumps/a/" + evidence.folder() + "/" + each.name());
        }
        return new UploadSettings.Sent(1, 0);
    }

    /** The steps of child processes. */
    private final class StoreSteps implements AnalysisJobs.Steps {
        @Override
        public AnalysisPlan plan(DumpRecord planned, Job job) {
            return new AnalysisPlan(700L << 20, 1L << 30);
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

    private String folder(DumpRecord of) {
        return "s3://dumps/a/eu/shop/shop-1/shop/%s.heapdump/".formatted(of.id());
    }

    /** What a Job uploads. */
    private void summariesAreInTheStore() {
        objects.put(folder(dump) + dump.id() + ".summary.json", SUMMARY);
        objects.put(folder(dump) + dump.id() + ".summary.html", "<html>");
        objects.put(folder(dump) + dump.id() + ".summary.txt", "a summary");
    }

    private JobRecord analysed() throws ProblemException {
        return ended(analyses.start(dump, "test"));
    }

    private JobRecord ended(JobRecord job) {
        return await().until(
                        () -> jobs.find(job.id()).orElseThrow(), each -> each.state().isFinal());
    }

    private Problem problem() throws ProblemException {
        JobRecord job = analysed();
        assertThat(job.state()).isEqualTo(JobState.FAILED);
        return job.problem().orElseThrow();
    }

    private JsonObject manifest() throws IOException {
        return JsonObject.parseDeep(cluster.requests("POST").getFirst().text());
    }

    private static JsonObject container(JsonObject manifest) throws IOException {
        return manifest.object("spec")
                .object("template")
                .object("spec")
                .items(JsonObject.class, "containers")
                .getFirst();
    }

    @Test
    void aJobAnalysesTheUploadedDumpAndItsSummaryIsStored() throws Exception {
        Files.writeString(store.flags(dump), "7:\n-XX:+UseCompressedOops $(HOME)\n");
        cluster.created = FakeCluster.COMPLETE;
        summariesAreInTheStore();

        JobRecord job = analysed();

        assertThat(job.state()).as("%s", job.problem()).isEqualTo(JobState.DONE);
        assertThat(job.result()).contains("/heapdumps/" + dump.id() + "/summary");
        assertThat(uploaded).containsExactly(folder(dump) + dump.id() + ".hprof.gz");
        assertThat(store.summary(dump, SummaryFormat.JSON)).hasContent(SUMMARY);
        assertThat(store.summary(dump, SummaryFormat.TEXT)).hasContent("a summary");
        assertThat(store.hasSummary(dump.id())).isTrue();
        JsonObject container = container(manifest());
        assertThat(container.items(String.class, "args"))
                .last()
                .isEqualTo("--flags=7:\n-XX:+UseCompressedOops $$(HOME)\n");
        assertThat(container.object("resources").object("limits").text("memory"))
                .isEqualTo("700Mi");
        assertThat(container.object("resources").object("requests").text("ephemeral-storage"))
                .isEqualTo("3072Mi");
    }

    @Test
    void theJobHasImageIdentityAndCredentialsOfTheSidecar() throws Exception {
        cluster.created = FakeCluster.COMPLETE;
        analysed();

        String manifest = cluster.requests("POST").getFirst().text();

        assertThat(manifest)
                .contains("\"image\":\"registry.example/heapsight:9\"")
                .contains("\"imagePullSecrets\":[{\"name\":\"registry\"}]")
                .contains("\"serviceAccountName\":\"shop\"")
                .contains("{\"azure.workload.identity/use\":\"true\"}")
                .contains("{\"name\":\"AWS_SHARED_CREDENTIALS_FILE\",")
                .contains("\"envFrom\":[{\"secretRef\":{\"name\":\"keys\"}}]")
                .contains("\"secret\":{\"secretName\":\"keys\",\"defaultMode\":420}")
                .contains("\"mountPath\":\"/run/secrets/store\"")
                .doesNotContain("HEAPSIGHT_ANALYSIS", "kube-api-access", "heapsight-data");
    }

    @Test
    void theJobIsThatOfTheManifests() throws Exception {
        cluster.pod =
                """
                {"metadata":{"name":"shop-1"},
                 "spec":{"serviceAccountName":"heapsight-analyze",
                         "containers":[{"name":"heapsight","image":"heapsight:0.1.0"}]}}
                """;
        cluster.created = FakeCluster.COMPLETE;
        analysed();

        Object expected = yaml(Files.readString(Path.of("../k8s/analyze-job/job.yaml")));
        String posted =
                cluster.requests("POST")
                        .getFirst()
                        .text()
                        .replace("\"cpu\":\"1\"", "\"cpu\":\"2\"")
                        .replace("700Mi", "4Gi")
                        .replace("3072Mi", "20Gi")
                        .replace(
                                folder(dump) + dump.id(),
                                "s3://dumps/heapsight/CLUSTER/NAMESPACE/POD/TARGET/ID.heapdump/ID");
        assertThat(withoutMetadata(yaml(posted))).isEqualTo(withoutMetadata(expected));
    }

    private static Object yaml(String text) {
        return new Load(LoadSettings.builder().build()).loadFromString(text);
    }

    private static Object withoutMetadata(Object manifest) {
        ((Map<?, ?>) manifest).remove("metadata");
        return manifest;
    }

    @Test
    void aRestartedSidecarFollowsTheJobOfItsDump() throws Exception {
        JobRecord first = analyses.start(dump, "test");
        await().until(() -> !cluster.jobs.isEmpty());
        jobs.cancel(first.id());
        ended(first);
        uploaded.clear();
        start();

        JobRecord second = analyses.start(dump, "test");
        await().until(() -> phase(second).contains("analysing in the Job heapsight-20261121t"));
        summariesAreInTheStore();
        cluster.jobs.replaceAll((_, _) -> FakeCluster.COMPLETE);

        assertThat(ended(second).state()).isEqualTo(JobState.DONE);
        assertThat(cluster.requests("POST")).hasSize(1);
        assertThat(uploaded).isEmpty();
    }

    private String phase(JobRecord job) {
        return jobs.find(job.id()).orElseThrow().phase();
    }

    @Test
    void aRequestForTheSummaryFetchesThatOfAnEndedJob() throws Exception {
        JobRecord first = analyses.start(dump, "test");
        await().until(() -> !cluster.jobs.isEmpty());
        jobs.cancel(first.id());
        ended(first);
        summariesAreInTheStore();
        cluster.jobs.replaceAll((_, _) -> FakeCluster.COMPLETE);

        analyses.resume(dump, "http");

        assertThat(store.summary(dump, SummaryFormat.JSON)).hasContent(SUMMARY);
    }

    @Test
    void aRequestForTheSummaryOfARunningJobDoesNotWait() throws Exception {
        JobRecord first = analyses.start(dump, "test");
        await().until(() -> !cluster.jobs.isEmpty());
        jobs.cancel(first.id());
        ended(first);

        analyses.resume(dump, "http");
        analyses.resume(dump, "http");

        assertThat(jobs.list()).hasSize(3); // two analyses, one upload
        assertThat(jobs.list().getLast().state().isFinal()).isFalse();
    }

    @Test
    void aRequestForTheSummaryOfADumpWithoutAJobStartsNone() throws Exception {
        analyses.resume(dump, "http");

        assertThat(cluster.requests("POST")).isEmpty();
        assertThat(jobs.list()).isEmpty();
    }

    @Test
    void aJobThatAnotherRequestCreatedIsFollowed() throws Exception {
        cluster.instead =
                request -> {
                    if (request.method().equals("POST")) {
                        String name =
                                request.text().replaceFirst("(?s).*\"(heapsight-2.*?)\".*", "$1");
                        cluster.jobs.put(name, FakeCluster.COMPLETE);
                    }
                    return Optional.empty();
                };
        summariesAreInTheStore();

        assertThat(analysed().state()).isEqualTo(JobState.DONE);
        assertThat(lines).noneMatch(line -> line.contains("analysis Job created"));
    }

    @Test
    void aMissingRoleIsNamed() throws Exception {
        cluster.instead =
                _ ->
                        Optional.of(
                                FakeCluster.refusal(
                                        403,
                                        "jobs.batch is forbidden: User"
                                                + " \"system:serviceaccount:shop:default\" cannot get"
                                                + " resource \"jobs\" in API group \"batch\""));

        Problem problem = problem();

        assertThat(problem.kind()).isEqualTo(Problem.Kind.REFUSED_BY_TARGET);
        assertThat(problem.detail()).contains("system:serviceaccount:shop:default");
        assertThat(problem.remedy()).contains("k8s/analysis-in-jobs/role.yaml");
        assertThat(Path.of("../k8s/analysis-in-jobs/role.yaml")).exists();
        assertThatThrownBy(() -> analyses.resume(dump, "http"))
                .hasMessageContaining("cannot get resource");
    }

    @Test
    void aQuotaIsNotAMissingRole() throws Exception {
        cluster.instead =
                request ->
                        request.method().equals("POST")
                                ? Optional.of(
                                        FakeCluster.refusal(
                                                403,
                                                "jobs.batch \"heapsight\" is forbidden: exceeded"
                                                        + " quota: jobs, used: count/jobs.batch=3"))
                                : Optional.empty();

        Problem problem = problem();

        assertThat(problem.detail()).contains("exceeded quota");
        assertThat(problem.remedy()).contains("A quota or a policy").doesNotContain("role.yaml");
    }

    @Test
    void anApiServerThatIsGoneIsReported() throws Exception {
        cluster.close();

        Problem problem = problem();

        assertThat(problem.kind()).isEqualTo(Problem.Kind.UNAVAILABLE);
        assertThat(problem.title()).isEqualTo("The API server of Kubernetes can't be reached");
        assertThat(uploaded).isEmpty();
    }

    @Test
    void aShortFailureOfTheApiServerIsRetried() throws Exception {
        List<String> failed = new ArrayList<>();
        cluster.instead =
                request ->
                        failed.size() < 1 && failed.add(request.path())
                                ? Optional.of(FakeCluster.refusal(503, "starting"))
                                : Optional.empty();
        cluster.created = FakeCluster.COMPLETE;
        summariesAreInTheStore();

        assertThat(analysed().state()).isEqualTo(JobState.DONE);
    }

    @Test
    void aFailedJobIsReportedWithItsTerminationMessage() throws Exception {
        cluster.created = FakeCluster.FAILED;
        cluster.pods =
                """
                {"items":[
                  {"metadata":{"creationTimestamp":"2026-11-21T12:09:00Z"},"status":{"containerStatuses":[
                    {"name":"heapsight","state":{"terminated":{"exitCode":137,"reason":"OOMKilled","message":"heapsight: \\u001bkilled\\n"}}}]}},
                  {"metadata":{"creationTimestamp":"2026-11-21T12:01:00Z"},"status":{}}]}
                """;

        Problem problem = problem();

        assertThat(problem.title()).isEqualTo("The analysis Job failed");
        assertThat(problem.detail())
                .contains(
                        "exit code 137, OOMKilled: heapsight: \\u001bkilled (BackoffLimitExceeded");
        assertThat(problem.remedy()).contains("kubectl -n shop logs job/heapsight-2026");
        assertThat(store.hasSummary(dump.id())).isFalse();
        assertThat(store.find(dump.id())).isPresent();
    }

    @Test
    void afterAFailedJobARequestCreatesAnother() throws Exception {
        cluster.created = FakeCluster.FAILED;
        analysed();
        analysed();
        assertThatThrownBy(() -> analyses.resume(dump, "http"))
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        e ->
                                assertThat(e.problem().detail())
                                        .containsPattern("heapsight-\\S+-2 in"));
        cluster.created = FakeCluster.COMPLETE;
        summariesAreInTheStore();

        assertThat(analysed().state()).isEqualTo(JobState.DONE);

        assertThat(cluster.requests("POST")).hasSize(3);
        assertThat(cluster.jobs.keySet())
                .filteredOn(name -> name.matches(".*[0-9a-f]{8}(-[23])?"))
                .hasSize(3);
    }

    @Test
    void aPodThatWaitsForANodeIsShown() throws Exception {
        cluster.pods =
                """
                {"items":[{"metadata":{},"status":{"conditions":[
                  {"type":"PodScheduled","status":"False","reason":"Unschedulable","message":"0/3 nodes are available"}]}}]}
                """;

        JobRecord job = analyses.start(dump, "test");

        await().until(
                        () -> phase(job),
                        it -> it.endsWith("waiting: Unschedulable: 0/3 nodes are available"));
    }

    @Test
    void anOutageOfTheApiServerDoesNotEndAnAnalysis() throws Exception {
        JobRecord job = analyses.start(dump, "test");
        await().until(() -> phase(job).endsWith(" shows why"));
        cluster.instead = _ -> Optional.of(FakeCluster.refusal(503, "restarting"));
        await().until(() -> phase(job).contains("temporarily unavailable"));
        cluster.instead = _ -> Optional.empty();
        summariesAreInTheStore();
        cluster.jobs.replaceAll((_, _) -> FakeCluster.COMPLETE);

        assertThat(ended(job).state()).isEqualTo(JobState.DONE);
    }

    @Test
    void aDeletedJobIsReported() throws Exception {
        JobRecord job = analyses.start(dump, "test");
        await().until(() -> phase(job).startsWith("analysing in the Job"));
        cluster.jobs.clear();

        assertThat(ended(job).problem().orElseThrow().title())
                .isEqualTo("The analysis Job was deleted");
    }

    @Test
    void eachRequestHasTheCurrentToken() throws Exception {
        JobRecord job = analyses.start(dump, "test");
        await().until(() -> phase(job).startsWith("analysing in the Job"));
        cluster.token("second");

        await().until(
                        () -> cluster.requests("GET").getLast().head("authorization"),
                        "Bearer second"::equals);
        assertThat(cluster.requests("POST").getFirst().head("authorization"))
                .isEqualTo("Bearer first");
    }

    @Test
    void theThirdDumpWaitsUntilAJobHasEnded() throws Exception {
        List<JobRecord> three = new ArrayList<>();
        three.add(analyses.start(dump, "test"));
        three.add(analyses.start(add(8), "test"));
        await().until(() -> cluster.jobs.size() == 2);
        three.add(analyses.start(add(9), "test"));
        await().until(() -> phase(three.getLast()).startsWith("waiting for another analysis Job"));
        assertThat(jobs.find(three.getLast().id()).orElseThrow().state())
                .isEqualTo(JobState.QUEUED);

        cluster.jobs.replaceAll((_, _) -> FakeCluster.FAILED);

        await().until(() -> cluster.jobs.size() == 3);
    }

    @Test
    void withoutAnApiServerNoAnalysisStarts() {
        assertThatThrownBy(() -> ServiceAccount.find(Map.of(), account))
                .hasMessageContaining("KUBERNETES_SERVICE_HOST is empty");
        Map<String, String> pod = Map.of("KUBERNETES_SERVICE_HOST", "10.0.0.1");
        assertThatThrownBy(() -> ServiceAccount.find(pod, data))
                .hasMessageContaining("token is missing or unreadable");
    }

    @Test
    void theAddressOfTheApiServerIsThatOfTheEnvironment() throws Exception {
        assertThat(
                        ServiceAccount.find(
                                        Map.of(
                                                "KUBERNETES_SERVICE_HOST",
                                                "fd00::1",
                                                "KUBERNETES_SERVICE_PORT",
                                                "6443"),
                                        account)
                                .server())
                .hasToString("https://[fd00::1]:6443");
    }
}
