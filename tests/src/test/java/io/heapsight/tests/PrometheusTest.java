/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.tests.harness.Checkout;
import io.heapsight.tests.harness.HttpCaller;
import io.heapsight.tests.harness.LocalJdk;
import io.heapsight.tests.harness.LocalSidecar;
import io.heapsight.tests.harness.LocalTarget;
import io.heapsight.tests.harness.MetricsText;
import io.heapsight.tests.harness.NeedsPrometheus;
import io.heapsight.tests.harness.Prometheus;
import io.heapsight.tests.harness.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Prometheus and its linter on the page of a sidecar with a target and a histogram. */
@NeedsPrometheus
class PrometheusTest {
    private static final Duration WATCHED = Duration.ofMinutes(1);
    private static final String OPEN_METRICS =
            "application/openmetrics-text; version=1.0.0; charset=utf-8";

    /** Rounds that were due, also those that a busy machine had no time for. */
    private static final String ROUNDS =
            "rate(heapsight_samples_total[30s]) + rate(heapsight_samples_missed_total[30s])";

    /** See docs/decisions/0006-metric-names.md. */
    private static final List<String> NAMES_THAT_THE_LINTER_DISLIKES =
            List.of(
                    "heapsight_counter_fresh metric name should not include type 'counter'",
                    "heapsight_histogram_bytes metric name should not include type 'histogram'",
                    "heapsight_histogram_instances metric name should not include type 'histogram'");

    private static LocalTarget target;
    private static LocalSidecar sidecar;

    @BeforeAll
    static void startTargetAndSidecarAndTakeHistogram() {
        target = LocalTarget.start(LocalJdk.of(25), "Scraped", "-XX:+UseSerialGC");
        sidecar =
                LocalSidecar.startSampling(
                        Map.of("HEAPSIGHT_TARGET", String.valueOf(target.pid())));
        HttpCaller caller = sidecar.caller();
        assertThat(caller.get("/histogram").statusCode()).isEqualTo(200);
        assertThat(caller.post("/garbage").statusCode()).isEqualTo(200);
        MetricsText page = sidecar.metrics();
        assertThat(page.lines("heapsight_histogram_bytes")).isNotEmpty();
        assertThat(page.lines("heapsight_unreachable_bytes")).isNotEmpty();
    }

    @AfterAll
    static void endBoth() {
        if (sidecar != null) {
            sidecar.close();
        }
        if (target != null) {
            target.close();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"text/plain; version=0.0.4", OPEN_METRICS})
    void promtoolFindsNothingButThreeNamesOfTheInterface(String accept) throws IOException {
        String page = sidecar.caller().send("GET", "/metrics", accept).body();
        Path file = Files.createTempFile(Checkout.scratch(), "page", ".txt");
        try {
            // Its check command reads only the text format; the server's parser reads both.
            Files.writeString(file, accept.equals(OPEN_METRICS) ? asText(page) : page);

            Ran check = Ran.run(List.of("sh", "-c", "promtool check metrics < " + file));

            assertThat((check.out() + check.err()).lines())
                    .containsExactlyInAnyOrderElementsOf(NAMES_THAT_THE_LINTER_DISLIKES);
            assertThat(check.exitCode()).as("parsed, with remarks").isEqualTo(3);
        } finally {
            Files.delete(file);
        }
    }

    /** OpenMetrics differs in the name of a counter's family, and has an end marker. */
    private static String asText(String openMetrics) {
        assertThat(openMetrics).endsWith("# EOF\n");
        return openMetrics
                .replaceAll("(?m)^# TYPE (\\S+) counter$", "# TYPE $1_total counter")
                .replaceAll("(?m)^(# TYPE \\S+_total counter\n# HELP \\S+)", "$1_total")
                .replace("# EOF\n", "");
    }

    @Test
    void prometheusScrapesForOneMinuteWithoutAnError() {
        try (Prometheus prometheus = Prometheus.scraping(sidecar.uri())) {
            Awaitility.await()
                    .atMost(WATCHED.plusSeconds(20))
                    .pollInterval(Duration.ofSeconds(1))
                    .until(
                            () ->
                                    prometheus.query("count_over_time(up[5m])").stream()
                                            .anyMatch(count -> count >= WATCHED.toSeconds()));

            assertThat(prometheus.query("min_over_time(up[5m])")).containsExactly(1.0);
            assertThat(prometheus.query("min_over_time(heapsight_target_up[5m])"))
                    .containsExactly(1.0);
            double missed = first(prometheus, "max(heapsight_samples_missed_total)");
            assertThat(first(prometheus, "max_over_time(heapsight_sample_age_seconds[1m])"))
                    .as("one more for each round missed on a busy machine")
                    .isLessThan(2.5 + missed);
            assertThat(prometheus.query("jvm_gcutil_percent{space=\"O\"}")).hasSize(1);
            assertThat(prometheus.query("rate(process_cpu_seconds_total[30s])")).hasSize(1);
            assertThat(first(prometheus, ROUNDS)).as("rounds a second").isBetween(0.9, 1.1);
            assertThat(first(prometheus, "rate(heapsight_samples_total[30s])")).isGreaterThan(0.5);
            assertThat(prometheus.query("sum(heapsight_histogram_bytes)").get(0)).isPositive();
            assertThat(prometheus.query("jvm_info{collector=\"Serial\"}")).containsExactly(1.0);
            assertThat(prometheus.targets()).contains("\"lastError\":\"\"");
            noSampleWasRefused(prometheus.metrics());
        }
    }

    private static double first(Prometheus prometheus, String promql) {
        return prometheus.query(promql).getFirst();
    }

    private static void noSampleWasRefused(MetricsText own) {
        for (String reason : List.of("out_of_order", "duplicate_timestamp", "out_of_bounds")) {
            String counter = "prometheus_target_scrapes_sample_" + reason + "_total";
            assertThat(own.valueOrThrow(counter)).as(counter).isZero();
        }
    }
}
