/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.heapsight.http.route.Route;
import java.io.ByteArrayInputStream;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The API as a caller on loopback sees it. */
class ApiServerTest {
    private static final Map<String, String> UNHURRIED =
            Map.of("HEAPSIGHT_MIN_INTERVAL_HISTOGRAM", "0s");

    private ReplayedTarget target;
    private RunningApi api;

    @BeforeEach
    void start() throws Exception {
        target = new ReplayedTarget(7, "Shop");
        api = RunningApi.of(UNHURRIED, List.of(target));
    }

    @AfterEach
    void stop() {
        api.close();
        target.close();
    }

    @Test
    void doctorAnswersWithAndWithoutATarget() throws Exception {
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

    /** The pages were read while the process ended: their figures are invalid. */
    @Test
    void memoryOfAnEndedTargetIsNotReported() {
        assertThat(api.get("/memory").statusCode()).isEqualTo(200);

        target.end();

        HttpResponse<String> answer = api.get("/memory");
        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(answer.body()).contains("The target has ended");
    }

    @Test
    void rootListsEveryEndpoint() {
        HttpResponse<String> answer = api.get("/");
        assertThat(answer.headers().firstValue("Content-Type"))
                .contains("text/plain; charset=utf-8");
        for (Route route : api.routes()) {
            assertThat(answer.body()).contains(route.path(), route.about().summary());
        }
        assertThat(api.get("/?format=json").body())
                .startsWith("{\"schemaVersion\":1,\"endpoints\":[");
    }

    @Test
    void metricsAreCompressedOnRequest() throws Exception {
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
    void metricsHaveTheFormatThatTheScraperAccepts() {
        assertThat(api.get("/metrics").headers().firstValue("Content-Type"))
                .contains("text/plain; version=0.0.4; charset=utf-8");
        HttpResponse<String> open =
                api.get("/metrics", "Accept", "application/openmetrics-text; version=1.0.0");
        assertThat(open.headers().firstValue("Content-Type"))
                .contains("application/openmetrics-text; version=1.0.0; charset=utf-8");
        assertThat(open.body()).endsWith("# EOF\n");
    }

    @Test
    void partOfTheMetricsIsChosenByNameAndCollector() {
        HttpResponse<String> part =
                api.get(
                        "/metrics?name[]=jvm_info&collect%5B%5D=gc&name%5B%5D=jvm_gc_overhead_ratio");
        assertThat(part.statusCode()).isEqualTo(200);
        assertThat(part.body()).contains("jvm_info", "jvm_gc_overhead_ratio", "collectors=[gc]");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    collect[]=cpu    | collect[]=cpu: expected one of sampler, memory, gc,
                    collect[]=       | expected one of
                    name[]=jvm-info  | name[]=jvm-info: expected the name of a metric
                    name=jvm_info    | Known parameters: name[], collect[].
                    """)
    void unknownPartOfTheMetricsIsRefused(String query, String detail) {
        HttpResponse<String> refused = api.get("/metrics?" + query);
        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(refused.body()).contains(detail);
    }

    @Test
    void readyDiffersFromAlive() throws Exception {
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
    void withoutTargetTheSettingIsNamedNotTheNamespace() throws Exception {
        try (RunningApi alone = RunningApi.of(Map.of("HEAPSIGHT_TARGET", "Nope"), List.of())) {
            HttpResponse<String> histogram = alone.get("/histogram?target=7");
            assertThat(histogram.statusCode()).isEqualTo(404);
            assertThat(histogram.body())
                    .contains(
                            "the JVMs selected by HEAPSIGHT_TARGET=Nope: no JVM",
                            "the list of GET /targets")
                    .doesNotContain("shareProcessNamespace");
        }
    }

    @Test
    void histogramIsTextForCurlAndJsonOnRequest() {
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
    void garbageNeedsPost() {
        assertThat(api.call("POST", "/garbage").body()).startsWith("Unreachable:");
        HttpResponse<String> get = api.get("/garbage");
        assertThat(get.statusCode()).isEqualTo(405);
        assertThat(get.headers().firstValue("Allow")).contains("POST");
        HttpResponse<String> again = api.call("POST", "/garbage");
        assertThat(again.statusCode()).isEqualTo(429);
        assertThat(again.headers().firstValueAsLong("Retry-After").orElse(0)).isBetween(1L, 60L);
    }

    @Test
    void oneCostlyOperationAtATime() throws Exception {
        target.hold();
        CompletableFuture<HttpResponse<String>> first =
                CompletableFuture.supplyAsync(() -> api.get("/histogram"));
        await().until(target::wasAsked);
        HttpResponse<String> second = api.get("/histogram");
        assertThat(second.statusCode()).isEqualTo(409);
        assertThat(second.headers().firstValue("Retry-After")).contains("1");
        assertThat(second.body()).contains("A histogram, requested by http 127.0.0.1");
        target.release();
        assertThat(first.get().statusCode()).isEqualTo(200);
    }

    @Test
    void disconnectCancelsTheCommand() throws Exception {
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
    void configurationNamesItsSources() {
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
            HttpResponse<String> unknown = two.get("/gcutil?target=9");
            assertThat(unknown.statusCode()).isEqualTo(404);
            assertThat(unknown.body())
                    .contains("no sampled JVM is 9; there are: 7 (Shop), 8 (Till)")
                    .contains("sampled after half a minute");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/nowhere                   | 404 | GET / lists the endpoints",
                "/histogramm                | 404 | Did you mean /histogram?",
                "/metrics/                  | 404 | Did you mean /metrics?",
                "/histogram?tpo=5           | 400 | Known parameters: live, top, maxPause, target,"
                        + " format",
                "/histogram?top=0           | 400 | expected a whole number, 1 to 100000",
                "/histogram?top=%D9%A1      | 400 | expected a whole number, 1 to 100000",
                "/histogram?top=99999999999 | 400 | expected a whole number",
                "/histogram?top=2&top=3     | 400 | is in the query twice",
                "/histogram?live=yes        | 400 | expected true or false",
                "/histogram?format=xml      | 400 | expected one of text, json",
                "/histogram?top             | 400 | top=: expected",
                "/jstat/gcutill             | 400 | expected one of class, compiler",
                "/gcutil?interval=1ms       | 400 | expected a duration, 100ms to 9m",
                "/healthz?x=1               | 400 | Known parameters: format",
                "/histogram/diff?base=h1&seconds=2 | 400 | Send only one of them",
                "/jobs/nosuch               | 404 | expected an id from GET /jobs",
                "/heapdumps/1/summary       | 404 | expected an id from GET /heapdumps",
                "/recordings/a%2Fb          | 400 | expected an id from GET /recordings",
            })
    void whatIsWrongIsToldWithItsRemedy(String path, int status, String words) {
        HttpResponse<String> answer = api.get(path);
        assertThat(answer.statusCode()).isEqualTo(status);
        assertThat(answer.headers().firstValue("Content-Type"))
                .contains("application/problem+json");
        assertThat(answer.body()).contains(words, "\"remedy\"", "\"status\":" + status);
        assertThat(target.wasAsked()).isFalse();
    }
}
