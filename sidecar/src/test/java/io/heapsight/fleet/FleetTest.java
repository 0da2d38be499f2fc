/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.prometheus.PrometheusClient;
import io.heapsight.unit.ProblemException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

/** Which container of a pod counts, and which of several endpoints. */
class FleetTest {
    private static final TimeGrid GRID =
            TimeGrid.of(Instant.ofEpochSecond(10_000), Duration.ofHours(1), Duration.ofMinutes(1));
    private static final Pod ONLY = new Pod("shop", "a");

    private static Map<String, String> labels(String... more) {
        Map<String, String> labels = new HashMap<>(Map.of("namespace", "shop", "pod", "a"));
        for (int i = 0; i < more.length; i += 2) {
            labels.put(more[i], more[i + 1]);
        }
        return labels;
    }

    private static Fleet fleet(PrometheusClient client, Dialect dialect) throws ProblemException {
        return Fleet.of(
                client, new DialectChoice(dialect, false, List.of()), "namespace=\"shop\"", GRID);
    }

    private static void addContainers(FakePrometheus server, String... names) {
        for (String name : names) {
            server.add(
                    "container_memory_rss",
                    labels("container", name),
                    _ -> name.equals("app") ? 3e8 : 5e7);
        }
    }

    private static void addHeap(FakePrometheus server, String... more) {
        server.add("jvm_memory_used_bytes", labels(more), _ -> 1e8);
    }

    @Test
    void containerOfTheExporterIsThatOfTheJvm() throws ProblemException {
        try (FakePrometheus server = new FakePrometheus();
                PrometheusClient client = server.client()) {
            addHeap(server, "area", "heap", "id", "G1 Old Gen", "container", "app");
            addContainers(server, "app", "proxy");
            assertThat(fleet(client, Dialect.MICROMETER).range(PodFigure.RESIDENT_BYTES).get(ONLY))
                    .containsOnly(3e8);
        }
    }

    @Test
    void containerOfTheSidecarIsNotThatOfTheJvm() throws ProblemException {
        try (FakePrometheus server = new FakePrometheus();
                PrometheusClient client = server.client()) {
            addHeap(server, "area", "heap", "target", "Shop", "container", "heapsight");
            addContainers(server, "app", "heapsight");
            assertThat(fleet(client, Dialect.HEAPSIGHT).range(PodFigure.RESIDENT_BYTES).get(ONLY))
                    .containsOnly(3e8);
        }
    }

    @Test
    void unknownContainerIsMissingNotAdded() throws ProblemException {
        try (FakePrometheus server = new FakePrometheus();
                PrometheusClient client = server.client()) {
            addHeap(server, "area", "heap", "id", "G1 Old Gen");
            addContainers(server, "app", "proxy");
            Fleet fleet = fleet(client, Dialect.MICROMETER);
            assertThat(fleet.range(PodFigure.RESIDENT_BYTES)).isEmpty();
            assertThat(fleet.notes().getFirst()).contains("no label names the container");
        }
    }

    private static void addLimit(FakePrometheus server, String container) {
        server.add(
                "kube_pod_container_resource_limits",
                labels("container", container, "resource", "memory"),
                _ -> 1e8);
    }

    private static void addRestarts(FakePrometheus server, String... containers) {
        for (String name : containers) {
            server.add(
                    "kube_pod_container_status_restarts_total", labels("container", name), _ -> 0);
        }
    }

    @Test
    void limitOfAnotherContainerIsNotThatOfTheJvm() throws ProblemException {
        try (FakePrometheus server = new FakePrometheus();
                PrometheusClient client = server.client()) {
            addHeap(server, "area", "heap", "id", "G1 Old Gen", "container", "app");
            addContainers(server, "app", "istio-proxy");
            addLimit(server, "istio-proxy");
            Fleet fleet = fleet(client, Dialect.MICROMETER);
            assertThat(fleet.range(PodFigure.MEMORY_LIMIT_BYTES)).isEmpty();
            assertThat(fleet.some(PodFigure.MEMORY_LIMIT_BYTES, 3)).isEmpty();
            assertThat(fleet.range(PodFigure.RESIDENT_BYTES)).containsKey(ONLY);
        }
    }

