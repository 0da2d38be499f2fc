/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store.s3;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.net.httpserver.HttpServer;
import io.heapsight.store.ObjectOutput;
import io.heapsight.store.StoreFailure;
import io.heapsight.store.StoreSettings;
import io.heapsight.store.StoreUrl;
import io.heapsight.store.s3.ScriptedS3.Fault;
import io.heapsight.store.s3.ScriptedS3.Request;
import io.heapsight.unit.Problem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Sources of credentials for each kind of pod. */
@Timeout(60)
class S3CredentialsTest {
    private static final String TOKEN = "a.projected.token";
    private static final String TASK_KEYS =
            "{\"AccessKeyId\":\"ASIATASK\",\"SecretAccessKey\":\"x\",\"Token\":\"y\","
                    + "\"Expiration\":\"2099-01-01T00:00:00Z\"}";
    private static final List<String> PROPERTIES =
            List.of(
                    "aws.webIdentityTokenFile",
                    "aws.roleArn",
                    "aws.endpointUrlSts",
                    "aws.region",
                    "aws.containerCredentialsFullUri",
                    "aws.containerCredentialsPath",
                    "aws.containerServiceEndpoint",
                    "aws.containerAuthorizationTokenFile",
                    "aws.sharedCredentialsFile",
                    "aws.disableEc2Metadata");

    @TempDir private Path folder;
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private final AtomicReference<Function<Request, Optional<Fault>>> script =
            new AtomicReference<>(_ -> Optional.empty());

    /** Two parts. */
    private final byte[] evidence = new byte[(8 << 20) + 1000];

    private ScriptedS3 service;

    @BeforeEach
    void start() throws IOException {
        new Random(1).nextBytes(evidence);
        service = new ScriptedS3(request -> script.get().apply(request));
        System.setProperty("aws.disableEc2Metadata", "true");
        System.setProperty("aws.sharedCredentialsFile", folder.resolve("none").toString());
    }

    @AfterEach
    void end() {
        service.close();
        PROPERTIES.forEach(System::clearProperty);
    }

    private void put() throws Exception {
        try (S3ObjectStore store =
                        new S3ObjectStore(
                                new StoreSettings(
                                        StoreUrl.parse("s3://dumps"),
                                        Optional.of(service.uri()),
                                        Optional.of("eu-central-1"),
                                        true,
                                        Optional.empty(),
                                        Optional.empty()));
                ObjectOutput out = store.begin("a", "text/plain", Map.of())) {
            out.write(evidence);
            out.finish("");
        }
        assertThat(service.object("a").bytes()).isEqualTo(evidence);
    }

    private Problem failure() {
        return catchThrowableOfType(StoreFailure.class, this::put).told().problem();
    }

    private String usedKey() {
        return usedKey(service.requests.getLast());
    }

    private static String usedKey(Request request) {
        return request.head()
                .getOrDefault("authorization", "")
                .replaceFirst(".*Credential=([^/]*)/.*", "$1");
    }

    private void keysAre(String key) throws IOException {
        System.setProperty(
                "aws.sharedCredentialsFile",
                file(
                                "credentials",
                                "[default]\naws_access_key_id = "
                                        + key
                                        + "\naws_secret_access_key = of-this-test\n")
                        .toString());
    }

    private HttpServer answering(String body) throws IOException {
        HttpServer server =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext(
                "/",
                exchange -> {
                    asked.add(
                            new String(exchange.getRequestBody().readAllBytes(), UTF_8)
                                    + exchange.getRequestHeaders().getFirst("Authorization"));
                    exchange.sendResponseHeaders(200, body.length());
                    exchange.getResponseBody().write(body.getBytes(UTF_8));
                    exchange.close();
                });
        server.start();
        return server;
    }

