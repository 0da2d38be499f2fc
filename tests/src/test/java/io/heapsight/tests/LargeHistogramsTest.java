/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.tests.harness.HttpCaller;
import io.heapsight.tests.harness.JcmdHistogram;
import io.heapsight.tests.harness.Jdk;
import io.heapsight.tests.harness.Json;
import io.heapsight.tests.harness.MetricsText;
import io.heapsight.tests.harness.NeedsDocker;
import io.heapsight.tests.harness.Ran;
import io.heapsight.tests.harness.SidecarContainer;
import io.heapsight.tests.harness.SidecarSpec;
import io.heapsight.tests.harness.StartsFirst;
import io.heapsight.tests.harness.TargetContainer;
import io.heapsight.tests.harness.TargetSpec;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A target with 60,000 classes, whose histogram is 9 MB of text, beside a sidecar of the shipped
 * size. Whatever requests it, the sidecar survives and its figures equal jcmd's.
 */
@NeedsDocker
@StartsFirst
class LargeHistogramsTest {
    private static final long MEBIBYTE = 1 << 20;
    private static final String CLASSES = "60000";
    private static final int ROUNDS = Integer.getInteger("heapsight.rounds", 2);
    private static final long LIMIT = Long.getLong("heapsight.mebibytes", 96) * MEBIBYTE;

    /** Reclaimable memory doesn't count: files of the image are mapped. */
    private static final long MOST_ANONYMOUS = 70 * MEBIBYTE;

    /** For the tests that leave it as it is: to load so many classes takes long. */
    private static TargetContainer shared;

    @BeforeAll
    static void startTarget() {
        shared = TargetContainer.start(manyClasses(Jdk.JDK_21));
    }

    @AfterAll
    static void endTarget() {
        shared.close();
    }

    /** {@code -Dheapsight.rounds=50} makes a hundred operations of it, in {@code mebibytes}. */
    @Test
    void histogramsDiffsAndGarbageSummariesInTurn() {
        try (SidecarContainer sidecar = SidecarContainer.start(shipped(shared))) {
            HttpCaller api = sidecar.readyCaller();
            for (int i = 0; i < ROUNDS; i++) {
                HttpResponse<String> histogram = ok(api.getJson("/histogram?top=2"));
                String id = histogram.headers().firstValue("X-Heapsight-Histogram").orElseThrow();
                ok(api.get("/histogram/diff?top=3&base=" + id));
                ok(api.post("/garbage?top=5"));
                assertThat(sidecar.anonymousBytes()).isLessThan(MOST_ANONYMOUS);
            }

            Map<String, JcmdHistogram.Count> before = jcmd(shared);
            String all = ok(api.get("/histogram?top=100000")).body();
            assertThat(JcmdHistogram.parse(all).classes()).isIn(before, jcmd(shared));
            // An object may come or go between the two counts, and the JVM clears soft references
            // of its classes one after the other. Each try has three collections.
            Awaitility.await()
                    .atMost(Duration.ofMinutes(4))
                    .untilAsserted(() -> assertThat(liveObjects(api)).isEqualTo(live(shared)));
            assertThat(MetricsText.of(api).valueOrThrow("heapsight_sample_age_seconds"))
                    .isLessThan(5);
            assertThat(sidecar.output()).doesNotContain("OutOfMemoryError");
        }
    }

    /** Each of 60,000 classes has one instance, and the instances of another class grow. */
    @Test
    void growthOfOneClassAmongSixtyThousandIsTheFirstRow() {
        TargetSpec growing = manyClasses(Jdk.JDK_21).withFlags("-Dgrowth=50");
        try (TargetContainer target = TargetContainer.start(growing);
                SidecarContainer sidecar = SidecarContainer.start(shipped(target))) {
            HttpCaller api = sidecar.readyCaller();

            Json diff = Json.parse(ok(api.getJson("/histogram/diff?seconds=2&top=3")).body());

            List<Json> rows = diff.at("classes").items();
            assertThat(rows.stream().map(row -> row.at("name").text()).toList())
                    .startsWith("[J")
                    .contains("com.acme.ManyClasses$Extra");
            assertThat(rows.getFirst().at("instancesChange").number()).isGreaterThan(500);
        }
    }

    @Test
    void intervalTriggerAndCommandLineBesideEachOther() {
        try (SidecarContainer sidecar =
                SidecarContainer.start(
                        shipped(shared)
                                .withDataVolume()
                                .withEnvironment("HEAPSIGHT_HISTOGRAM_INTERVAL", "1s")
                                .withEnvironment(
                                        "HEAPSIGHT_TRIGGERS", "heap>1%:garbage, heap>1%:histogram")
                                .withEnvironment("HEAPSIGHT_HISTOGRAM_TOP", "1000"))) {
            HttpCaller api = sidecar.readyCaller();
            for (int i = 0; i < ROUNDS; i++) {
                Ran cli = sidecar.heapsight("histogram", "--top", "2");
                assertThat(cli.exitCode()).as(cli.err()).isZero();
                assertThat(cli.out().lines().toList()).hasSize(5);
                ok(api.get("/metrics"));
                assertThat(sidecar.anonymousBytes()).isLessThan(MOST_ANONYMOUS);
            }
            // A trigger that finds another operation running is retried half a minute later.
            Awaitility.await()
                    .atMost(Duration.ofMinutes(2))
                    .until(
                            () ->
                                    api.get("/metrics")
                                            .body()
                                            .contains("heapsight_unreachable_class_bytes{"));
            assertThat(api.get("/metrics").body()).contains("heapsight_histogram_bytes{");
            Awaitility.await()
                    .atMost(Duration.ofMinutes(2))
                    .until(
                            () ->
                                    api.get("/histogram/kept").body().contains("trigger heap")
                                            && api.get("/garbage/kept").body().contains("trigger"));
            assertThat(sidecar.anonymousBytes()).isLessThan(MOST_ANONYMOUS);
            assertThat(sidecar.isRunning()).isTrue();
        }
    }