    @Test
    void limitOfTheSidecarIsNotThatOfTheJvm() throws ProblemException {
        try (FakePrometheus server = new FakePrometheus();
                PrometheusClient client = server.client()) {
            addHeap(server, "area", "heap", "target", "Shop", "container", "heapsight");
            addLimit(server, "heapsight");
            assertThat(fleet(client, Dialect.HEAPSIGHT).range(PodFigure.MEMORY_LIMIT_BYTES))
                    .isEmpty();
            addRestarts(server, "app", "heapsight");
            assertThat(fleet(client, Dialect.HEAPSIGHT).range(PodFigure.MEMORY_LIMIT_BYTES))
                    .isEmpty();
        }
    }

    @Test
    void onlyLimitIsOfAnUnknownContainerIfThereAreOthers() throws ProblemException {
        try (FakePrometheus server = new FakePrometheus();
                PrometheusClient client = server.client()) {
            addHeap(server, "area", "heap", "id", "G1 Old Gen");
            addLimit(server, "istio-proxy");
            addRestarts(server, "app", "istio-proxy");
            Fleet fleet = fleet(client, Dialect.MICROMETER);
            assertThat(fleet.range(PodFigure.MEMORY_LIMIT_BYTES)).isEmpty();
            assertThat(fleet.notes().getFirst()).contains("no label names the container");
        }
    }

    @Test
    void onlyContainerOfAPodIsThatOfTheJvm() throws ProblemException {
        try (FakePrometheus server = new FakePrometheus();
                PrometheusClient client = server.client()) {
            addHeap(server, "area", "heap", "target", "Shop", "container", "app");
            addLimit(server, "app");
            addRestarts(server, "app");
            assertThat(fleet(client, Dialect.HEAPSIGHT).range(PodFigure.MEMORY_LIMIT_BYTES))
                    .containsKey(ONLY);
        }
    }

    @Test
    void secondEndpointIsNotAdded() throws ProblemException {
        try (FakePrometheus server = new FakePrometheus();
                PrometheusClient client = server.client()) {
            addHeap(server, "area", "heap", "id", "G1 Old Gen", "instance", "a:1");
            addHeap(server, "area", "heap", "id", "G1 Old Gen", "instance", "a:2");
            Fleet fleet = fleet(client, Dialect.MICROMETER);
            assertThat(fleet.range(PodFigure.HEAP_USED_BYTES).get(ONLY)).containsOnly(1e8);
            assertThat(fleet.notes().getFirst()).contains("several scraped endpoints");
            assertThat(fleet.sources())
                    .containsEntry(PodFigure.HEAP_USED_BYTES, "jvm_memory_used_bytes");
        }
    }

    @Test
    void containerIsThatOfTheFirstEndpoint() throws ProblemException {
        try (FakePrometheus server = new FakePrometheus();
                PrometheusClient client = server.client()) {
            addHeap(server, "area", "heap", "id", "Old", "container", "proxy", "job", "b");
            server.add(
                    "jvm_memory_used_bytes",
                    labels("area", "heap", "id", "Old", "container", "app", "job", "a"),
                    _ -> 2e8);
            addContainers(server, "app", "proxy");
            Fleet fleet = fleet(client, Dialect.MICROMETER);

            assertThat(fleet.range(PodFigure.HEAP_USED_BYTES).get(ONLY)).containsOnly(2e8);
            assertThat(fleet.range(PodFigure.RESIDENT_BYTES).get(ONLY)).containsOnly(3e8);
            assertThat(fleet.container(ONLY)).isEqualTo("app");
        }
    }

