/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.fleet.top;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.fleet.Dialect;
import io.heapsight.fleet.DialectChoice;
import io.heapsight.fleet.FakePrometheus;
import io.heapsight.fleet.Fleet;
import io.heapsight.fleet.TimeGrid;
import io.heapsight.fleet.size.MadePod;
import io.heapsight.fleet.size.PodHistory;
import io.heapsight.fleet.size.SizingFigure;
import io.heapsight.prometheus.PrometheusClient;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Progress;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

class FleetTopTest {
    private static FleetTop top(MadePod... pods) {
        return new FleetTop(
                Duration.ofDays(1),
                Arrays.stream(pods)
                        .map(pod -> pod.days(1).past())
                        .map(past -> FleetTop.health(past.pod().toString(), past, Double.NaN))
                        .toList(),
                List.of());
    }

    @Test
    void worstPodIsFirstAndSaysWhy() {
        FleetTop top =
                top(
                        new MadePod("fine"),
                        new MadePod("near").limit(640),
                        new MadePod("leaky")
                                .live(hours -> 100 + 14 * hours)
                                .set(SizingFigure.FULL_GCS, hours -> Math.floor(hours)),
                        new MadePod("killed").days(1).oomKilled(),
                        new MadePod("slow").throttled(1, 0.5),
                        new MadePod("collecting").set(SizingFigure.GC_PAUSE_SECONDS, h -> 540 * h));

        assertThat(top.pods())
                .extracting(PodHealth::pod)
                .startsWith("shop/killed")
                .endsWith("shop/fine")
                .contains("shop/near", "shop/leaky", "shop/slow", "shop/collecting");
        assertThat(why(top, "fine")).isEqualTo("-");
        assertThat(why(top, "killed")).startsWith("1 OOM kill");
        assertThat(why(top, "near")).matches("9\\d % of its memory limit");
        assertThat(why(top, "slow")).isEqualTo("50 % of its CPU periods throttled");
        assertThat(why(top, "collecting")).isEqualTo("15 % of the time in collections");
        assertThat(why(top, "leaky"))
                .matches("live set grows by 1[34]\\.\\d MiB an hour, full in [\\d.]+ to [\\d.]+ h");
    }

    private static String why(FleetTop top, String pod) {
        return top.pods().stream()
                .filter(each -> each.pod().equals("shop/" + pod))
                .findFirst()
                .orElseThrow()
                .why();
    }

    @Test
    void garbageThatFillsTheOldGenerationIsNoLeak() {
        FleetTop top =
                top(
                        new MadePod("filling")
                                .live(hours -> 60 + 8 * hours)
                                .set(SizingFigure.FULL_GCS, _ -> 0));

        assertThat(why(top, "filling")).isEqualTo("-");
    }

    @Test
    void activePageCacheIsLessThanAnotherSymptom() {
        FleetTop top =
                top(
                        new MadePod("logs")
                                .set(SizingFigure.WORKING_SET_BYTES, _ -> 1020.0 * (1 << 20)),
                        new MadePod("near").limit(640),
                        new MadePod("slow").throttled(1, 0.5));

        assertThat(top.pods())
                .extracting(PodHealth::pod)
                .containsExactly("shop/near", "shop/slow", "shop/logs");
        assertThat(why(top, "logs"))
                .matches("(9\\d|100) % of its memory limit, some of it page cache or a tmpfs");
    }

    @Test
    void shortPauseIsNoFinding() {
        PodHistory past = new MadePod("fine").days(1).past();

        assertThat(FleetTop.health("fine", past, 0.1).why()).isEqualTo("-");
        assertThat(FleetTop.health("fine", past, 1).why()).isEqualTo("a pause of at least 1.0 s");
    }

    @Test
    void unknownFiguresAreNoFindings() {
        PodHealth unknown =
                new PodHealth(
                        "shop/x",
                        Double.NaN,
                        Double.NaN,
                        Optional.empty(),
                        Double.NaN,
                        Double.NaN,
                        Double.NaN,
                        Double.NaN,
                        Double.NaN,
                        Double.NaN);

        assertThat(unknown.severity()).isZero();
        assertThat(unknown.cells()).containsOnly("shop/x", "-");
    }

    private static Map<String, String> labels(String pod, String... more) {
        Map<String, String> labels =
                new TreeMap<>(Map.of("namespace", "shop", "pod", pod, "container", "app"));
        for (int i = 0; i < more.length; i += 2) {
            labels.put(more[i], more[i + 1]);
        }
        return labels;
    }

