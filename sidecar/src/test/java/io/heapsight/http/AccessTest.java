/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.heapsight.http.access.InvalidTokenLimit;
import io.heapsight.http.route.Access;
import io.heapsight.http.route.Cost;
import io.heapsight.http.route.Method;
import io.heapsight.http.route.Route;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Access as remote callers see it. */
class AccessTest {
    private static final List<String> OPEN =
            List.of("/", "/page/app.js", "/metrics", "/healthz", "/readyz", "/openapi.json");

    @TempDir Path folder;

    @Test
    void accessOfEveryRouteEqualsTheManual() throws Exception {
        try (ReplayedTarget target = new ReplayedTarget(7, "Shop");
                RunningApi api = RunningApi.of(Map.of(), List.of(target))) {
            List<String> asked = new ArrayList<>();
            for (Route route : api.routes()) {
                String path =
                        route.path()
                                .replace("{file}", "app.js")
                                .replace("{option}", "gc")
                                .replace("{class}", "int%5B%5D")
                                .replace("{address}", "0x10")
                                .replace("{number}", "1")
                                .replace("{id}", "20261121T120000000Z-7")
                                .replace("{name}", "INFO%231");
                if (route.method() != Method.GET) {
                    assertThat(route.access()).as(path).isEqualTo(Access.PROTECTED);
                    continue;
                }
                asked.add(path);
                HttpResponse<String> answer = api.getFromElsewhere(path);
                assertThat(answer.statusCode()).as(path).isEqualTo(OPEN.contains(path) ? 200 : 401);
            }
            assertThat(asked).containsAll(OPEN);
            assertThat(target.wasAsked()).as("a command reached the target").isFalse();
        }
    }

    @Test
    void unauthenticatedCallerGetsInstructions() throws Exception {
        try (RunningApi api = RunningApi.of(Map.of(), List.of())) {
            HttpResponse<String> answer = api.getFromElsewhere("/histogram");
            assertThat(answer.statusCode()).isEqualTo(401);
            assertThat(answer.headers().firstValue("WWW-Authenticate"))
                    .contains("Bearer realm=\"heapsight\"");
            assertThat(answer.headers().firstValue("Content-Type"))
                    .contains("application/problem+json");
            assertThat(answer.body())
                    .contains("127.0.0.2", "HEAPSIGHT_TOKEN_FILE", "kubectl port-forward");
        }
    }

    @Test
    void tokenGrantsAccessAndRotationCountsAtOnce() throws Exception {
        Path token = Files.writeString(folder.resolve("token"), "first\n");
        try (RunningApi api =
                RunningApi.of(Map.of("HEAPSIGHT_TOKEN_FILE", token.toString()), List.of())) {
            assertThat(config(api, "Bearer first")).isEqualTo(200);
            assertThat(config(api, "bearer first")).isEqualTo(200);
            assertThat(config(api, "Bearer second")).isEqualTo(401);
            assertThat(config(api, "Bearer ")).isEqualTo(401);
            assertThat(config(api, "Basic first")).isEqualTo(401);

            Path next = Files.writeString(folder.resolve("next"), "second\n");
            Files.move(next, token, StandardCopyOption.REPLACE_EXISTING);
            assertThat(config(api, "Bearer second")).isEqualTo(200);
            assertThat(config(api, "Bearer first")).isEqualTo(401);

            Files.writeString(token, "");
            assertThat(config(api, "Bearer second")).isEqualTo(401);
            assertThat(config(api, "Bearer ")).isEqualTo(401);
            Files.delete(token);
            assertThat(config(api, "Bearer second")).isEqualTo(401);
        }
    }

    @Test
    void guessingTokensIsThrottled() throws Exception {
        Path token = Files.writeString(folder.resolve("token"), "right\n");
        try (RunningApi api =
                RunningApi.of(Map.of("HEAPSIGHT_TOKEN_FILE", token.toString()), List.of())) {
            for (int i = 0; i < InvalidTokenLimit.FREE; i++) {
                assertThat(config(api, "Bearer " + i)).isEqualTo(401);
            }
            assertThat(config(api, "Bearer 20")).isEqualTo(429);
            assertThat(config(api, "Bearer right"))
                    .as("it would reveal the right one")
                    .isEqualTo(429);
            assertThat(api.get("/config").statusCode()).as("on loopback").isEqualTo(200);
            assertThat(api.callers.wrongTokens()).isEqualTo(InvalidTokenLimit.FREE + 2L);
        }
    }