    @Test
    void podThatWasReplacedUnderItsNameIsNotASecondEndpoint() throws ProblemException {
        try (FakePrometheus server = new FakePrometheus();
                PrometheusClient client = server.client()) {
            double replaced = GRID.from().getEpochSecond() + 1800;
            addHeap(server, "10.0.0.1:9404", at -> at < replaced + 240 ? 2e9 : Double.NaN);
            addHeap(server, "10.0.0.2:9404", at -> at < replaced ? Double.NaN : 4e9);
            Fleet fleet = fleet(client, Dialect.MICROMETER);

            double[] values =
                    Objects.requireNonNull(fleet.range(PodFigure.HEAP_USED_BYTES).get(ONLY));
            assertThat(values).hasSize(GRID.size()).containsOnly(2e9, 4e9).endsWith(4e9);
            assertThat(values[29]).isEqualTo(2e9);
            assertThat(values[30]).as("the new one, beside a stale value").isEqualTo(4e9);
            assertThat(fleet.notes()).isEmpty();
        }
    }

    @Test
    void endpointsAtTheSameTimeAreNotJoined() throws ProblemException {
        try (FakePrometheus server = new FakePrometheus();
                PrometheusClient client = server.client()) {
            double later = GRID.from().getEpochSecond() + 1800;
            addHeap(server, "10.0.0.1:9404", _ -> 2e9);
            addHeap(server, "10.0.0.2:9404", at -> at < later ? Double.NaN : 4e9);
            Fleet fleet = fleet(client, Dialect.MICROMETER);

            assertThat(fleet.range(PodFigure.HEAP_USED_BYTES).get(ONLY)).containsOnly(2e9);
            assertThat(fleet.notes().getFirst()).contains("several scraped endpoints");
        }
    }

    private static void addHeap(FakePrometheus server, String instance, DoubleUnaryOperator value) {
        server.add(
                "jvm_memory_used_bytes",
                labels("area", "heap", "id", "G1 Old Gen", "job", "shop", "instance", instance),
                value);
    }

    private static void addBuckets(
            FakePrometheus server, String collector, double tenth, double second) {
        server.add(
                "jvm_memory_used_bytes",
                labels("jvm_memory_type", "heap", "jvm_memory_pool_name", "ZGC Old Generation"),
                _ -> 1e8);
        Map<String, Double> counts = Map.of("0.1", tenth, "1", second, "+Inf", second);
        counts.forEach(
                (bound, count) ->
                        server.add(
                                "jvm_gc_duration_seconds_bucket",
                                labels("jvm_gc_name", collector, "le", bound),
                                _ -> count));
    }

    @Test
    void longestPauseIsTheLargestBoundThatOneExceeded() throws ProblemException {
        try (FakePrometheus server = new FakePrometheus();
                PrometheusClient client = server.client()) {
            addBuckets(server, "ZGC Major Pauses", 40, 41);
            assertThat(fleet(client, Dialect.OPENTELEMETRY).longestPauses())
                    .containsExactly(Map.entry(ONLY, 0.1));
        }
    }

    @Test
    void pausesInTheFirstBucketMayBeOfAnyShorterLength() throws ProblemException {
        try (FakePrometheus server = new FakePrometheus();
                PrometheusClient client = server.client()) {
            addBuckets(server, "ZGC Major Pauses", 41, 41);
            assertThat(fleet(client, Dialect.OPENTELEMETRY).longestPauses())
                    .containsExactly(Map.entry(ONLY, 0.0));
        }
    }

    @Test
    void concurrentCycleIsNoPause() throws ProblemException {
        try (FakePrometheus server = new FakePrometheus();
                PrometheusClient client = server.client()) {
            addBuckets(server, "ZGC Major Cycles", 0, 41);
            assertThat(fleet(client, Dialect.OPENTELEMETRY).longestPauses()).isEmpty();
        }
    }

