/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.tests.harness.Dashboards;
import io.heapsight.tests.harness.DumpJob;
import io.heapsight.tests.harness.HttpCaller;
import io.heapsight.tests.harness.Jdk;
import io.heapsight.tests.harness.Json;
import io.heapsight.tests.harness.NeedsDocker;
import io.heapsight.tests.harness.NeedsPrometheus;
import io.heapsight.tests.harness.Prometheus;
import io.heapsight.tests.harness.SidecarContainer;
import io.heapsight.tests.harness.SidecarSpec;
import io.heapsight.tests.harness.TargetContainer;
import io.heapsight.tests.harness.TargetSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * The metrics of dashboards and alerts exist: a real Prometheus scrapes a leaking target with
 * limits, a histogram and a heap dump.
 */
@NeedsDocker
@NeedsPrometheus
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DashboardsTest {
    private static final long MEBIBYTE = 1 << 20;
    private static final Duration RECORDED = Duration.ofSeconds(60);

    /**
     * Absent until growth over some minutes allows a forecast; with control groups of version 1, or
     * if it is not set.
     */
    private static final List<String> MAY_BE_ABSENT =
            List.of(
                    "heapsight_container_memory_limit_reached",
                    "heapsight_container_memory_high_bytes");

    /**
     * A quantile of no safepoint: those of a target that collects many times a second are merged
     * with its collections.
     */
    private static final String MAY_BE_UNDEFINED = "jvm_safepoint_duration_seconds_bucket";

    private static final Pattern METRIC =
            Pattern.compile("\\b(?:pod:|jvm_|process_|heapsight_)[\\w:]+");

    private TargetContainer target;
    private SidecarContainer sidecar;
    private Prometheus prometheus;

    @BeforeAll
    void provokeWhatPanelsShow() {
        target =
                TargetContainer.start(
                        TargetSpec.of(Jdk.JDK_25, "Leak")
                                .withFlags("-XX:+UseG1GC", "-Xmx192m", "-Xmn4m")
                                .withArguments("1000")
                                .withMemory(384 * MEBIBYTE)
                                .withReservation(256 * MEBIBYTE)
                                .withCpus(0.5));
        sidecar = SidecarContainer.start(SidecarSpec.beside(target).withHeapDumps());
        prometheus = Prometheus.scraping(sidecar.uri());
        HttpCaller caller = sidecar.readyCaller();
        assertThat(caller.get("/histogram").statusCode()).isEqualTo(200);
        Json dumped = DumpJob.start(caller, "/heapdumps").awaitEnd();
        assertThat(dumped.at("state").text()).as("%s", dumped).isEqualTo("done");
    }

    @AfterAll
    void endAll() {
        prometheus.close();
        sidecar.close();
        target.close();
    }

    @Test
    void everyQueryOfEveryPanelReturnsData() throws IOException {
        List<String> queries = Dashboards.queries();
        assertThat(queries).hasSizeGreaterThan(60);
        allReturnData(queries);
    }

    /** The marked events may not have happened; only the queries must be valid. */
    @Test
    void everyAnnotationQueryIsValid() throws IOException {
        List<String> queries = Dashboards.annotations();
        assertThat(queries).hasSizeGreaterThan(10);
        queries.forEach(prometheus::query);
    }

    @Test
    void everyMetricThatRulesUseExists() throws IOException {
        Set<String> metrics = new TreeSet<>();
        for (String line : Files.readAllLines(Prometheus.RULES)) {
            if (!line.strip().startsWith("#") && !line.contains("runbook_url")) {
                METRIC.matcher(line).results().map(MatchResult::group).forEach(metrics::add);
            }
        }
        assertThat(metrics).contains("jvm_memory_used_bytes", "heapsight_targets");
        allReturnData(metrics);
    }

    private void allReturnData(Collection<String> queries) {
        Awaitility.await()
                .atMost(RECORDED)
                .pollInterval(Duration.ofSeconds(2))
                .untilAsserted(
                        () ->
                                assertThat(queries)
                                        .filteredOn(query -> !returnsData(query))
                                        .as("queries that return no data")
                                        .isEmpty());
    }

    private boolean returnsData(String query) {
        List<Double> values = prometheus.query(query);
        return (!values.isEmpty() || MAY_BE_ABSENT.stream().anyMatch(query::contains))
                && (query.contains(MAY_BE_UNDEFINED)
                        || values.stream().noneMatch(value -> value.isNaN()));
    }
}
