/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.prometheus;

import static io.heapsight.prometheus.ScriptedServer.answer;
import static io.heapsight.prometheus.ScriptedServer.cut;
import static io.heapsight.prometheus.ScriptedServer.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Queries servers that answer as Prometheus does, and as it should not. */
class PrometheusClientTest {
    private static final Instant FROM = Instant.ofEpochSecond(1000);
    private static final RetryLimits QUICK =
            new RetryLimits(3, Duration.ofMillis(1), Duration.ofMillis(20), Duration.ofSeconds(20));
    private static final String ONE =
            "{\"status\":\"success\",\"data\":{\"resultType\":\"matrix\",\"result\":[{\"metric\":"
                    + "{\"pod\":\"a\"},\"values\":[[1000,\"1\"],[1015,\"2.5\"]]}]}}";

    @TempDir private Path directory;

    private static PrometheusClient client(ScriptedServer server) throws ProblemException {
        return client(server, QUICK);
    }

    private static PrometheusClient client(ScriptedServer server, RetryLimits retries)
            throws ProblemException {
        return new PrometheusClient(
                PrometheusAddress.of(server.url(), PrometheusAccess.OPEN),
                retries,
                QueryResultLimits.USUAL);
    }

    private static List<MetricSeries> query(PrometheusClient client) throws ProblemException {
        return client.range("up", FROM, FROM.plusSeconds(15), Duration.ofSeconds(15));
    }

    private static Problem refusal(ScriptedServer server) throws ProblemException {
        try (PrometheusClient client = client(server)) {
            return catchThrowableOfType(ProblemException.class, () -> query(client)).problem();
        }
    }

    @Test
    void seriesHaveTheirLabelsAndPoints() throws Exception {
        try (ScriptedServer server = new ScriptedServer(json(ONE));
                PrometheusClient client = client(server)) {
            MetricSeries only = query(client).getFirst();
            assertThat(only.label("pod")).isEqualTo("a");
            assertThat(only.label("node")).isEmpty();
            assertThat(only.epochMillis()).containsExactly(1_000_000, 1_015_000);
            assertThat(only.values()).containsExactly(1, 2.5);
            assertThat(client.notes()).isEmpty();
            ScriptedServer.Request request = server.requests().getFirst();
            assertThat(request.path()).isEqualTo("/api/v1/query_range");
            assertThat(request.form())
                    .containsEntry("query", "up")
                    .containsEntry("start", "1000")
                    .containsEntry("end", "1015")
                    .containsEntry("step", "15");
        }
    }

    @Test
    void longRangesArePaged() throws Exception {
        String second = ONE.replace("[1000,\"1\"],[1015,\"2.5\"]", "[12000,\"7\"]");
        try (ScriptedServer server = new ScriptedServer(json(ONE), json(second));
                PrometheusClient client = client(server)) {
            MetricSeries only =
                    client.range("up", FROM, FROM.plusSeconds(11_500), Duration.ofSeconds(1))
                            .getFirst();
            assertThat(only.values()).containsExactly(1, 2.5, 7);
            assertThat(server.requests())
                    .extracting(each -> each.form().get("start") + " " + each.form().get("end"))
                    .containsExactly("1000 11999", "12000 12500");
        }
    }

    @Test
    void pagesAreHalvedIfTheServerWouldLoadTooMuch() throws Exception {
        String tooMuch =
                "{\"status\":\"error\",\"errorType\":\"execution\",\"error\":\"query processing"
                        + " would load too many samples into memory in query execution\"}";
        try (ScriptedServer server = new ScriptedServer(json(422, tooMuch), json(ONE));
                PrometheusClient client = client(server)) {
            client.range("up", FROM, FROM.plusSeconds(999), Duration.ofSeconds(1));
            assertThat(server.requests())
                    .extracting(each -> each.form().get("start") + " " + each.form().get("end"))
                    .containsExactly("1000 1999", "1000 1499", "1500 1999");
        }
    }

    @Test
    void temporaryFailuresAreRetried() throws Exception {
        try (ScriptedServer server =
                        new ScriptedServer(
                                answer(429, "text/plain", "slow down", "Retry-After", "0"),
                                cut(ONE),
                                json(ONE));
                PrometheusClient client = client(server)) {
            assertThat(query(client)).hasSize(1);
            assertThat(server.requests()).hasSize(3);
        }
    }

    @Test
    void compressedAnswerIsRead() throws Exception {
        try (ScriptedServer server = new ScriptedServer(ScriptedServer.gzip(ONE));
                PrometheusClient client = client(server)) {
            assertThat(query(client).getFirst().values()).containsExactly(1, 2.5);
        }
    }