    private static final Pod EU = new Pod("eu", "shop", "a");
    private static final Pod US = new Pod("us", "shop", "a");

    private static void addHeapsOfTwoClusters(FakePrometheus server) {
        addHeap(server, "area", "heap", "id", "Old", "container", "app", "cluster", "eu");
        server.add(
                "jvm_memory_used_bytes",
                labels("area", "heap", "id", "Old", "container", "app", "cluster", "us"),
                _ -> 2e8);
    }

    private static void addRss(FakePrometheus server, double bytes, String... more) {
        Map<String, String> labels = labels(more);
        labels.put("container", "app");
        server.add("container_memory_rss", labels, _ -> bytes);
    }

    @Test
    void podsOfOneNameInTwoClustersAreTwo() throws ProblemException {
        try (FakePrometheus server = new FakePrometheus();
                PrometheusClient client = server.client()) {
            addHeapsOfTwoClusters(server);
            addRss(server, 3e8, "cluster", "eu");
            addRss(server, 4e8, "cluster", "us");
            Fleet fleet = fleet(client, Dialect.MICROMETER);

            assertThat(fleet.pods()).containsExactly(EU, US);
            assertThat(fleet.range(PodFigure.HEAP_USED_BYTES).get(EU)).containsOnly(1e8);
            assertThat(fleet.range(PodFigure.HEAP_USED_BYTES).get(US)).containsOnly(2e8);
            assertThat(fleet.range(PodFigure.RESIDENT_BYTES).get(EU)).containsOnly(3e8);
            assertThat(fleet.some(PodFigure.RESIDENT_BYTES, 3).get(US)).containsOnly(4e8);
            assertThat(fleet.notes()).isEmpty();
            assertThat(server.queries())
                    .filteredOn(query -> query.startsWith("sum by") || query.startsWith("max by"))
                    .allMatch(query -> query.contains(" by (cluster, "));
        }
    }

    @Test
    void seriesOfOtherClustersThanTheSelectedOneAreIgnored() throws ProblemException {
        try (FakePrometheus server = new FakePrometheus();
                PrometheusClient client = server.client()) {
            addHeap(server, "area", "heap", "id", "Old", "container", "app", "cluster", "eu");
            addRestartsIn(server, "eu");
            addRestartsIn(server, "us");
            addRss(server, 4e8, "cluster", "us");
            Fleet fleet = fleet(client, Dialect.MICROMETER);

            assertThat(fleet.range(PodFigure.RESIDENT_BYTES)).isEmpty();
            assertThat(fleet.range(PodFigure.RESTARTS)).containsOnlyKeys(EU);
            assertThat(fleet.notes()).isEmpty();
        }
    }

    private static void addRestartsIn(FakePrometheus server, String cluster) {
        server.add(
                "kube_pod_container_status_restarts_total",
                labels("container", "app", "cluster", cluster),
                _ -> 0);
    }

    @Test
    void clusterOfContainersAloneIsNoOtherPod() throws ProblemException {
        try (FakePrometheus server = new FakePrometheus();
                PrometheusClient client = server.client()) {
            addHeap(server, "area", "heap", "id", "Old", "container", "app");
            addRss(server, 3e8, "cluster", "eu");
            Fleet fleet = fleet(client, Dialect.MICROMETER);

            assertThat(fleet.range(PodFigure.RESIDENT_BYTES).get(ONLY)).containsOnly(3e8);
        }
    }

    @Test
    void clusterOfTheProgramAloneIsNoOtherPod() throws ProblemException {
        try (FakePrometheus server = new FakePrometheus();
                PrometheusClient client = server.client()) {
            addHeap(server, "area", "heap", "id", "Old", "container", "app", "cluster", "eu");
            addRss(server, 3e8);
            Fleet fleet = fleet(client, Dialect.MICROMETER);

            assertThat(fleet.range(PodFigure.RESIDENT_BYTES).get(EU)).containsOnly(3e8);
        }
    }

