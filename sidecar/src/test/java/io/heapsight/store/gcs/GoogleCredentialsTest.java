/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store.gcs;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.heapsight.json.JsonObject;
import io.heapsight.store.StoreFailure;
import io.heapsight.store.rest.AccessToken;
import io.heapsight.store.rest.RestClient;
import io.heapsight.store.rest.ScriptedService;
import io.heapsight.store.rest.ScriptedService.Answer;
import io.heapsight.store.rest.ScriptedService.Request;
import io.heapsight.unit.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sources of tokens for each kind of pod. */
@Timeout(60)
class GoogleCredentialsTest {
    private static final Instant NOW = Instant.parse("2026-11-26T12:00:00Z");
    private static final RestClient.Patience QUICK =
            new RestClient.Patience(3, Duration.ofMillis(1), Duration.ofMillis(2));

    @TempDir private Path folder;

    private static AccessToken token(Map<String, String> environment) throws Exception {
        try (RestClient client = new RestClient(Optional.empty(), QUICK)) {
            return new GoogleCredentials(environment, client, () -> NOW).get();
        }
    }

    private static Problem failure(Map<String, String> environment) {
        return catchThrowableOfType(StoreFailure.class, () -> token(environment)).told().problem();
    }

    private static ScriptedService serving(Function<Request, Answer> script) throws IOException {
        return new ScriptedService(script);
    }

    private Map<String, String> file(String text) throws IOException {
        Path file = Files.writeString(folder.resolve("credentials.json"), text);
        return Map.of("GOOGLE_APPLICATION_CREDENTIALS", file.toString());
    }

    @Test
    void podTokenComesFromTheMetadataServer() throws Exception {
        try (ScriptedService metadata = serving(_ -> Answer.token("ya29.pod"))) {
            AccessToken token = token(Map.of("GCE_METADATA_HOST", metadata.host()));

            assertThat(token.value()).isEqualTo("ya29.pod");
            assertThat(token.expires()).isEqualTo(NOW.plusSeconds(3599));
            assertThat(token).asString().doesNotContain("ya29");
            Request asked = metadata.requests().getFirst();
            assertThat(asked.path())
                    .isEqualTo("/computeMetadata/v1/instance/service-accounts/default/token");
            assertThat(asked.head("metadata-flavor")).isEqualTo("Google");
        }
    }

    @Test
    void serviceAccountKeySignsTheTokenRequest() throws Exception {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(2048);
        KeyPair pair = generator.generateKeyPair();
        String pem =
                "-----BEGIN PRIVATE KEY-----\\n%s\\n-----END PRIVATE KEY-----\\n"
                        .formatted(
                                Base64.getMimeEncoder(64, new byte[] {'\n'})
                                        .encodeToString(pair.getPrivate().getEncoded())
                                        .replace("\n", "\\n"));
        try (ScriptedService oauth = serving(_ -> Answer.token("ya29.key"))) {
            Map<String, String> environment =
                    file(
                            """
                            {"type":"service_account","client_email":"e@p.iam","private_key_id":"k1",
                             "private_key":"%s","token_uri":"%s/token"}
                            """
                                    .formatted(pem, oauth.uri()));

            assertThat(token(environment).value()).isEqualTo("ya29.key");

            Request asked = oauth.requests().getFirst();
            assertThat(asked.field("grant_type"))
                    .isEqualTo("urn:ietf:params:oauth:grant-type:jwt-bearer");
            String[] jwt = asked.field("assertion").split("\\.");
            JsonObject claims =
                    JsonObject.parse(new String(Base64.getUrlDecoder().decode(jwt[1]), UTF_8));
            assertThat(claims.text("iss")).isEqualTo("e@p.iam");
            assertThat(claims.text("aud")).isEqualTo(oauth.uri() + "/token");
            assertThat(claims.text("scope")).endsWith("devstorage.read_write");
            assertThat(claims.integer("exp") - claims.integer("iat")).isEqualTo(3600);
            Signature signature = Signature.getInstance("SHA256withRSA");
            signature.initVerify(pair.getPublic());
            signature.update((jwt[0] + "." + jwt[1]).getBytes(US_ASCII));
            assertThat(signature.verify(Base64.getUrlDecoder().decode(jwt[2]))).isTrue();
        }
    }

    @Test
    void federatedTokenIsExchanged() throws Exception {
        Path projected = Files.writeString(folder.resolve("token"), "a.projected.token\n");
        Function<Request, Answer> script =
                request ->
                        request.path().equals("/sts")
                                ? Answer.token("federated")
                                : Answer.of(
                                        200,
                                        "{\"accessToken\":\"ya29.account\",\"expireTime\":"
                                                + "\"2026-11-26T13:00:00Z\"}");
        try (ScriptedService google = serving(script)) {
            Map<String, String> environment =
                    file(
                            """
                            {"type":"external_account","audience":"//iam/pool",
                             "subject_token_type":"urn:ietf:params:oauth:token-type:jwt",
                             "token_url":"%s/sts","credential_source":{"file":"%s"},
                             "service_account_impersonation_url":"%s/account:generateAccessToken"}
                            """
                                    .formatted(google.uri(), projected, google.uri()));

            assertThat(token(environment).value()).isEqualTo("ya29.account");

            assertThat(google.requests().getFirst().fields())
                    .containsEntry("subject_token", "a.projected.token")
                    .containsEntry("audience", "//iam/pool");
            Request last = google.requests().getLast();
            assertThat(last.head("authorization")).isEqualTo("Bearer federated");
            assertThat(last.text()).contains("devstorage.read_write");
        }
    }