    @Test
    void lastFailureNamesStatusAndAttempts() throws Exception {
        try (ScriptedServer server =
                new ScriptedServer(answer(503, "text/html", "<h1>upstream is down</h1>"))) {
            Problem problem = refusal(server);
            assertThat(problem.kind()).isEqualTo(Problem.Kind.UNAVAILABLE);
            assertThat(problem.detail())
                    .isEqualTo(server.url() + ": HTTP status 503: upstream is down (3 attempts).");
            assertThat(server.requests()).hasSize(3);
        }
    }

    @Test
    void documentThatIsAlwaysCutIsNoResult() throws Exception {
        try (ScriptedServer server =
                new ScriptedServer(json(ONE.substring(0, ONE.length() - 20)))) {
            assertThat(refusal(server).detail()).contains("it ends in the middle (3 attempts)");
        }
    }

    @Test
    void answerThatArrivesByteByByteTimesOut() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        ScriptedServer.Answer endless =
                exchange -> {
                    exchange.getResponseHeaders().set("Content-Type", "application/json");
                    exchange.sendResponseHeaders(200, 0);
                    exchange.getResponseBody().write('{');
                    exchange.getResponseBody().flush();
                    try {
                        end.await();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                };
        RetryLimits impatient =
                new RetryLimits(
                        1, Duration.ofMillis(1), Duration.ofMillis(1), Duration.ofMillis(300));
        try (ScriptedServer server = new ScriptedServer(endless);
                PrometheusClient client = client(server, impatient)) {
            ProblemException slow =
                    catchThrowableOfType(ProblemException.class, () -> query(client));
            assertThat(slow.problem().detail()).contains("no complete answer within");
            end.countDown();
        }
    }

    @Test
    void pageOfAnotherServerIsNoResult() throws Exception {
        try (ScriptedServer server =
                new ScriptedServer(answer(200, "text/html", "<html>Sign in to Grafana</html>"))) {
            Problem problem = refusal(server);
            assertThat(problem.title()).isEqualTo("Not the answer of a Prometheus");
            assertThat(problem.detail()).contains("Sign in to Grafana");
        }
    }

    @Test
    void otherDocumentIsNoResult() throws Exception {
        try (ScriptedServer server = new ScriptedServer(json("{\"message\":\"hello\"}"))) {
            assertThat(refusal(server).detail()).contains("the document has no status");
        }
    }

    @Test
    void redirectIsNotFollowed() throws Exception {
        try (ScriptedServer server =
                new ScriptedServer(
                        answer(
                                302,
                                "text/html",
                                "",
                                "Location",
                                "https://login.example/auth?token=secret"))) {
            assertThat(refusal(server).detail())
                    .contains("302 to https://login.example/auth")
                    .doesNotContain("secret");
            assertThat(server.requests()).hasSize(1);
        }
    }

    @Test
    void refusedCredentialsAndWrongPathsAreNotRetried() throws Exception {
        try (ScriptedServer server = new ScriptedServer(answer(401, "text/plain", "no org id"))) {
            assertThat(refusal(server).remedy()).contains("--tenant");
            assertThat(server.requests()).hasSize(1);
        }
        try (ScriptedServer server = new ScriptedServer(answer(404, "text/plain", "not found"))) {
            assertThat(refusal(server).remedy()).contains("/select/0/prometheus");
        }
    }

    @Test
    void errorOfTheExpressionIsTold() throws Exception {
        try (ScriptedServer server =
                new ScriptedServer(
                        json(
                                400,
                                "{\"status\":\"error\",\"errorType\":\"bad_data\",\"error\":\"1:3:"
                                        + " parse error: unexpected end\"}"))) {
            assertThat(refusal(server).detail())
                    .contains("bad_data: 1:3: parse error: unexpected end (query: up)");
        }
    }

    @Test
    void incompleteResultsAreNoted() throws Exception {
        String partial =
                "{\"warnings\":[\"store 10.0.0.7 is unavailable\"],\"isPartial\":true,"
                        + "\"data\":{\"result\":["
                        + "{\"values\":[[1000,\"NaN\"],[1015,\"+Inf\"],[1030,\"3\"]],\"metric\":{}},"
                        + "{\"metric\":{\"a\":\"b\"},\"histograms\":[[1000,{\"count\":\"1\"}]]}"
                        + "],\"resultType\":\"matrix\"},\"status\":\"success\"}";
        try (ScriptedServer server = new ScriptedServer(json(partial));
                PrometheusClient client = client(server)) {
            assertThat(query(client).getFirst().values()).containsExactly(3);
            assertThat(client.notes())
                    .containsExactly(
                            "Prometheus warns: store 10.0.0.7 is unavailable",
                            "Prometheus warns: the result is partial",
                            "Some values in Prometheus are NaN or infinite; they count as missing.",
                            "Native histograms in Prometheus are ignored.");
        }
    }

