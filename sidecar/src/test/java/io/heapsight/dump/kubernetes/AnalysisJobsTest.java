/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.heapsight.job.JobKind;
import io.heapsight.job.JobSnapshot;
import io.heapsight.job.JobState;
import io.heapsight.json.JsonObject;
import io.heapsight.kept.SummaryFormat;
import io.heapsight.store.EvidenceKind;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Analyses by Jobs, from the upload of the dump to its summary. */
@Timeout(60)
class AnalysisJobsTest extends AnalysisJobsFixture {
    @Test
    void aJobAnalysesTheUploadedDumpAndItsSummaryIsStored() throws Exception {
        Files.writeString(store.flags(dump), "7:\n-XX:+UseCompressedOops $(HOME)\n");
        cluster.created = FakeCluster.COMPLETE;
        summariesAreInTheStore();

        JobSnapshot job = analysed();

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
                .isEqualTo("3584Mi");
    }

    @Test
    void anUploadToAPresignedUrlIsNotThatToTheStore() throws Exception {
        CountDownLatch sent = new CountDownLatch(1);
        JobSnapshot presigned =
                jobs.start(
                        JobKind.UPLOAD,
                        dump.id(),
                        "http",
                        job -> {
                            job.accepted();
                            await().until(() -> sent.getCount() == 0);
                        });

        inTheCluster();

        assertThat(uploaded).containsExactly(folder(dump) + dump.id() + ".hprof.gz");
        assertThat(jobs.find(presigned.id()).orElseThrow().state()).isEqualTo(JobState.RUNNING);
        sent.countDown();
    }

    @Test
    void aRunningUploadToTheStoreIsNotRepeated() throws Exception {
        CountDownLatch connection = new CountDownLatch(1);
        sending = _ -> await().until(() -> connection.getCount() == 0);
        uploads.start(EvidenceKind.HEAPDUMP, dump.id(), "http");

        JobSnapshot job = analyses.start(dump, "test");
        await().until(() -> phase(job).equals("uploading the dump"));
        connection.countDown();

        await().until(() -> phase(job).startsWith("analysing in the Job"));
        assertThat(uploaded).hasSize(1);
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
                        .replace("3584Mi", "20Gi")
                        .replace(
                                folder(dump) + dump.id(),
                                "s3://dumps/heapsight/CLUSTER/NAMESPACE/POD/TARGET/ID.heapdump/ID");
        assertThat(withoutMetadata(yaml(posted))).isEqualTo(withoutMetadata(expected));
    }

    private static Object withoutMetadata(Object manifest) {
        ((Map<?, ?>) manifest).remove("metadata");
        return manifest;
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

        JobSnapshot job = analyses.start(dump, "test");

        await().until(
                        () -> phase(job),
                        it -> it.endsWith("waiting: Unschedulable: 0/3 nodes are available"));
    }

    @Test
    void anOutageOfTheApiServerDoesNotEndAnAnalysis() throws Exception {
        JobSnapshot job = analyses.start(dump, "test");
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
        JobSnapshot job = analyses.start(dump, "test");
        await().until(() -> phase(job).startsWith("analysing in the Job"));
        cluster.jobs.clear();

        assertThat(ended(job).problem().orElseThrow().title())
                .isEqualTo("The analysis Job was deleted");
    }

    @Test
    void eachRequestHasTheCurrentToken() throws Exception {
        JobSnapshot job = analyses.start(dump, "test");
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
        List<JobSnapshot> three = new ArrayList<>();
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