    /** Names of 4,000 characters: 80 MB of text. */
    @Test
    void twentyThousandLongNames() {
        TargetSpec spec =
                TargetSpec.of(Jdk.JDK_17, "ManyClasses")
                        .withArguments("20000", "4000")
                        .withFlags("-Xmx512m");
        try (TargetContainer target = TargetContainer.start(spec);
                SidecarContainer sidecar = SidecarContainer.start(shipped(target))) {
            HttpCaller api = sidecar.readyCaller();
            for (int i = 0; i < ROUNDS; i++) {
                String id =
                        ok(api.get("/histogram?top=2"))
                                .headers()
                                .firstValue("X-Heapsight-Histogram")
                                .orElseThrow();
                ok(api.get("/histogram/diff?top=10000&base=" + id));
                ok(api.post("/garbage?top=10000"));
                ok(api.get("/metrics"));
            }
            assertThat(sidecar.anonymousBytes()).isLessThan(MOST_ANONYMOUS);
        }
    }

    /** A small sidecar: a histogram that does not fit costs one answer, not the sidecar. */
    @ParameterizedTest
    @ValueSource(ints = {8, 10})
    void memoryThatOneRequestLacksEndsNeitherTheSidecarNorItsSampling(int heapMib) {
        try (SidecarContainer sidecar =
                SidecarContainer.start(
                        shipped(shared).withEnvironment("_JAVA_OPTIONS", "-Xmx" + heapMib + "m"))) {
            HttpCaller api = sidecar.readyCaller();
            Awaitility.await("each histogram is kept until no other one fits")
                    .atMost(Duration.ofMinutes(1))
                    .until(() -> api.get("/histogram?top=100000").statusCode() == 503);

            HttpResponse<String> garbage = api.post("/garbage?top=100000");
            assertThat(garbage.statusCode()).as(garbage.body()).isEqualTo(503);
            assertThat(garbage.body())
                    .contains(
                            "Too little memory for this", "does not fit in", "_JAVA_OPTIONS=-Xmx");
            Ran cli = sidecar.heapsight("histogram", "--top", "100000");
            assertThat(cli.exitCode()).isOne();
            assertThat(cli.err()).contains("heapsight: Too little memory for this.");
            double samples = samples(api);
            Awaitility.await()
                    .atMost(Duration.ofSeconds(20))
                    .until(() -> samples(api) > samples + 2);
            assertThat(api.get("/gcutil").statusCode()).isEqualTo(200);
            Awaitility.await("after a collection")
                    .until(() -> api.get("/memory").statusCode() == 200);
            assertThat(sidecar.output()).containsOnlyOnce("listening port=");
        }
    }

    private static double samples(HttpCaller api) {
        return MetricsText.of(api).valueOrThrow("heapsight_samples_total");
    }

    private static TargetSpec manyClasses(Jdk jdk) {
        return TargetSpec.of(jdk, "ManyClasses")
                .withArguments(CLASSES, "120")
                .withFlags("-Xmx300m", "-XX:+UseSerialGC");
    }

    private static SidecarSpec shipped(TargetContainer target) {
        return SidecarSpec.beside(target)
                .withMemory(LIMIT)
                .withEnvironment("HEAPSIGHT_MIN_INTERVAL_HISTOGRAM", "0s")
                .withEnvironment("HEAPSIGHT_MIN_INTERVAL_GARBAGE", "0s");
    }

    private static Map<String, JcmdHistogram.Count> jcmd(TargetContainer target) {
        return JcmdHistogram.parse(target.jcmd("1", "GC.class_histogram", "-all").outOrThrow())
                .classes();
    }

    private static long liveObjects(HttpCaller api) {
        Json garbage = Json.parse(ok(post(api, "/garbage")).body());
        return garbage.at("totals", "live", "objects").number();
    }

    private static long live(TargetContainer target) {
        String histogram = target.jcmd("1", "GC.class_histogram").outOrThrow();
        return JcmdHistogram.parse(histogram).classes().values().stream()
                .mapToLong(JcmdHistogram.Count::objects)
                .sum();
    }

    private static HttpResponse<String> post(HttpCaller api, String path) {
        return api.send("POST", path, "application/json");
    }

    private static HttpResponse<String> ok(HttpResponse<String> response) {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return response;
    }
}
