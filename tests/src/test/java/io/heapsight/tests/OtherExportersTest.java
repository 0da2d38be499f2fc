/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.tests.harness.Dashboards;
import io.heapsight.tests.harness.ExporterProcess;
import io.heapsight.tests.harness.HttpCaller;
import io.heapsight.tests.harness.LocalJdk;
import io.heapsight.tests.harness.LocalSidecar;
import io.heapsight.tests.harness.LocalTarget;
import io.heapsight.tests.harness.NeedsPrometheus;
import io.heapsight.tests.harness.Prometheus;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * One Prometheus scrapes a sidecar, a JVM with the JMX exporter's agent and a program with
 * Prometheus' Java library. Their metrics share names, job and pod, and the agent's even have our
 * target's label: no rule and no panel shows them.
 */
@NeedsPrometheus
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OtherExportersTest {
    private static final Duration SCRAPED = Duration.ofSeconds(60);

    /** Without its threshold an alert shows the series that it may match. */
    private static final Pattern BOUND = Pattern.compile("(?<=[\\])}] )(<|>=?|==) [\\d.]+");

    private LocalTarget target;
    private LocalSidecar sidecar;
    private ExporterProcess agent;
    private ExporterProcess library;
    private Prometheus prometheus;

    @BeforeAll
    void startAll() {
        LocalJdk jdk = LocalJdk.of(25);
        target = LocalTarget.start(jdk, "Scraped", "-XX:+UseG1GC");
        sidecar = LocalSidecar.start(Map.of("HEAPSIGHT_TARGET", String.valueOf(target.pid())));
        agent = ExporterProcess.jmxAgent(jdk);
        library = ExporterProcess.clientJava(jdk);
        prometheus =
                Prometheus.scraping(
                        List.of(
                                new Prometheus.Scraped(
                                        sidecar.uri(), "namespace: tests, pod: shop"),
                                new Prometheus.Scraped(
                                        agent.uri(),
                                        "namespace: tests, pod: shop, target: Scraped"),
                                new Prometheus.Scraped(
                                        library.uri(), "namespace: tests, pod: shop")));
        HttpCaller caller = sidecar.caller();
        Awaitility.await().until(() -> caller.get("/readyz").statusCode() == 200);
        assertThat(caller.get("/histogram").statusCode()).isEqualTo(200);
        assertThat(caller.post("/garbage").statusCode())
                .isEqualTo(200); // metaspace is counted at collections
        // All three, and the samples that rates and rules need.
        for (String shared :
                List.of(
                        "jvm_memory_used_bytes{area=\"heap\"}",
                        "rate(process_cpu_seconds_total[20s])",
                        "jvm_threads_current",
                        "process_start_time_seconds offset 10s")) {
            Awaitility.await(shared)
                    .atMost(SCRAPED)
                    .pollInterval(Duration.ofSeconds(1))
                    .untilAsserted(() -> assertThat(prometheus.query(shared)).hasSize(3));
        }
        Awaitility.await().until(() -> !prometheus.query("pod:jvm_heap_used:ratio").isEmpty());
    }

    @AfterAll
    void endAll() {
        for (AutoCloseable each : new AutoCloseable[] {prometheus, library, agent}) {
            close(each);
        }
        close(sidecar);
        close(target);
    }

    private static void close(AutoCloseable each) {
        try {
            if (each != null) {
                each.close();
            }
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void noPanelOrAnnotationShowsOtherExporters() throws IOException {
        List<String> queries = new ArrayList<>(Dashboards.queries());
        queries.addAll(Dashboards.annotations());
        assertThat(ourOwn(queries)).hasSizeGreaterThan(50);
    }

    @Test
    void noRuleMatchesOtherExporters() {
        List<String> rules = prometheus.rules();
        assertThat(rules).hasSize(20);
        List<String> unbounded =
                rules.stream().map(rule -> BOUND.matcher(rule).replaceAll("")).toList();
        assertThat(ourOwn(unbounded))
                .containsAll(unbounded.stream().filter(OtherExportersTest::isShared).toList());
    }

    @Test
    void prefixedNamesAreNotThoseOfOtherExporters(@TempDir Path data) {
        Map<String, String> settings =
                Map.of(
                        "HEAPSIGHT_TARGET",
                        String.valueOf(target.pid()),
                        "HEAPSIGHT_DATA_DIR",
                        data.toString(),
                        "HEAPSIGHT_METRIC_NAMES",
                        "prefixed");
        try (LocalSidecar prefixed = LocalSidecar.startSampling(settings)) {
            List<String> series =
                    prefixed.metrics()
                            .text()
                            .lines()
                            .filter(line -> !line.startsWith("#"))
                            .toList();
            assertThat(series)
                    .anyMatch(line -> line.startsWith("heapsight_jvm_memory_used_bytes{"))
                    .allMatch(line -> line.startsWith("heapsight_"));
        }
    }

    private static boolean isShared(String query) {
        return query.contains("(jvm_") || query.startsWith("jvm_") || query.contains("(process_");
    }

    /**
     * Each query, restricted to the sidecar's series, gives the same result at one moment. Only
     * queries with a result count.
     */
    private List<String> ourOwn(List<String> queries) {
        Instant now = Instant.now().minusSeconds(2);
        String instance = "instance=\"" + sidecar.uri().getAuthority() + "\",";
        List<String> notEmpty = new ArrayList<>();
        for (String query : queries) {
            Set<String> all = prometheus.queryAt(now, query);
            Set<String> ours = prometheus.queryAt(now, query.replace("{", "{" + instance));
            assertThat(all).as(query).isEqualTo(ours);
            if (!ours.isEmpty()) {
                notEmpty.add(query);
            }
        }
        return notEmpty;
    }
}
