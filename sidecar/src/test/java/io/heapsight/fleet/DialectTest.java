/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.prometheus.PrometheusClient;
import io.heapsight.unit.ProblemException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class DialectTest {
    private static final TimeGrid GRID =
            TimeGrid.of(Instant.ofEpochSecond(10_000), Duration.ofHours(1), Duration.ofMinutes(1));

    /** Adds the heap of a pod as an exporter names it. */
    private static void addHeap(FakePrometheus server, Dialect dialect) {
        addHeap(server, dialect, "pod", "a");
    }

    private static void addHeap(FakePrometheus server, Dialect dialect, String... more) {
        Map<String, String> labels = new HashMap<>(Map.of("version", "1"));
        for (int i = 0; i < more.length; i += 2) {
            labels.put(more[i], more[i + 1]);
        }
        String metric = "jvm_memory_used_bytes";
        switch (dialect) {
            case HEAPSIGHT -> labels.putAll(Map.of("area", "heap", "target", "Shop"));
            case HEAPSIGHT_PREFIXED -> {
                metric = "heapsight_jvm_memory_used_bytes";
                labels.putAll(Map.of("area", "heap", "target", "Shop"));
            }
            case MICROMETER -> labels.putAll(Map.of("area", "heap", "id", "G1 Old Gen"));
            case CLIENT_JAVA -> labels.put("area", "heap");
            case SIMPLECLIENT -> {
                metric = "jvm_memory_bytes_used";
                labels.put("area", "heap");
            }
            case OPENTELEMETRY ->
                    labels.putAll(
                            Map.of(
                                    "jvm_memory_type",
                                    "heap",
                                    "jvm_memory_pool_name",
                                    "G1 Old Gen"));
        }
        server.add(metric, labels, _ -> 1e8);
    }

    private static DialectChoice choice(FakePrometheus server) throws ProblemException {
        try (PrometheusClient client = server.client()) {
            return DialectChoice.of(client, Optional.empty(), List.of("version=\"1\""), GRID);
        }
    }

    @ParameterizedTest
    @EnumSource
    void eachIsRecognizedAndNoOther(Dialect dialect) throws ProblemException {
        try (FakePrometheus server = new FakePrometheus()) {
            addHeap(server, dialect);
            DialectChoice choice = choice(server);
            assertThat(choice.dialect()).isEqualTo(dialect);
            assertThat(choice.notes()).isEmpty();
            assertThat(choice.replicas()).isFalse();
        }
    }

    @Test
    void secondOneIsNoted() throws ProblemException {
        try (FakePrometheus server = new FakePrometheus()) {
            addHeap(server, Dialect.MICROMETER);
            addHeap(server, Dialect.HEAPSIGHT);
            DialectChoice choice = choice(server);
            assertThat(choice.dialect()).isEqualTo(Dialect.HEAPSIGHT);
            assertThat(choice.notes().getFirst()).contains("--dialect micrometer");
        }
    }

    @Test
    void podsWithAnotherDialectOnlyAreNamed() throws ProblemException {
        try (FakePrometheus server = new FakePrometheus()) {
            for (String pod : List.of("a", "b", "c")) {
                addHeap(server, Dialect.MICROMETER, "pod", pod);
            }
            addHeap(server, Dialect.SIMPLECLIENT, "pod", "a");
            addHeap(server, Dialect.SIMPLECLIENT, "pod", "d");
            assertThat(choice(server).notes())
                    .containsExactly(
                            "1 pod has only metrics of simpleclient or an old jmx_exporter and is"
                                    + " missing here; use --dialect simpleclient for: d.");
        }
    }

    @Test
    void podsThatOnlyOneSelectorHasAreNamed() throws ProblemException {
        try (FakePrometheus server = new FakePrometheus();
                PrometheusClient client = server.client()) {
            addHeap(server, Dialect.MICROMETER, "pod", "old");
            addHeap(server, Dialect.MICROMETER, "pod", "new");
            addHeap(server, Dialect.SIMPLECLIENT, "pod", "new-2");
            List<String> selectors = List.of("pod=~\"old.*\"", "pod=~\"new.*\"");
            assertThat(DialectChoice.of(client, Optional.empty(), selectors, GRID).notes())
                    .singleElement()
                    .asString()
                    .endsWith("for: new-2.");
        }
    }

    @Test
    void portsOfOneAddressAreOneProgram() throws ProblemException {
        try (FakePrometheus server = new FakePrometheus()) {
            addHeap(server, Dialect.MICROMETER, "instance", "10.0.0.1:8080");
            addHeap(server, Dialect.HEAPSIGHT, "instance", "10.0.0.1:7070");
            assertThat(choice(server).notes().getFirst()).startsWith("The pods also have");
        }
    }

    @ParameterizedTest
    @CsvSource({"'', prod, The pods also", "eu, '', The pods also", "eu, us, 1 pod has only"})
    void podIsMissingOnlyIfBothDialectsNameItsCluster(String one, String other, String start)
            throws ProblemException {
        try (FakePrometheus server = new FakePrometheus()) {
            addHeap(server, Dialect.MICROMETER, "pod", "a", "cluster", one);
            addHeap(server, Dialect.OPENTELEMETRY, "pod", "a", "k8s_cluster_name", other);
            assertThat(choice(server).notes()).singleElement().asString().startsWith(start);
        }
    }

    @Test
    void missingFullCollectionsOfMicrometerAreZero() {
        assertThat(
                        Dialect.MICROMETER
                                .query(PodFigure.FULL_GCS)
                                .orElseThrow()
                                .promql("a=\"b\"", "pod", false))
                .isEqualTo(
                        "sum by (pod) (jvm_gc_pause_seconds_count{a=\"b\",action=\"end of major"
                                + " GC\"}) or 0 * sum by (pod)"
                                + " (jvm_gc_pause_seconds_count{a=\"b\",action!=\"end of major"
                                + " GC\"})");
    }

    @Test
    void seriesOfReplicasAreMergedBeforeTheyAreAdded() {
        assertThat(
                        Dialect.CLIENT_JAVA
                                .query(PodFigure.THREADS)
                                .orElseThrow()
                                .promql("a=\"b\"", "pod", true))
                .matches(
                        "sum by \\(pod\\) \\(max without \\(.*replica.*\\)"
                                + " \\(jvm_threads_current.*");
    }

    /** Returns which pools the matchers of a query select; all of them without a matcher. */
    private static List<String> selected(MetricQuery query, String... pools) {
        Matcher matcher =
                Pattern.compile("(?:pool|id|jvm_memory_pool_name)(=~|!~)\"([^\"]*)\"")
                        .matcher(query.matchers());
        List<String> selected = new ArrayList<>(List.of(pools));
        while (matcher.find()) {
            boolean wanted = matcher.group(1).equals("=~");
            String pattern = matcher.group(2);
            selected.removeIf(pool -> pool.matches(pattern) != wanted);
        }
        return selected;
    }

    @ParameterizedTest
    @EnumSource(names = {"CLIENT_JAVA", "SIMPLECLIENT", "OPENTELEMETRY"})
    void heapAfterCollectionsIsThatOfPoolsThatKeepObjects(Dialect dialect) {
        MetricQuery query = dialect.query(PodFigure.HEAP_AFTER_GC_BYTES).orElseThrow();

        assertThat(selected(query, "G1 Eden Space", "G1 Survivor Space", "PS Survivor Space"))
                .isEmpty();
        assertThat(
                        selected(
                                query,
                                "G1 Old Gen",
                                "PS Old Gen",
                                "Tenured Gen",
                                "ZHeap",
                                "ZGC Young Generation",
                                "ZGC Old Generation",
                                "Shenandoah"))
                .hasSize(7);
        assertThat(query.aggregation()).isEqualTo(MetricQuery.Aggregation.SUM_OF_POSITIVE);
    }

    @ParameterizedTest
    @EnumSource(names = {"MICROMETER", "OPENTELEMETRY"})
    void maximumOfTheHeapCountsOnceWithGenerations(Dialect dialect) {
        MetricQuery query = dialect.query(PodFigure.HEAP_MAX_BYTES).orElseThrow();

        assertThat(
                        selected(
                                query,
                                "ZGC Old Generation",
                                "ZGC Young Generation",
                                "Shenandoah Old Gen",
                                "Shenandoah Young Gen",
                                "ZHeap",
                                "G1 Old Gen"))
                .containsExactly("ZGC Old Generation", "Shenandoah Old Gen", "ZHeap", "G1 Old Gen");
    }

    @ParameterizedTest
    @EnumSource
    void onlyTheHeapOfZgcIsShared(Dialect dialect) {
        MetricQuery query = dialect.query(PodFigure.SHARED_HEAP_BYTES).orElseThrow();

        assertThat(
                        selected(
                                query,
                                "ZHeap",
                                "ZGC Young Generation",
                                "ZGC Old Generation",
                                "G1 Old Gen",
                                "Shenandoah"))
                .containsExactly("ZHeap", "ZGC Young Generation", "ZGC Old Generation");
    }

    @ParameterizedTest
    @EnumSource
    void eachHasTheFiguresOfEveryComparison(Dialect dialect) {
        assertThat(dialect.figures())
                .contains(
                        PodFigure.CPU_SECONDS,
                        PodFigure.HEAP_USED_BYTES,
                        PodFigure.HEAP_MAX_BYTES,
                        PodFigure.HEAP_AFTER_GC_BYTES,
                        PodFigure.GC_PAUSE_SECONDS,
                        PodFigure.GC_PAUSES,
                        PodFigure.METASPACE_USED_BYTES,
                        PodFigure.THREADS);
    }
}
