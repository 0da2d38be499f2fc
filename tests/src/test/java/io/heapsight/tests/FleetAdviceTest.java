/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.tests.harness.Checkout;
import io.heapsight.tests.harness.Json;
import io.heapsight.tests.harness.NeedsPrometheus;
import io.heapsight.tests.harness.Prometheus;
import io.heapsight.tests.harness.Ran;
import io.heapsight.tests.harness.RecordedFleet;
import io.heapsight.tests.harness.RecordedFleet.Behaviour;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** {@code advice} and {@code top} of a fleet that a real Prometheus has recorded for two days. */
@NeedsPrometheus
class FleetAdviceTest {
    private static Prometheus prometheus;

    @BeforeAll
    static void record() throws IOException {
        RecordedFleet fleet = new RecordedFleet(Duration.ofDays(2), 7);
        for (String suffix : List.of("x7k2p", "zz9xw", "b4c5d")) {
            fleet.pod("shop", "web", suffix, new Behaviour(120, 0, 512, 150, 1024, 0.5, 2, false));
        }
        for (String suffix : List.of("f6g7h", "j8k9l")) {
            fleet.pod("shop", "leaky", suffix, new Behaviour(80, 6, 512, 150, 1024, 0.5, 2, false));
            fleet.pod("shop", "killed", suffix, new Behaviour(120, 0, 512, 150, 640, 0.5, 2, true));
        }
        prometheus = fleet.start();
    }

    @AfterAll
    static void end() {
        prometheus.close();
    }

    private static Ran heapsight(String... words) {
        List<String> command = new ArrayList<>();
        command.add(Checkout.root().resolve("heapsight").toString());
        command.addAll(List.of(words));
        command.addAll(List.of("--prometheus", prometheus.uri().toString()));
        return Ran.run(command);
    }

    private static Json workload(String name) {
        String document =
                heapsight(
                                "advice",
                                "--selector",
                                "namespace=\"shop\"",
                                "--window",
                                "2d",
                                "--format",
                                "json")
                        .outOrThrow();
        return Json.parse(document).at("workloads").items().stream()
                .filter(each -> each.at("name").text().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static String suggested(Json workload, String setting) {
        return workload.at("settings").items().stream()
                .filter(each -> each.at("name").text().equals(setting))
                .findFirst()
                .orElseThrow()
                .at("suggested")
                .text();
    }

    @Test
    void tooLargeWorkloadShrinks() {
        Json web = workload("web");

        assertThat(suggested(web, "-Xmx")).matches("(2[5-9]|3[0-2])\\dm");
        assertThat(suggested(web, "memory limit")).matches("7\\d\\dMi");
        assertThat(suggested(web, "memory request")).matches("6\\d\\dMi");
        assertThat(suggested(web, "cpu request")).matches("(4[5-9]|5)\\d*m");
        assertThat(web.at("savedRequestGibibytes").decimal()).isBetween(0.9, 1.2);
        assertThat(web.at("kind").text()).isEqualTo("Deployment");
        assertThat(web.at("container").text()).isEqualTo("app");
    }

    @Test
    void nothingThatGrowsOrWasKilledIsLowered() {
        Json leaky = workload("leaky");
        Json killed = workload("killed");

        assertThat(suggested(leaky, "memory limit")).isEqualTo("1024Mi");
        assertThat(suggested(leaky, "memory request")).isEqualTo("1024Mi");
        assertThat(suggested(killed, "memory request")).isEqualTo("640Mi");
        assertThat(suggested(killed, "cpu request")).isEqualTo("2");
        assertThat(killed.at("notes").items())
                .extracting(Json::text)
                .contains("2 OOM kills in the window: nothing is lowered.");
    }

    @Test
    void topNamesTheLeak() {
        String table =
                heapsight("top", "--selector", "namespace=\"shop\"", "--window", "2d").outOrThrow();

        assertThat(table.lines().skip(1).limit(2)).allMatch(line -> line.contains("1 OOM kill"));
        assertThat(table.lines())
                .filteredOn(line -> line.startsWith("shop/leaky"))
                .hasSize(2)
                .allMatch(line -> line.contains("live set grows by"));
        assertThat(table.lines())
                .filteredOn(line -> line.startsWith("shop/web"))
                .allMatch(line -> line.endsWith("-"));
    }

    @Test
    void selectorWithoutPodsIsAnError() {
        Ran none = heapsight("advice", "--selector", "namespace=\"none\"", "--window", "1d");

        assertThat(none.exitCode()).isEqualTo(1);
        assertThat(none.out()).isEmpty();
        assertThat(none.err()).contains("No pods with metrics of a JVM").doesNotContain("\tat ");
    }
}
