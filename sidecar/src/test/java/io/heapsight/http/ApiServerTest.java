/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.heapsight.config.SidecarConfig;
import io.heapsight.http.route.Access;
import io.heapsight.http.route.Cost;
import io.heapsight.http.route.Method;
import io.heapsight.http.route.Produces;
import io.heapsight.http.route.Route;
import io.heapsight.metrics.HttpTally;
import io.heapsight.unit.EventLog;
import io.heapsight.unit.ProblemException;
import java.io.ByteArrayInputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The API as a caller on loopback sees it. */
class ApiServerTest {
    private static final Map<String, String> UNHURRIED =
            Map.of("HEAPSIGHT_MIN_INTERVAL_HISTOGRAM", "0s");
    private static final Route BROKEN =
            new Route(
                    Method.GET,
                    "/broken",
                    Access.OPEN,
                    Cost.CHEAP,
                    new Route.About("a bug", List.of(), Produces.always(Map.of())),
                    _ -> {
                        throw new IllegalStateException("secret internals");
                    });

    private ReplayedTarget target;
    private RunningApi api;

    @BeforeEach
    void start() throws Exception {
        target = new ReplayedTarget(7, "Shop");
        api = new RunningApi(UNHURRIED, List.of(target), List.of(BROKEN));
    }

    @AfterEach
    void stop() {
        api.close();
        target.close();
    }

    @Test
    void doctorAnswersOfATargetAndOfNone() throws Exception {
        try (RunningApi api = RunningApi.of(Map.of(), List.of(new ReplayedTarget(7, "Shop")))) {
            assertThat(api.get("/doctor").body())
                    .startsWith("7 (Shop), JDK 25.0.3, uid 1000, gid 1000\n")
                    .contains("same-uid", "runAsUser: 1000");
            assertThat(api.get("/doctor?format=json").body())
                    .startsWith("{\"schemaVersion\":1,\"target\":{\"pid\":7,\"name\":\"Shop\",");
            assertThat(api.get("/doctor?target=8").statusCode()).isEqualTo(404);
            assertThat(api.getFromElsewhere("/doctor").statusCode()).isEqualTo(401);
        }
        try (RunningApi api = RunningApi.of(Map.of(), List.of())) {
            assertThat(api.get("/doctor").statusCode()).isEqualTo(200);
            assertThat(api.get("/doctor").body()).startsWith("No target\n");
        }
    }

    @Test
    void theRootListsEveryEndpoint() {
        HttpResponse<String> answer = api.get("/");
        assertThat(answer.headers().firstValue("Content-Type"))
                .contains("text/plain; charset=utf-8");
        for (Route route : api.routes()) {
            if (!route.equals(BROKEN)) {
                assertThat(answer.body()).contains(route.path(), route.about().summary());
            }
        }
        assertThat(api.get("/?format=json").body())
                .startsWith("{\"schemaVersion\":1,\"endpoints\":[");
    }

