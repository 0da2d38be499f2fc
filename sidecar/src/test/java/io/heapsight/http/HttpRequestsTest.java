/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.heapsight.config.SidecarConfig;
import io.heapsight.http.limit.ConcurrencyLimits;
import io.heapsight.http.route.Access;
import io.heapsight.http.route.AnswerDeclaration;
import io.heapsight.http.route.Cost;
import io.heapsight.http.route.Method;
import io.heapsight.http.route.Route;
import io.heapsight.metrics.HttpCounters;
import io.heapsight.metrics.MetricNamingScheme;
import io.heapsight.unit.EventLog;
import io.heapsight.unit.ProblemException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.http.HttpResponse;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Answers to requests that are malformed, forbidden, broken or too many. */
class HttpRequestsTest {
    private static final Map<String, String> UNHURRIED =
            Map.of("HEAPSIGHT_MIN_INTERVAL_HISTOGRAM", "0s");
    private static final Route BROKEN =
            new Route(
                    Method.GET,
                    "/broken",
                    Access.OPEN,
                    Cost.CHEAP,
                    new Route.About("a bug", List.of(), AnswerDeclaration.always(Map.of())),
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
    void unsupportedFormatIsNotAcceptable() {
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
    void bugIsAnswerWithoutStackTraceAndOneLogLineWithIt() {
        HttpResponse<String> answer = api.get("/broken");
        assertThat(answer.statusCode()).isEqualTo(500);
        assertThat(answer.body()).doesNotContain("secret", "Exception");
        assertThat(api.log)
                .filteredOn(line -> line.contains("request failed: GET /broken"))
                .singleElement()
                .asString()
                .contains("secret internals", "HttpRequestsTest");
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
    void malformedHttpGetsAProblem() throws Exception {
        assertThat(api.raw("nonsense\r\n\r\n")).contains(" 400 ", "\"remedy\"");
        assertThat(api.raw("GET /" + "x".repeat(9000) + " HTTP/1.1\r\nHost: a\r\n\r\n"))
                .contains("application/problem+json");
        assertThat(api.raw("GET / HTTP/1.1\r\nHost: a\r\nX: " + "x".repeat(9000) + "\r\n\r\n"))
                .contains("application/problem+json");
    }

    @Test
    void streamsLeaveRoomForScrapesAndTheSeventeenthIsRefused() throws Exception {
        List<Socket> streams = new ArrayList<>();
        try {
            for (int i = 0; i < ConcurrencyLimits.LONG; i++) {
                Socket stream = api.connect();
                streams.add(stream);
                stream.getOutputStream()
                        .write(
                                "GET /gcutil?interval=9m&count=9 HTTP/1.1\r\nHost: localhost\r\n\r\n"
                                        .getBytes(US_ASCII));
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
    void requestsOfOneConnectionAreAnsweredInTheirOrder() throws Exception {
        try (Socket connection = api.connect()) {
            String last = request("/nowhere").replace("Host", "Connection: close\r\nHost");
            connection
                    .getOutputStream()
                    .write((request("/healthz") + request("/gcutil") + last).getBytes(US_ASCII));

            String answers = new String(connection.getInputStream().readAllBytes(), UTF_8);
            assertThat(answers).containsSubsequence("alive", "FGCT", "404 Not Found");
        }
    }

    @Test
    void connectionWithTooManyQueuedRequestsIsClosed() throws Exception {
        try (Socket connection = api.connect()) {
            OutputStream out = connection.getOutputStream();
            byte[] flood = request("/metrics").repeat(10_000).getBytes(US_ASCII);
            assertThatThrownBy(
                            () -> {
                                for (int i = 0; i < 1_000; i++) {
                                    out.write(flood);
                                }
                            })
                    .isInstanceOf(SocketException.class);
        }
        assertThat(api.callers.count(HttpCounters.Closed.PIPELINED)).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({
        "GET, /healthz",
        "HEAD, /metrics",
        "GET, /nowhere",
        "GET, /gcutil?interval=1ms&count=2",
        "HEAD, /gcutil?interval=1ms&count=2",
        "PUT, /metrics"
    })
    void aConnectionIsKeptHoweverManyRequestsFollowOneAnother(String method, String path) {
        for (int i = 0; i < 100; i++) {
            assertThat(api.call(method, path).statusCode()).isPositive();
        }
        assertThat(api.callers.count(HttpCounters.Closed.PIPELINED)).isZero();
    }

    private static String request(String path) {
        return "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
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
    void portInUseStopsTheStart() {
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
                                                Optional.empty(),
                                                MetricNamingScheme.PLAIN),
                                        List.of(),
                                        new HttpCounters(),
                                        new EventLog(
                                                api.log::add,
                                                EventLog.Format.TEXT,
                                                InstantSource.system())));
        assertThat(refused.problem().detail())
                .isEqualTo("127.0.0.1:" + api.port() + ": Address already in use");
        assertThat(refused.problem().remedy()).contains("HEAPSIGHT_PORT");
    }
}