    private static String uri(HttpServer server) {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    private Path file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    @Test
    void roleOfAServiceAccountOfEks() throws Exception {
        HttpServer sts =
                answering(
                        "<AssumeRoleWithWebIdentityResponse><AssumeRoleWithWebIdentityResult>"
                                + "<Credentials><AccessKeyId>ASIAROLE</AccessKeyId>"
                                + "<SecretAccessKey>x</SecretAccessKey><SessionToken>y</SessionToken>"
                                + "<Expiration>2099-01-01T00:00:00Z</Expiration></Credentials>"
                                + "</AssumeRoleWithWebIdentityResult>"
                                + "</AssumeRoleWithWebIdentityResponse>");
        System.setProperty("aws.webIdentityTokenFile", file("token", TOKEN).toString());
        System.setProperty("aws.roleArn", "arn:aws:iam::123456789012:role/evidence");
        System.setProperty("aws.endpointUrlSts", uri(sts));
        System.setProperty("aws.region", "eu-central-1");

        put();
        sts.stop(0);

        assertThat(usedKey()).isEqualTo("ASIAROLE");
        assertThat(asked.getFirst()).contains("AssumeRoleWithWebIdentity", TOKEN);
    }

    @Test
    void roleOfATaskOfEcs() throws Exception {
        HttpServer agent = answering(TASK_KEYS);
        System.setProperty("aws.containerServiceEndpoint", uri(agent));
        System.setProperty("aws.containerCredentialsPath", "/v2/credentials/1");

        put();
        agent.stop(0);

        assertThat(usedKey()).isEqualTo("ASIATASK");
        assertThat(asked).isNotEmpty();
    }

    @Test
    void roleOfPodIdentity() throws Exception {
        HttpServer agent = answering(TASK_KEYS);
        System.setProperty("aws.containerCredentialsFullUri", uri(agent) + "/v1/credentials");
        System.setProperty("aws.containerAuthorizationTokenFile", file("token", TOKEN).toString());

        put();
        agent.stop(0);

        assertThat(usedKey()).isEqualTo("ASIATASK");
        assertThat(asked.getFirst()).contains(TOKEN);
    }

    @Test
    void keysInAFile() throws Exception {
        keysAre("AKIAFILE");

        put();

        assertThat(usedKey()).isEqualTo("AKIAFILE");
    }

    @Test
    void missingCredentialsAreReported() {
        Problem problem = failure();

        assertThat(problem.title()).isEqualTo("No credentials for the store");
        assertThat(problem.remedy()).contains("AWS_SHARED_CREDENTIALS_FILE");
    }

    @Test
    void keysMayRotateDuringAnUpload() throws Exception {
        keysAre("AKIAOLD");
        script.set(
                request -> {
                    if (!request.isPart(2) || !usedKey(request).equals("AKIAOLD")) {
                        return Optional.empty();
                    }
                    try {
                        keysAre("AKIANEW");
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                    return Optional.of(Fault.error(403, "InvalidAccessKeyId", "no such key"));
                });

        put();

        assertThat(usedKey()).isEqualTo("AKIANEW");
        assertThat(service.requests).filteredOn(it -> it.isPart(1)).hasSize(1);
    }

    @Test
    void wrongAndExpiredCredentialsAreReported() throws Exception {
        keysAre("AKIAWRONG");
        Map<String, Integer> answers =
                Map.of(
                        "SignatureDoesNotMatch",
                        403,
                        "InvalidAccessKeyId",
                        403,
                        "ExpiredToken",
                        400);
        for (Map.Entry<String, Integer> answer : answers.entrySet()) {
            script.set(
                    _ -> Optional.of(Fault.error(answer.getValue(), answer.getKey(), "because")));

            Problem problem = failure();

            assertThat(problem.kind()).isEqualTo(Problem.Kind.REFUSED_BY_TARGET);
            assertThat(problem.title()).isEqualTo("The store does not accept the credentials");
            assertThat(problem.detail()).contains("s3://dumps/a", answer.getKey() + ": because");
            assertThat(problem.remedy()).contains("Renew the credentials");
        }
    }

    @Test
    void agentWithoutCredentialsIsNotAwaited() throws Exception {
        HttpServer agent = answering("{}");
        System.setProperty("aws.containerCredentialsFullUri", uri(agent) + "/v1/credentials");

        assertThat(failure().title()).isEqualTo("No credentials for the store");
        agent.stop(0);
    }
}