    @Test
    void metricsAreCompressedForThoseWhoAskForThat() throws Exception {
        HttpResponse<byte[]> packed = api.getBytes("/metrics", "Accept-Encoding", "gzip");
        HttpResponse<String> plain = api.get("/metrics");

        assertThat(packed.headers().firstValue("Content-Encoding")).contains("gzip");
        assertThat(packed.headers().firstValue("Vary")).contains("Accept, Accept-Encoding");
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(packed.body()))) {
            assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8))
                    .isEqualTo(plain.body());
        }
        assertThat(plain.headers().firstValue("Content-Encoding")).isEmpty();
        assertThat(plain.headers().firstValue("Vary")).contains("Accept, Accept-Encoding");
    }

    @Test
    void metricsComeInTheFormThatTheScraperAccepts() {
        assertThat(api.get("/metrics").headers().firstValue("Content-Type"))
                .contains("text/plain; version=0.0.4; charset=utf-8");
        HttpResponse<String> open =
                api.get("/metrics", "Accept", "application/openmetrics-text; version=1.0.0");
        assertThat(open.headers().firstValue("Content-Type"))
                .contains("application/openmetrics-text; version=1.0.0; charset=utf-8");
        assertThat(open.body()).endsWith("# EOF\n");
    }

    @Test
    void readyIsAnotherThingThanAlive() throws Exception {
        assertThat(api.get("/healthz").body()).startsWith("alive");
        assertThat(api.get("/readyz").statusCode()).isEqualTo(200);
        try (RunningApi alone = RunningApi.of(Map.of(), List.of())) {
            assertThat(alone.get("/healthz").statusCode()).isEqualTo(200);
            assertThat(alone.get("/readyz").statusCode()).isEqualTo(503);
            assertThat(alone.get("/readyz").body()).contains("no JVM is visible");
            assertThat(alone.get("/histogram").statusCode()).isEqualTo(404);
        }
    }

    @Test
    void aHistogramIsTextForCurlAndJsonOnRequest() {
        assertThat(api.get("/histogram?top=2").body().lines()).hasSize(5);
        HttpResponse<String> json = api.get("/histogram?top=2", "Accept", "application/json");
        assertThat(json.headers().firstValue("Content-Type")).contains("application/json");
        assertThat(json.headers().firstValue("X-Heapsight-Histogram")).contains("h2");
        assertThat(json.body())
                .startsWith("{\"schemaVersion\":1,\"target\":{\"pid\":7,\"name\":\"Shop\"}");
    }

    @Test
    void growthIsComparedWithAnEarlierHistogramOrOverSomeSeconds() {
        api.get("/histogram");
        assertThat(api.get("/histogram/diff?base=h1").body()).startsWith("Growth from");
        assertThat(api.get("/histogram/diff?seconds=1").statusCode()).isEqualTo(200);
        HttpResponse<String> unknown = api.get("/histogram/diff?base=h99");
        assertThat(unknown.statusCode()).isEqualTo(404);
        assertThat(unknown.body()).contains("h1, h2");
    }

    @Test
    void garbageIsAskedForByPost() {
        assertThat(api.call("POST", "/garbage").body()).startsWith("Unreachable:");
        HttpResponse<String> get = api.get("/garbage");
        assertThat(get.statusCode()).isEqualTo(405);
        assertThat(get.headers().firstValue("Allow")).contains("POST");
        HttpResponse<String> again = api.call("POST", "/garbage");
        assertThat(again.statusCode()).isEqualTo(429);
        assertThat(again.headers().firstValueAsLong("Retry-After").orElse(0)).isBetween(1L, 60L);
    }

    @Test
    void oneCostlyThingAtATime() throws Exception {
        target.hold();
        CompletableFuture<HttpResponse<String>> first =
                CompletableFuture.supplyAsync(() -> api.get("/histogram"));
        await().until(target::wasAsked);
        HttpResponse<String> second = api.get("/histogram");
        assertThat(second.statusCode()).isEqualTo(409);
        assertThat(second.headers().firstValue("Retry-After")).contains("1");
        assertThat(second.body()).contains("A histogram, asked for by http 127.0.0.1");
        target.release();
        assertThat(first.get().statusCode()).isEqualTo(200);
    }

    @Test
    void aCallerThatHangsUpCancelsItsCommand() throws Exception {
        target.hold();
        try (Socket socket = api.connect()) {
            socket.getOutputStream()
                    .write(
                            "GET /histogram HTTP/1.1\r\nHost: localhost\r\n\r\n"
                                    .getBytes(StandardCharsets.US_ASCII));
            await().until(target::wasAsked);
        }
        await().until(target::sawCancel);
        await().until(() -> api.log.stream().anyMatch(line -> line.contains("outcome=cancelled")));
    }

    @Test
    void jstatGivesOneRowOrAStreamOfThem() {
        assertThat(api.get("/gcutil").body().lines()).hasSize(2).first().asString().contains("CCS");
        assertThat(api.get("/jstat/gcmetacapacity").body())
                .isEqualTo(api.get("/gcmetacapacity").body());
        HttpResponse<String> rows = api.get("/jstat/gc?interval=100ms&count=3");
        assertThat(rows.body().lines()).hasSize(4);
        assertThat(rows.headers().firstValue("Transfer-Encoding")).contains("chunked");
        HttpResponse<String> json = api.get("/jstat/gc?interval=100ms&count=3&format=json");
        assertThat(json.headers().firstValue("Content-Type")).contains("application/x-ndjson");
        assertThat(json.body().lines())
                .hasSize(3)
                .allMatch(line -> line.startsWith("{\"schemaVersion\":1,"));
    }

    @Test
    void theConfigurationNamesItsSources() {
        assertThat(api.get("/config").body())
                .contains("HEAPSIGHT_MIN_INTERVAL_HISTOGRAM=0s  # environment")
                .contains("HEAPSIGHT_HISTOGRAM_TOP=20  # default");
    }

    @Test
    void severalTargetsAreListedUntilOneIsPicked() throws Exception {
        try (ReplayedTarget other = new ReplayedTarget(8, "Till");
                RunningApi two = RunningApi.of(UNHURRIED, List.of(target, other))) {
            HttpResponse<String> unclear = two.get("/gcutil");
            assertThat(unclear.statusCode()).isEqualTo(409);
            assertThat(unclear.body()).contains("7 (Shop)", "8 (Till)");
            assertThat(two.get("/gcutil?target=8").statusCode()).isEqualTo(200);
            assertThat(two.get("/gcutil?target=Shop").statusCode()).isEqualTo(200);
            assertThat(two.get("/gcutil?target=9").statusCode()).isEqualTo(404);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/nowhere                   | 404 | GET / lists the endpoints",
                "/histogramm                | 404 | Did you mean /histogram?",
                "/metrics/                  | 404 | Did you mean /metrics?",
                "/histogram?tpo=5           | 400 | It takes: live, top, target, format",
                "/histogram?top=0           | 400 | expected a whole number, 1 to 100000",
                "/histogram?top=%D9%A1      | 400 | expected a whole number, 1 to 100000",
                "/histogram?top=99999999999 | 400 | expected a whole number",
                "/histogram?top=2&top=3     | 400 | is in the query twice",
                "/histogram?live=yes        | 400 | expected true or false",
                "/histogram?format=xml      | 400 | expected one of text, json",
                "/histogram?top             | 400 | top=: expected",
                "/jstat/gcutill             | 400 | expected one of class, compiler",
                "/gcutil?interval=1ms       | 400 | expected a duration, 100ms to 9m",
                "/healthz?x=1               | 400 | It takes: format",
                "/histogram/diff?base=h1&seconds=2 | 400 | Leave one of them out",
            })
    void whatIsWrongIsToldWithItsRemedy(String path, int status, String words) {
        HttpResponse<String> answer = api.get(path);
        assertThat(answer.statusCode()).isEqualTo(status);
        assertThat(answer.headers().firstValue("Content-Type"))
                .contains("application/problem+json");
        assertThat(answer.body()).contains(words, "\"remedy\"", "\"status\":" + status);
        assertThat(target.wasAsked()).isFalse();
    }

    @Test
    void aFormThatNobodyHasIsNotAcceptable() {
        HttpResponse<String> answer = api.get("/targets", "Accept", "image/png");
        assertThat(answer.statusCode()).isEqualTo(406);
        assertThat(api.get("/targets?format=text", "Accept", "image/png").statusCode())
                .isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource({"PUT", "DELETE", "PATCH", "OPTIONS", "POST", "BREW"})
    void otherMethodsAreNotAllowed(String method) {
        HttpResponse<String> answer = api.call(method, "/metrics");
        assertThat(answer.statusCode()).isEqualTo(405);
        assertThat(answer.headers().firstValue("Allow")).contains("GET, HEAD");
    }

    @Test
    void headIsGetWithoutItsBodyAndDisturbsNoTarget() {
        HttpResponse<String> head = api.call("HEAD", "/");
        assertThat(head.statusCode()).isEqualTo(200);
        assertThat(head.body()).isEmpty();
        assertThat(head.headers().firstValue("Content-Length"))
                .isEqualTo(api.get("/").headers().firstValue("Content-Length"));
        assertThat(api.call("HEAD", "/histogram").statusCode()).isEqualTo(200);
        assertThat(api.call("HEAD", "/histogram?top=0").statusCode()).isEqualTo(400);
        assertThat(target.wasAsked()).isFalse();
    }

    @Test
    void aBugIsAnAnswerWithoutStackTraceAndOneLogLineWithIt() {
        HttpResponse<String> answer = api.get("/broken");
        assertThat(answer.statusCode()).isEqualTo(500);
        assertThat(answer.body()).doesNotContain("secret", "Exception");
        assertThat(api.log)
                .filteredOn(line -> line.contains("request failed: GET /broken"))
                .singleElement()
                .asString()
                .contains("secret internals", "ApiServerTest");
    }

    @Test
    void bodiesAreRefused() throws Exception {
        String head = "POST /garbage HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n";
        assertThat(api.raw(head + "Content-Length: 5\r\n\r\ntop=1"))
                .startsWith("HTTP/1.1 400")
                .contains("query string");
        assertThat(api.raw(head + "Content-Length: 99999999\r\n\r\n")).startsWith("HTTP/1.1 413");
        String chunk = "4000\r\n" + "x".repeat(0x4000) + "\r\n";
        assertThat(api.raw(head + "Transfer-Encoding: chunked\r\n\r\n" + chunk.repeat(5)))
                .startsWith("HTTP/1.1 413");
        assertThat(target.wasAsked()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST /garbage", "PUT /runs/INFO/import", "GET /metrics"})
    void malformedChunksAreToldSo(String request) throws Exception {
        String head = request + " HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n";
        for (String chunk : List.of("zz\r\nabc\r\n", "-1\r\n\r\n", "3\r\nabcX\r\n0\r\n\r\n")) {
            assertThat(api.raw(head + chunk))
                    .startsWith("HTTP/1.1 400")
                    .contains("chunks", "Connection: close");
        }
        assertThat(target.wasAsked()).isFalse();
        assertThat(api.log).noneMatch(line -> line.contains("failed"));
    }

    @Test
    void whatIsNoHttpGetsAProblemToo() throws Exception {
        assertThat(api.raw("nonsense\r\n\r\n")).contains(" 400 ", "\"remedy\"");
        assertThat(api.raw("GET /" + "x".repeat(9000) + " HTTP/1.1\r\nHost: a\r\n\r\n"))
                .contains("application/problem+json");
        assertThat(api.raw("GET / HTTP/1.1\r\nHost: a\r\nX: " + "x".repeat(9000) + "\r\n\r\n"))
                .contains("application/problem+json");
    }

    @Test
    void streamsLeaveRoomForScrapesAndTheSeventeenthIsPutOff() throws Exception {
        List<Socket> streams = new ArrayList<>();
        try {
            for (int i = 0; i < Slots.LONG; i++) {
                Socket stream = api.connect();
                streams.add(stream);
                stream.getOutputStream()
                        .write(
                                "GET /gcutil?interval=9m&count=9 HTTP/1.1\r\nHost: localhost\r\n\r\n"
                                        .getBytes(StandardCharsets.US_ASCII));
                assertThat(stream.getInputStream().read()).isEqualTo('H');
            }
            HttpResponse<String> oneMore = api.get("/gcutil");
            assertThat(oneMore.statusCode()).isEqualTo(503);
            assertThat(oneMore.headers().firstValue("Retry-After")).contains("1");
            assertThat(api.get("/metrics").statusCode()).isEqualTo(200);
        } finally {
            for (Socket stream : streams) {
                stream.close();
            }
        }
        await().until(() -> api.get("/gcutil").statusCode() == 200);
    }

    @Test
    void manyScrapesAtOnceAllSucceed() {
        try (ExecutorService scrapers = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Integer>> answers = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                answers.add(
                        scrapers.submit(
                                () -> {
                                    int good = 0;
                                    for (int j = 0; j < 40; j++) {
                                        good += api.get("/metrics").statusCode() == 200 ? 1 : 0;
                                    }
                                    return good;
                                }));
            }
            assertThat(answers).allSatisfy(answer -> assertThat(answer.get()).isEqualTo(40));
        }
    }

    @Test
    void aPortThatIsTakenStopsTheStart() {
        ProblemException refused =
                catchThrowableOfType(
                        ProblemException.class,
                        () ->
                                ApiServer.start(
                                        new SidecarConfig.Http(
                                                api.port(),
                                                InetAddress.getLoopbackAddress(),
                                                Optional.empty(),
                                                Optional.empty(),
                                                Optional.empty()),
                                        List.of(),
                                        new HttpTally(),
                                        new EventLog(
                                                api.log::add,
                                                EventLog.Format.TEXT,
                                                InstantSource.system())));
        assertThat(refused.problem().detail())
                .isEqualTo("127.0.0.1:" + api.port() + ": Address already in use");
        assertThat(refused.problem().remedy()).contains("HEAPSIGHT_PORT");
    }
}