    @Test
    void containersOfSeveralClustersAreAmbiguousWithoutOneOfTheProgram() throws ProblemException {
        try (FakePrometheus server = new FakePrometheus();
                PrometheusClient client = server.client()) {
            addHeap(server, "area", "heap", "id", "Old", "container", "app");
            addRss(server, 3e8, "cluster", "eu");
            addRss(server, 4e8, "cluster", "us");
            Fleet fleet = fleet(client, Dialect.MICROMETER);

            assertThat(fleet.range(PodFigure.RESIDENT_BYTES)).isEmpty();
            assertThat(fleet.notes())
                    .containsExactly(
                            "Container figures are missing for pods with one name in several"
                                    + " clusters: give the metrics of the program and of containers"
                                    + " the same label cluster.");
        }
    }

    @Test
    void containersOfAnotherClusterAreIgnoredIfTheSelectedOneHasNone() throws ProblemException {
        try (FakePrometheus server = new FakePrometheus();
                PrometheusClient client = server.client()) {
            addHeap(server, "area", "heap", "id", "Old", "container", "app", "cluster", "eu");
            addRestartsIn(server, "us");
            addRss(server, 4e8, "cluster", "us");
            Fleet fleet = fleet(client, Dialect.MICROMETER);

            assertThat(fleet.range(PodFigure.RESTARTS)).isEmpty();
            assertThat(fleet.range(PodFigure.RESIDENT_BYTES)).isEmpty();
            assertThat(fleet.info(ContainerQueries.OF_ALL, false, List.of("uid"))).isEmpty();
        }
    }

    @Test
    void containersThatNameTheClusterByAnotherLabelAreOfThePod() throws ProblemException {
        try (FakePrometheus server = new FakePrometheus();
                PrometheusClient client = server.client()) {
            addHeap(server, "area", "heap", "id", "Old", "container", "app", "cluster", "eu");
            addRss(server, 3e8, "kubernetes_cluster", "prod-eu");
            Fleet fleet = fleet(client, Dialect.MICROMETER);

            assertThat(fleet.range(PodFigure.RESIDENT_BYTES).get(EU)).containsOnly(3e8);
        }
    }

    @Test
    void ownerOfAPodThatLivedForAQuarterOfTheWindowIsKnown() throws ProblemException {
        double died = GRID.from().getEpochSecond() + 1600;
        try (FakePrometheus server = new FakePrometheus();
                PrometheusClient client = server.client()) {
            addHeap(server, "area", "heap", "id", "Old", "container", "app");
            server.add(
                    "kube_pod_owner",
                    labels("owner_kind", "StatefulSet", "owner_name", "web"),
                    at -> at > died || at < died - 900 ? Double.NaN : 1);
            Fleet fleet = fleet(client, Dialect.MICROMETER);

            assertThat(
                            fleet.info("kube_pod_owner", false, List.of("owner_kind", "owner_name"))
                                    .get(ONLY))
                    .containsEntry("owner_name", "web");
        }
    }

    @Test
    void twoTargetsOfASidecarAreSeveralJvms() throws ProblemException {
        try (FakePrometheus server = new FakePrometheus();
                PrometheusClient client = server.client()) {
            addHeap(server, "area", "heap", "target", "Shop", "container", "heapsight");
            assertThat(fleet(client, Dialect.HEAPSIGHT).ofSeveralJvms()).isEmpty();
            addHeap(server, "area", "heap", "target", "Batch", "container", "heapsight");
            assertThat(fleet(client, Dialect.HEAPSIGHT).ofSeveralJvms()).containsExactly(ONLY);
        }
    }

    @Test
    void twoAddressesOfAContainerAreSeveralJvms() throws ProblemException {
        try (FakePrometheus server = new FakePrometheus();
                PrometheusClient client = server.client()) {
            for (String port : List.of("8080", "8081")) {
                addHeap(server, "area", "heap", "id", "Old", "instance", "10.0.0.1:" + port);
            }
            assertThat(fleet(client, Dialect.MICROMETER).ofSeveralJvms()).containsExactly(ONLY);
        }
    }

