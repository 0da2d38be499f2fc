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
import io.heapsight.unit.Problem;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Where the credentials come from, as each kind of pod has them. */
@Timeout(60)
class S3CredentialsTest {
    private static final String TOKEN = "a.projected.token";
    private static final List<String> PROPERTIES =
            List.of(
                    "aws.webIdentityTokenFile",
                    "aws.roleArn",
                    "aws.endpointUrlSts",
                    "aws.region",
                    "aws.containerCredentialsFullUri",
                    "aws.containerAuthorizationTokenFile",
                    "aws.sharedCredentialsFile",
                    "aws.disableEc2Metadata");

    @TempDir private Path folder;
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private ScriptedS3 service;

    @BeforeEach
    void start() throws IOException {
        service = new ScriptedS3(_ -> Optional.empty());
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
            out.finish("");
        }
    }

    private String usedKey() {
        return service.requests
                .getFirst()
                .head()
                .getOrDefault("authorization", "")
                .replaceFirst(".*Credential=([^/]*)/.*", "$1");
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
    void roleOfATaskOfEcsOrOfPodIdentity() throws Exception {
        HttpServer agent =
                answering(
                        "{\"AccessKeyId\":\"ASIATASK\",\"SecretAccessKey\":\"x\",\"Token\":\"y\","
                                + "\"Expiration\":\"2099-01-01T00:00:00Z\"}");
        System.setProperty("aws.containerCredentialsFullUri", uri(agent) + "/v1/credentials");
        System.setProperty("aws.containerAuthorizationTokenFile", file("token", TOKEN).toString());

        put();
        agent.stop(0);

        assertThat(usedKey()).isEqualTo("ASIATASK");
        assertThat(asked.getFirst()).contains(TOKEN);
    }

    @Test
    void keysInAFile() throws Exception {
        System.setProperty(
                "aws.sharedCredentialsFile",
                file(
                                "credentials",
                                "[default]\naws_access_key_id = AKIAFILE\naws_secret_access_key ="
                                        + " x\n")
                        .toString());

        put();

        assertThat(usedKey()).isEqualTo("AKIAFILE");
    }

    @Test
    void noneAreSaidToBeLacking() {
        Problem problem = catchThrowableOfType(StoreFailure.class, this::put).told().problem();

        assertThat(problem.title()).isEqualTo("No credentials for the store");
        assertThat(problem.remedy()).contains("AWS_SHARED_CREDENTIALS_FILE");
    }
}
