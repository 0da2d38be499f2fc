/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.dump.kubernetes.JobAccess;
import io.heapsight.dump.kubernetes.ServiceAccount;
import io.heapsight.json.JsonObject;
import io.heapsight.store.rest.ScriptedService;
import io.heapsight.store.rest.ScriptedService.Answer;
import io.heapsight.store.rest.ScriptedService.Request;
import io.heapsight.upload.TlsFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The access to Jobs, at a scripted API server. */
@Timeout(60)
class AnalysisJobsCheckTest {
    @TempDir private Path account;
    private final List<String> rights =
            new ArrayList<>(
                    List.of(
                            "create batch/jobs",
                            "get batch/jobs",
                            "delete batch/jobs",
                            "get /pods",
                            "list /pods"));

    private Optional<Answer> instead = Optional.empty();
    private ScriptedService server;

    @BeforeEach
    void serve() throws IOException {
        server = new ScriptedService(request -> instead.orElseGet(() -> review(request)));
        Files.writeString(account.resolve("namespace"), "shop");
        Files.writeString(account.resolve("token"), "secret");
        Files.copy(TlsFiles.certificate(), account.resolve("ca.crt"));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private Answer review(Request request) {
        try {
            JsonObject asked =
                    JsonObject.parseDeep(request.text())
                            .object("spec")
                            .object("resourceAttributes");
            assertThat(asked.text("namespace")).isEqualTo("shop");
            String right =
                    "%s %s/%s"
                            .formatted(
                                    asked.text("verb"),
                                    asked.text("group"),
                                    asked.text("resource"));
            return Answer.of(
                    201, "{\"status\":{\"allowed\":%s}}".formatted(rights.contains(right)));
        } catch (IOException e) {
            return Answer.of(400, String.valueOf(e.getMessage()));
        }
    }

    private CheckResult look() {
        return new AnalysisJobsCheck(new JobAccess(() -> new ServiceAccount(server.uri(), account)))
                .look();
    }

    private CheckResult wrong() {
        CheckResult finding = look();
        assertThat(finding.ok()).as("%s", finding).isFalse();
        assertThat(finding.enables()).containsExactly(Feature.ANALYSIS);
        return finding;
    }

    @Test
    void allRightsAreFound() {
        CheckResult finding = look();

        assertThat(finding.ok()).as("%s", finding).isTrue();
        assertThat(finding.found()).isEqualTo("the pod may create and get Jobs in namespace shop");
        assertThat(server.requests())
                .hasSize(5)
                .allMatch(
                        it ->
                                it.path()
                                        .equals(
                                                "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews"))
                .allMatch(it -> it.method().equals("POST"))
                .allMatch(it -> it.head("authorization").equals("Bearer secret"));
    }

    @Test
    void aMissingRoleIsReportedWithTheManifest() {
        rights.clear();

        assertThat(wrong().found())
                .isEqualTo(
                        "In namespace shop it may not: create jobs, get jobs, get pods, list pods");
        assertThat(wrong().remedy())
                .contains("RoleBinding of k8s/analysis-in-jobs/role.yaml")
                .contains("Helm: analysis.mode=job, analysis.serviceAccounts");
    }

    @Test
    void aRoleWithoutDeleteSuffices() {
        rights.remove("delete batch/jobs");

        assertThat(look().ok()).isTrue();
        assertThat(look().found())
                .endsWith("but not delete them: a cancelled analysis continues there");
    }

    @Test
    void aTokenThatIsNotValidIsReported() {
        instead = Optional.of(Answer.of(401, "{\"message\":\"Unauthorized\"}"));

        assertThat(wrong().found()).contains("status 401 (Unauthorized)");
        assertThat(wrong().remedy()).contains("token is not valid");
    }

    @Test
    void anApiServerThatDoesNotAnswerIsReported() {
        server.close();

        assertThat(wrong().found()).startsWith(server.uri() + ": ");
        assertThat(wrong().remedy()).contains("egress to the API server");
    }

    @Test
    void aMissingTokenIsReported() {
        CheckResult finding =
                new AnalysisJobsCheck(
                                new JobAccess(
                                        () ->
                                                ServiceAccount.find(
                                                        Map.of(
                                                                "KUBERNETES_SERVICE_HOST",
                                                                "10.0.0.1"),
                                                        account.resolve("missing"))))
                        .look();

        assertThat(finding.ok()).isFalse();
        assertThat(finding.found()).endsWith("token is missing or unreadable.");
        assertThat(finding.remedy()).contains("k8s/analysis-in-jobs");
    }
}