    @Test
    void wrongAudienceIsReportedInTheWordsOfTheService() throws Exception {
        Path projected = Files.writeString(folder.resolve("token"), "a.projected.token");
        try (ScriptedService sts =
                serving(
                        _ ->
                                Answer.of(
                                        400,
                                        "{\"error\":\"invalid_grant\",\"error_description\":\"The"
                                                + " audience in ID Token does not match\"}"))) {
            Problem problem =
                    failure(
                            file(
                                    """
                                    {"type":"external_account","audience":"//iam/other",
                                     "subject_token_type":"jwt","token_url":"%s/sts",
                                     "credential_source":{"file":"%s"}}
                                    """
                                            .formatted(sts.uri(), projected)));

            assertThat(problem.title()).isEqualTo("No credentials for the store");
            assertThat(problem.detail())
                    .contains("invalid_grant: The audience in ID Token does not match")
                    .endsWith("credential variables set: GOOGLE_APPLICATION_CREDENTIALS")
                    .doesNotContain("projected");
        }
    }

    @Test
    void missingPodAccessIsReportedInTheWordsOfTheMetadataServer() throws Exception {
        try (ScriptedService metadata =
                serving(
                        _ ->
                                Answer.of(
                                        403,
                                        "Unable to generate access token; IAM returned 403"
                                                + " Forbidden"))) {
            Problem problem = failure(Map.of("GCE_METADATA_HOST", metadata.host()));

            assertThat(problem.kind()).isEqualTo(Problem.Kind.BAD_REQUEST);
            assertThat(problem.detail()).contains("IAM returned 403 Forbidden");
            assertThat(problem.remedy()).contains("Workload Identity");
        }
    }

    @Test
    void missingCredentialsAreReported() throws Exception {
        ScriptedService gone = serving(_ -> Answer.BROKEN);
        gone.close();

        Problem problem = failure(Map.of("GCE_METADATA_HOST", gone.host()));

        assertThat(problem.title()).isEqualTo("No credentials for the store");
        assertThat(problem.detail())
                .contains(gone.host() + ": connection failed")
                .endsWith("credential variables set: GCE_METADATA_HOST");
        assertThat(problem.remedy()).contains("GOOGLE_APPLICATION_CREDENTIALS");
    }

    @Test
    void answerWithoutTokenIsNotShown() throws Exception {
        for (String answer : List.of("s3cr3t", "{\"access_token\":\"s3c r3t\"}", "{\"t\":1}")) {
            try (ScriptedService metadata = serving(_ -> Answer.of(200, answer))) {
                assertThat(failure(Map.of("GCE_METADATA_HOST", metadata.host())).toString())
                        .doesNotContain("s3c");
            }
        }
    }

    @Test
    void busyTokenServiceIsRetriedAtOnceAndLater() throws Exception {
        try (ScriptedService metadata = serving(_ -> Answer.of(503, "starting"))) {
            Problem problem = failure(Map.of("GCE_METADATA_HOST", metadata.host()));

            assertThat(problem.kind()).isEqualTo(Problem.Kind.UNAVAILABLE);
            assertThat(metadata.requests()).hasSize(3);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "s3cr3t",
                "[]",
                "{}",
                "{\"type\":\"authorized_user\",\"refresh_token\":\"s3cr3t\"}",
                "{\"type\":\"service_account\",\"private_key\":\"s3cr3t\"}",
                "{\"type\":\"service_account\",\"client_email\":\"e\",\"private_key_id\":\"k\","
                        + "\"private_key\":\"s3cr3t\",\"token_uri\":\"https://x\"}",
                "{\"type\":\"external_account\",\"audience\":\"a\",\"subject_token_type\":\"t\","
                        + "\"token_url\":\"https://x\",\"credential_source\":{\"url\":\"s3cr3t\"}}"
            })
    void fileThatIsNoneIsNamedAndNotShown(String text) throws Exception {
        Problem problem = failure(file(text));

        assertThat(problem.title()).isEqualTo("No credentials for the store");
        assertThat(problem.detail())
                .startsWith("GOOGLE_APPLICATION_CREDENTIALS=" + folder)
                .doesNotContain("s3cr3t");
    }

    @Test
    void tokenIsRenewedBeforeItExpires() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        AtomicReference<Instant> now = new AtomicReference<>(NOW);
        InstantSource clock = now::get;
        AccessToken.Kept kept =
                new AccessToken.Kept(
                        () ->
                                new AccessToken(
                                        "t" + asked.incrementAndGet(), now.get().plusSeconds(3600)),
                        clock);

        assertThat(kept.authorization()).isEqualTo("Bearer t1");
        now.set(NOW.plusSeconds(3400));
        assertThat(kept.authorization()).isEqualTo("Bearer t1");
        now.set(NOW.plusSeconds(3500));
        assertThat(kept.authorization()).isEqualTo("Bearer t2");
    }
}
