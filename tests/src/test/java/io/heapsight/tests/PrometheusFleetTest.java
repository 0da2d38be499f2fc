/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.heapsight.tests.harness.Checkout;
import io.heapsight.tests.harness.DialectFleet;
import io.heapsight.tests.harness.ExporterDialect;
import io.heapsight.tests.harness.Json;
import io.heapsight.tests.harness.NeedsPrometheus;
import io.heapsight.tests.harness.Prometheus;
import io.heapsight.tests.harness.Ran;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** {@code compare} of two sets of pods that a real Prometheus has recorded for an hour. */
@NeedsPrometheus
class PrometheusFleetTest {
    private static final String OLD = "namespace=\"shop\",version=\"1.4\"";
    private static final String NEW = "namespace=\"shop\",version=\"1.5\"";

    private static Ran compare(
            Prometheus prometheus,
            DialectFleet fleet,
            String base,
            String candidate,
            String... more) {
        List<String> command = new ArrayList<>();
        command.add(Checkout.root().resolve("heapsight").toString());
        command.addAll(List.of("compare", "--prometheus", prometheus.uri().toString()));
        command.addAll(List.of("--base", base, "--candidate", candidate));
        command.addAll(List.of("--window", "1h", "--at", fleet.end().toString()));
        command.addAll(List.of(more));
        return Ran.run(command);
    }

    private static Json row(String document, String metric) {
        return Json.parse(document).at("rows").items().stream()
                .filter(each -> each.at("metric").text().equals(metric))
                .findFirst()
                .orElseThrow();
    }

    @ParameterizedTest
    @EnumSource
    void slowerCollectionsAreFoundByEachExporter(ExporterDialect dialect) {
        DialectFleet fleet = new DialectFleet(dialect, 11, List.of());
        try (Prometheus prometheus = fleet.start(12, 1.2)) {
            Ran worse =
                    compare(
                            prometheus,
                            fleet,
                            OLD,
                            NEW,
                            "--format",
                            "json",
                            "--fail-if-worse=gc.*");
            assertThat(worse.exitCode()).as(worse.err()).isEqualTo(1);
            Json overhead = row(worse.out(), "gc.overhead");
            assertThat(overhead.at("verdict").text()).isEqualTo("worse");
            assertThat(overhead.at("base").decimal())
                    .isCloseTo(DialectFleet.GC_OVERHEAD, within(0.02 * DialectFleet.GC_OVERHEAD));
            assertThat(row(worse.out(), "cpu.seconds").at("verdict").text())
                    .isEqualTo("no-evidence");
            assertThat(row(worse.out(), "container.memory.mean").at("base").decimal())
                    .isBetween(280e6, 350e6);
        }
    }

    @Test
    void halvesOfOneVersionDoNotDiffer() {
        DialectFleet fleet = new DialectFleet(ExporterDialect.MICROMETER, 12, List.of());
        try (Prometheus prometheus = fleet.start(12, 1)) {
            Ran same =
                    compare(
                            prometheus,
                            fleet,
                            OLD + ",pod=~\".*-0[0-5]\"",
                            OLD + ",pod=~\".*-(0[6-9]|1.)\"",
                            "--fail-if-worse");
            assertThat(same.exitCode()).as(same.out() + same.err()).isZero();
            assertThat(same.out()).contains("6 pods each", "0 are worse");
        }
    }

    @Test
    void pairOfPrometheusCountsOnce() {
        DialectFleet fleet =
                new DialectFleet(ExporterDialect.MICROMETER, 13, List.of("p-0", "p-1"));
        try (Prometheus prometheus = fleet.start(6, 1)) {
            Ran both = compare(prometheus, fleet, OLD, NEW, "--format", "json");
            assertThat(row(both.outOrThrow(), "gc.overhead").at("base").decimal())
                    .isCloseTo(DialectFleet.GC_OVERHEAD, within(0.03 * DialectFleet.GC_OVERHEAD));
            assertThat(both.out()).contains("high-availability pair");
        }
    }

    @Test
    void threePodsHaveNoVerdictToDecideOn() {
        DialectFleet fleet = new DialectFleet(ExporterDialect.CLIENT_JAVA, 14, List.of());
        try (Prometheus prometheus = fleet.start(8, 1)) {
            Ran few =
                    compare(prometheus, fleet, OLD, NEW + ",pod=~\".*-0[0-2]\"", "--fail-if-worse");
            assertThat(few.exitCode()).isEqualTo(1);
            assertThat(few.err()).contains("No verdict", "at least 4 pods of each arm");
        }
    }
}