    @Test
    void replacedPodIsNotSeveralJvms() throws ProblemException {
        double moved = GRID.from().getEpochSecond() + 1800;
        try (FakePrometheus server = new FakePrometheus();
                PrometheusClient client = server.client()) {
            for (String address : List.of("10.0.0.1:80", "10.0.0.2:80")) {
                boolean isFirst = address.startsWith("10.0.0.1:");
                server.add(
                        "jvm_memory_used_bytes",
                        labels("area", "heap", "id", "Old", "instance", address),
                        at -> isFirst == (at <= moved) ? 1e8 : Double.NaN);
            }
            assertThat(fleet(client, Dialect.MICROMETER).ofSeveralJvms()).isEmpty();
        }
    }

    private static void addWorkingSets(FakePrometheus server, String... containers) {
        for (String name : containers) {
            server.add(
                    "container_memory_working_set_bytes",
                    labels("container", name),
                    _ -> name.equals("app") ? 3e8 : 6e7);
        }
    }

    @Test
    void proxyThatPassesMetricsOnIsNotTheContainerOfTheJvm() throws ProblemException {
        try (FakePrometheus server = new FakePrometheus();
                PrometheusClient client = server.client()) {
            addHeap(server, "area", "heap", "id", "Old", "container", "istio-proxy");
            addWorkingSets(server, "app", "istio-proxy");
            Fleet fleet = fleet(client, Dialect.MICROMETER);

            assertThat(fleet.container(ONLY)).isEmpty();
            assertThat(fleet.range(PodFigure.WORKING_SET_BYTES).get(ONLY)).containsOnly(3e8);
            addWorkingSets(server, "vault-agent");
            assertThat(fleet(client, Dialect.MICROMETER).range(PodFigure.WORKING_SET_BYTES))
                    .isEmpty();
        }
    }

    @Test
    void containerOfTheOtherEndpointIsTheJvmsIfTheProxyIsTheFirst() throws ProblemException {
        try (FakePrometheus server = new FakePrometheus();
                PrometheusClient client = server.client()) {
            addHeap(server, "area", "heap", "id", "Old", "job", "a", "container", "istio-proxy");
            addHeap(server, "area", "heap", "id", "Old", "job", "b", "container", "app");
            addWorkingSets(server, "app", "istio-proxy", "vault-agent");
            Fleet fleet = fleet(client, Dialect.MICROMETER);

            assertThat(fleet.container(ONLY)).isEqualTo("app");
            assertThat(fleet.range(PodFigure.WORKING_SET_BYTES).get(ONLY)).containsOnly(3e8);
        }
    }

    @Test
    void restartsOfAPodMadeInTheWindowRiseFromZero() throws ProblemException {
        double made = GRID.from().getEpochSecond() + 600;
        try (FakePrometheus server = new FakePrometheus();
                PrometheusClient client = server.client()) {
            addHeap(server, "area", "heap", "id", "Old", "container", "app");
            server.add(
                    "kube_pod_container_status_restarts_total",
                    labels("container", "app"),
                    at -> at < made ? Double.NaN : 3);
            assertThat(fleet(client, Dialect.MICROMETER).restarts().get(ONLY))
                    .as("kube-state-metrics may be younger than the pod")
                    .doesNotContain(0);
            server.add(
                    "kube_pod_container_status_restarts_total",
                    Map.of("namespace", "shop", "pod", "b", "container", "app"),
                    _ -> 7);
            double[] restarts =
                    Objects.requireNonNull(fleet(client, Dialect.MICROMETER).restarts().get(ONLY));
            assertThat(restarts[9]).isZero();
            assertThat(restarts[10]).isEqualTo(3);
        }
    }
}
