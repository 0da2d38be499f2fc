/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.tests.harness.Checkout;
import io.heapsight.tests.harness.HttpCaller;
import io.heapsight.tests.harness.Json;
import io.heapsight.tests.harness.LocalJdk;
import io.heapsight.tests.harness.LocalSidecar;
import io.heapsight.tests.harness.LocalTarget;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** A file of rules beside a leaking program: firings, their order, and messages. */
class RulesTest {
    /** Orders of 360 bytes in a heap of 64 MiB: from a quarter to 40 % in some 15 seconds. */
    private static final String PER_SECOND = "2000";

    private static final String FIRST_ORDERS = "40000";

    private static final String RULES =
            """
            rules:
              - name: leak
                target: com.acme.Leak
                when: heap.used > 40%
                actions: [threads, histogram]
                limits: {oncePerLife: true}
              - name: full
                when: heap.used > 100% for 10m
                actions: [heapdump]
              - name: last
                when: on death
                actions: []
            """;

    @Test
    void leakFiresAtItsLevelAndEveryRuleExplainsItsState() throws IOException {
        Path data = Files.createTempDirectory(Checkout.scratch(), "rules");
        Path rules = Files.writeString(data.resolve("rules.yaml"), RULES);
        LocalTarget target =
                LocalTarget.start(
                        LocalJdk.of(17),
                        List.of("Leak", PER_SECOND, FIRST_ORDERS),
                        "-XX:+UseSerialGC");
        try (LocalSidecar sidecar =
                LocalSidecar.startSampling(
                        Map.of(
                                "HEAPSIGHT_RULES", rules.toString(),
                                "HEAPSIGHT_TARGET", Long.toString(target.pid()),
                                "HEAPSIGHT_DATA_DIR", data.toString()))) {
            HttpCaller caller = sidecar.caller();
            Awaitility.await()
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> !rule(caller, "leak").at("firings").items().isEmpty());

            Json firing = rule(caller, "leak").at("firings").items().getFirst();
            assertThat(firing.at("outcome").text()).isEqualTo("done");
            assertThat(firing.at("shown").text()).matches("[4-9][0-9]\\.[0-9]%");
            assertThat(firing.at("actions").items())
                    .extracting(action -> action.at("action").text())
                    .containsExactly("threads", "histogram");
            assertThat(audited(caller)).endsWith("rule leak: threads", "rule leak: histogram");
            assertThat(whyNot(caller, "leak")).isEqualTo("it has already fired for this target");
            assertThat(whyNot(caller, "full")).matches("[0-9.]+% is not above 100%");
            assertThat(whyNot(caller, "last")).isEqualTo("the target is running");
            assertThat(caller.post("/rules/test?format=text", RULES).body())
                    .contains("leak: heap.used > 40%\n  would have fired at ")
                    .contains("would not have fired: the target is running");

            target.close();
            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> !rule(caller, "last").at("firings").items().isEmpty());
        } finally {
            target.close();
        }
    }

    private static String whyNot(HttpCaller caller, String name) {
        return rule(caller, name).at("targets").items().getFirst().at("whyNot").text();
    }

    private static Json rule(HttpCaller caller, String name) {
        return Json.parse(caller.getJson("/rules").body()).at("rules").items().stream()
                .filter(rule -> rule.at("name").text().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static List<String> audited(HttpCaller caller) {
        return Json.parse(caller.getJson("/audit").body()).at("audit").items().stream()
                .map(entry -> entry.at("caller").text() + ": " + entry.at("operation").text())
                .collect(Collectors.toList());
    }
}