    @Test
    void podInACrashLoopIsFirst() throws ProblemException {
        TimeGrid grid =
                TimeGrid.of(
                        Instant.ofEpochSecond(100_000), Duration.ofHours(1), Duration.ofMinutes(1));
        double killed = grid.from().getEpochSecond() + 1800;
        try (FakePrometheus server = new FakePrometheus();
                PrometheusClient client = server.client()) {
            for (String pod : List.of("fine", "killed")) {
                boolean dies = pod.equals("killed");
                server.add(
                        "jvm_memory_used_bytes",
                        labels(pod, "area", "heap", "id", "G1 Old Gen"),
                        at -> dies && at > killed ? Double.NaN : 1e8);
                server.add(
                        "kube_pod_container_status_restarts_total",
                        labels(pod),
                        at -> dies && at > killed ? Math.min(12, 1 + (at - killed) / 120) : 0);
            }
            server.add(
                    "kube_pod_container_status_last_terminated_reason",
                    labels("killed", "reason", "OOMKilled"),
                    at -> at > killed ? 1 : Double.NaN);
            FleetTop top = top(client, grid);

            assertThat(top.pods())
                    .extracting(PodHealth::pod)
                    .containsExactly("shop/killed", "shop/fine");
            assertThat(why(top, "killed")).isEqualTo("1 OOM kill; 11 restarts");
        }
    }

    private static FleetTop top(PrometheusClient client, TimeGrid grid) throws ProblemException {
        DialectChoice dialect = new DialectChoice(Dialect.MICROMETER, false, List.of());
        return FleetTop.of(Fleet.of(client, dialect, "namespace=\"shop\"", grid), Progress.SILENT);
    }

    @Test
    void podsOfTwoClustersAreNamedWithThem() throws ProblemException {
        TimeGrid grid =
                TimeGrid.of(
                        Instant.ofEpochSecond(100_000), Duration.ofHours(1), Duration.ofMinutes(1));
        try (FakePrometheus server = new FakePrometheus();
                PrometheusClient client = server.client()) {
            for (String cluster : List.of("eu", "us")) {
                server.add(
                        "jvm_memory_used_bytes",
                        labels("web-0", "area", "heap", "id", "Old", "cluster", cluster),
                        _ -> 1e8);
            }
            FleetTop top = top(client, grid);

            assertThat(top.pods())
                    .extracting(PodHealth::pod)
                    .containsExactly("eu/shop/web-0", "us/shop/web-0");
        }
    }

    @Test
    void podThatFailsBeforeItsFirstScrapeIsARow() throws ProblemException {
        TimeGrid grid =
                TimeGrid.of(
                        Instant.ofEpochSecond(100_000), Duration.ofHours(1), Duration.ofMinutes(1));
        double made = grid.from().getEpochSecond() + 1800;
        try (FakePrometheus server = new FakePrometheus();
                PrometheusClient client = server.client()) {
            server.add(
                    "jvm_memory_used_bytes",
                    labels("web-6d4cf56db6-aaaaa", "area", "heap", "id", "G1 Old Gen"),
                    _ -> 1e8);
            addPod(server, "web-6d4cf56db6-aaaaa", "web-6d4cf56db6", _ -> 0);
            addPod(server, "web-6d4cf56db6-bbbbb", "web-6d4cf56db6", _ -> 0);
            addPod(server, "api-6d4cf56db6-ccccc", "api-6d4cf56db6", at -> (at - made) / 60);
            addPod(
                    server,
                    "web-77c9d8b6f5-ddddd",
                    "web-77c9d8b6f5",
                    at -> at < made ? Double.NaN : Math.floor((at - made) / 300));
            FleetTop top = top(client, grid);

            assertThat(top.pods())
                    .extracting(PodHealth::pod)
                    .containsExactly("shop/web-77c9d8b6f5-ddddd", "shop/web-6d4cf56db6-aaaaa");
            assertThat(why(top, "web-77c9d8b6f5-ddddd")).isEqualTo("6 restarts");
        }
    }

    private static void addPod(
            FakePrometheus server, String pod, String owner, DoubleUnaryOperator restarts) {
        server.add(
                "kube_pod_owner",
                labels(pod, "owner_kind", "ReplicaSet", "owner_name", owner),
                _ -> 1);
        server.add("kube_pod_container_status_restarts_total", labels(pod), restarts);
    }
}