    @Test
    void emptyTokenFileStopsTheStart() throws IOException {
        Path token = Files.writeString(folder.resolve("token"), "\n");
        ProblemException refused =
                catchThrowableOfType(
                        ProblemException.class,
                        () ->
                                RunningApi.of(
                                        Map.of("HEAPSIGHT_TOKEN_FILE", token.toString()),
                                        List.of()));
        assertThat(refused.problem().detail()).contains("HEAPSIGHT_TOKEN_FILE=" + token);
    }

    @Test
    void dnsRebindingIsRefused() throws Exception {
        try (RunningApi api = RunningApi.of(Map.of(), List.of())) {
            String head = "GET /config HTTP/1.1\r\nConnection: close\r\n";
            assertThat(api.raw(head + "Host: localhost\r\n\r\n")).startsWith("HTTP/1.1 200");
            assertThat(api.raw(head + "Host: evil.example\r\n\r\n")).startsWith("HTTP/1.1 401");
            assertThat(api.raw(head + "Host: localhost\r\nForwarded: for=1.2.3.4\r\n\r\n"))
                    .startsWith("HTTP/1.1 401");
            assertThat(api.raw(head + "Host: localhost\r\nHost: evil.example\r\n\r\n"))
                    .startsWith("HTTP/1.1 400");
        }
    }

    @Test
    void costlyRequestsOfOtherOriginsAreRefused() throws Exception {
        try (ReplayedTarget target = new ReplayedTarget(7, "Shop");
                RunningApi api = RunningApi.of(Map.of(), List.of(target))) {
            String[] foreign = {"Origin", "http://evil.example"};
            assertThat(api.call("POST", "/garbage", foreign).statusCode()).isEqualTo(403);
            assertThat(api.get("/histogram", "Sec-Fetch-Site", "cross-site").statusCode())
                    .isEqualTo(403);
            assertThat(target.wasAsked()).isFalse();
            String own = "http://127.0.0.1:" + api.port();
            assertThat(api.call("POST", "/garbage", "Origin", own).statusCode()).isEqualTo(200);
        }
    }

    @Test
    void everyStateChangingRouteRefusesOtherOrigins() throws Exception {
        try (ReplayedTarget target = new ReplayedTarget(7, "Shop");
                RunningApi api = RunningApi.of(Map.of(), List.of(target))) {
            int refused = 0;
            for (Route route : api.routes()) {
                boolean onlyReads = route.method() == Method.GET && isInstant(route.cost());
                if (!onlyReads) {
                    String path =
                            route.path()
                                    .replace("{file}", "jfr")
                                    .replace("{class}", "int%5B%5D")
                                    .replace("{address}", "0x10")
                                    .replace("{number}", "1")
                                    .replace("{id}", "20261121T120000000Z-7")
                                    .replace("{name}", "INFO%231");
                    assertThat(
                                    api.call(
                                                    route.method().name(),
                                                    path,
                                                    "Origin",
                                                    "http://evil.example")
                                            .statusCode())
                            .as("%s %s", route.method(), path)
                            .isEqualTo(403);
                    refused++;
                }
            }
            assertThat(refused).isGreaterThanOrEqualTo(7);
            assertThat(target.wasAsked()).isFalse();
        }
    }

    private static boolean isInstant(Cost cost) {
        return cost != Cost.TRANSFER && cost != Cost.COSTLY;
    }

    @Test
    void theApiSpeaksTlsWithACertificate() throws Exception {
        Path certificate = resource("/tls/certificate.pem");
        Map<String, String> tls =
                Map.of(
                        "HEAPSIGHT_TLS_CERT",
                        certificate.toString(),
                        "HEAPSIGHT_TLS_KEY",
                        resource("/tls/key.pem").toString());
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        try (InputStream in = Files.newInputStream(certificate)) {
            trusted.setCertificateEntry(
                    "server", CertificateFactory.getInstance("X.509").generateCertificate(in));
        }
        TrustManagerFactory trust =
                TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        try (RunningApi api = RunningApi.of(tls, List.of());
                HttpClient client = HttpClient.newBuilder().sslContext(context).build()) {
            URI uri = URI.create("https://localhost:" + api.port() + "/config");
            HttpResponse<String> answer =
                    client.send(
                            HttpRequest.newBuilder(uri).build(),
                            HttpResponse.BodyHandlers.ofString());
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.body()).contains("HEAPSIGHT_TLS_KEY=/");
        }
    }

    private static Path resource(String name) throws URISyntaxException {
        return Path.of(AccessTest.class.getResource(name).toURI());
    }

    private static int config(RunningApi api, String authorization) {
        return api.getFromElsewhere("/config", "Authorization", authorization).statusCode();
    }
}