    @Test
    void seriesOfTwoReplicasAreOne() throws Exception {
        String pair =
                "{\"status\":\"success\",\"data\":{\"result\":["
                        + "{\"metric\":{\"pod\":\"a\",\"prometheus_replica\":\"p-0\"},\"values\":"
                        + "[[1000,\"1\"]]},"
                        + "{\"metric\":{\"pod\":\"a\",\"prometheus_replica\":\"p-1\"},\"values\":"
                        + "[[1000,\"2\"],[1015,\"3\"]]}]}}";
        try (ScriptedServer server = new ScriptedServer(json(pair));
                PrometheusClient client = client(server)) {
            List<MetricSeries> series = query(client);
            assertThat(series).hasSize(1);
            assertThat(series.getFirst().values()).containsExactly(2, 3);
            assertThat(series.getFirst().labels()).containsOnlyKeys("pod");
            assertThat(client.notes().getFirst()).contains("high-availability pair");
        }
    }

    @Test
    void scalarIsOneSampleWithoutLabels() throws Exception {
        try (ScriptedServer server =
                        new ScriptedServer(
                                json(
                                        "{\"status\":\"success\",\"data\":{\"resultType\":\"scalar\","
                                                + "\"result\":[1435781451.781,\"1\"]}}"));
                PrometheusClient client = client(server)) {
            InstantSample only = client.instant("1", FROM).getFirst();
            assertThat(only.labels()).isEmpty();
            assertThat(only.epochMillis()).isEqualTo(1_435_781_451_781L);
            assertThat(only.value()).isEqualTo(1);
        }
    }

    @Test
    void tooLargeResultIsRefused() throws Exception {
        try (ScriptedServer server = new ScriptedServer(json(ONE));
                PrometheusClient client =
                        new PrometheusClient(
                                PrometheusAddress.of(server.url(), PrometheusAccess.OPEN),
                                QUICK,
                                new QueryResultLimits(10, 1, 1 << 20))) {
            ProblemException tooMuch =
                    catchThrowableOfType(ProblemException.class, () -> query(client));
            assertThat(tooMuch.problem().kind()).isEqualTo(Problem.Kind.PAYLOAD_TOO_LARGE);
            assertThat(tooMuch.problem().detail()).contains("more than 1 points (query: up)");
        }
    }

    @Test
    void credentialsAreSentAndNeverShown() throws Exception {
        Path password = Files.writeString(directory.resolve("password"), "geheim\n");
        PrometheusAccess access =
                new PrometheusAccess(
                        Optional.of("anna"),
                        Optional.of(password),
                        Optional.empty(),
                        List.of("X-Scope-OrgID: shop"),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty());
        try (ScriptedServer server = new ScriptedServer(answer(500, "text/plain", ""));
                PrometheusClient client =
                        new PrometheusClient(
                                PrometheusAddress.of(server.url() + "/prom/api/v1/", access),
                                QUICK,
                                QueryResultLimits.USUAL)) {
            ProblemException failure =
                    catchThrowableOfType(ProblemException.class, () -> query(client));
            assertThat(failure.problem().toString()).doesNotContain("geheim", "anna");
            ScriptedServer.Request request = server.requests().getFirst();
            assertThat(request.path()).isEqualTo("/prom/api/v1/query_range");
            assertThat(request.headers())
                    .containsEntry(
                            "Authorization",
                            List.of(
                                    "Basic "
                                            + Base64.getEncoder()
                                                    .encodeToString(
                                                            "anna:geheim"
                                                                    .getBytes(
                                                                            StandardCharsets
                                                                                    .UTF_8))))
                    .containsEntry("X-scope-orgid", List.of("shop"));
        }
    }

    @Test
    void tokenOfAFileIsSent() throws Exception {
        Path token = Files.writeString(directory.resolve("token"), "abc\n");
        PrometheusAccess access =
                new PrometheusAccess(
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of(token),
                        List.of(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty());
        try (ScriptedServer server = new ScriptedServer(json(ONE));
                PrometheusClient client =
                        new PrometheusClient(
                                PrometheusAddress.of(server.url(), access),
                                QUICK,
                                QueryResultLimits.USUAL)) {
            query(client);
            assertThat(server.requests().getFirst().headers())
                    .containsEntry("Authorization", List.of("Bearer abc"));
        }
    }

    @Test
    void nobodyListens() throws ProblemException, IOException {
        String url;
        try (ScriptedServer server = new ScriptedServer(json(ONE))) {
            url = server.url();
        }
        try (PrometheusClient client =
                new PrometheusClient(
                        PrometheusAddress.of(url, PrometheusAccess.OPEN),
                        QUICK,
                        QueryResultLimits.USUAL)) {
            ProblemException refused =
                    catchThrowableOfType(ProblemException.class, () -> query(client));
            assertThat(refused.problem().detail())
                    .isEqualTo(url + ": connection refused (3 attempts).");
        }
    }
}
