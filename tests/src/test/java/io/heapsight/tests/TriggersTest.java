/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.tests.harness.HttpCaller;
import io.heapsight.tests.harness.Jdk;
import io.heapsight.tests.harness.Json;
import io.heapsight.tests.harness.MetricsText;
import io.heapsight.tests.harness.NeedsDocker;
import io.heapsight.tests.harness.SidecarContainer;
import io.heapsight.tests.harness.SidecarSpec;
import io.heapsight.tests.harness.TargetContainer;
import io.heapsight.tests.harness.TargetSpec;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** A container that fills up: the evidence exists before its end. */
@NeedsDocker
class TriggersTest {
    private static final long MEBIBYTE = 1 << 20;
    private static final String RULE = "container_memory>70%:histogram";

    /** Orders of 360 bytes: together with the JVM, half of the container. */
    private static final String FIRST_ORDERS = "130000";

    @Test
    void flightRecorderRunsWhenTheHeapFills() {
        TargetSpec idle = TargetSpec.of(Jdk.JDK_21, "Idle").withFlags("-Xmx64m");
        try (TargetContainer target = TargetContainer.start(idle);
                SidecarContainer sidecar =
                        SidecarContainer.start(
                                SidecarSpec.beside(target)
                                        .withHeapDumps()
                                        .withEnvironment(
                                                "HEAPSIGHT_TRIGGERS", "heap>1%:recording"))) {
            HttpCaller caller = sidecar.readyCaller();
            Json job =
                    Awaitility.await()
                            .atMost(Duration.ofSeconds(60))
                            .until(() -> jobs(caller), jobs -> !jobs.isEmpty())
                            .getFirst();
            assertThat(job.at("kind").text()).isEqualTo("recording");
            assertThat(job.at("caller").text()).isEqualTo("trigger heap>1%");
            Awaitility.await()
                    .until(
                            () ->
                                    target.jcmd("1", "JFR.check")
                                            .outOrThrow()
                                            .contains("name=heapsight-"));
            caller.send("DELETE", "/jobs/" + job.at("id").text(), "");
            Awaitility.await()
                    .until(
                            () ->
                                    !target.jcmd("1", "JFR.check")
                                            .outOrThrow()
                                            .contains("name=heapsight-"));
        }
    }

    @Test
    void threadDumpIsStoredWhenTheHeapFills() {
        TargetSpec hung = TargetSpec.of(Jdk.JDK_25, "Hung").withArguments("4");
        try (TargetContainer target = TargetContainer.start(hung);
                SidecarContainer sidecar =
                        SidecarContainer.start(
                                SidecarSpec.beside(target)
                                        .withHeapDumps()
                                        .withEnvironment(
                                                "HEAPSIGHT_TRIGGERS", "heap>1%:threads"))) {
            HttpCaller caller = sidecar.readyCaller();
            Awaitility.await()
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> fired(sidecar).at("fired", "done").number() > 0);

            String result = fired(sidecar).at("last", "result").text();
            assertThat(result).startsWith("/threads/kept/");
            assertThat(caller.get("/").body()).contains("done, " + result);
            assertThat(caller.get(result).body())
                    .contains("DEADLOCK: ", "com.acme.Hung")
                    .startsWith("1 (Hung): ");
            Json kept =
                    Json.parse(caller.getJson("/threads/kept").body())
                            .at("threadDumps")
                            .items()
                            .getFirst();
            assertThat(result).endsWith(kept.at("id").text());
            assertThat(kept.at("caller").text()).isEqualTo("trigger heap>1%");
            Json dump = Json.parse(caller.getJson(result).body());
            assertThat(dump.at("deadlocks").items()).isNotEmpty();
            assertThat(sidecar.output()).contains("result=" + result);
        }
    }

    private static List<Json> jobs(HttpCaller caller) {
        return Json.parse(caller.getJson("/jobs").body()).at("jobs").items();
    }

    @Test
    void histogramIsCapturedNearTheContainerLimit() {
        TargetSpec leaking =
                TargetSpec.of(Jdk.JDK_17, "Leak")
                        .withArguments("6000", FIRST_ORDERS)
                        .withMemory(160 * MEBIBYTE)
                        .withFlags("-Xmx128m");
        try (TargetContainer target = TargetContainer.start(leaking);
                SidecarContainer sidecar =
                        SidecarContainer.start(
                                SidecarSpec.beside(target)
                                        .withEnvironment("HEAPSIGHT_TRIGGERS", RULE))) {
            Awaitility.await()
                    .atMost(Duration.ofSeconds(60))
                    .pollInterval(Duration.ofMillis(200))
                    .until(() -> fired(sidecar).at("fired", "done").number() > 0);

            Json fired = fired(sidecar);
            assertThat(fired.at("trigger").text()).isEqualTo(RULE);
            assertThat(fired.at("fired", "done").number()).isEqualTo(1);
            assertThat(fired.at("last", "target").text()).isEqualTo("Leak");
            MetricsText metrics = MetricsText.of(sidecar.caller());
            assertThat(
                            metrics.valueOrThrow(
                                    "heapsight_triggers_fired_total",
                                    "trigger=\"" + RULE + "\"",
                                    "outcome=\"done\""))
                    .isEqualTo(1);
            assertThat(metrics.valueOrThrow("heapsight_histogram_instances", "com.acme.Order\""))
                    .as("orders, 10 lines each, that fill most of 160 MiB")
                    .isGreaterThan(50_000);
            assertThat(sidecar.output())
                    .contains("caller=\"trigger container_memory>70%\"")
                    .containsPattern("value=[7-9][0-9]\\.[0-9]%");
        }
    }

    /**
     * A sidecar killed by its own action must not repeat that action directly after its restart.
     */
    @Test
    void triggerKeepsItsCooldownAcrossARestart() {
        // G1's counters show eden only in whole regions, which an idle program never fills.
        // fills.
        TargetSpec silent =
                TargetSpec.of(Jdk.JDK_17, "FakeListener")
                        .withArguments("silent")
                        .withFlags("-XX:+UseSerialGC");
        try (TargetContainer target = TargetContainer.start(silent);
                SidecarContainer sidecar =
                        SidecarContainer.start(
                                SidecarSpec.beside(target)
                                        .withDataVolume()
                                        .withEnvironment(
                                                "HEAPSIGHT_TRIGGERS", "heap>1%:histogram"))) {
            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> sidecar.hasDataFile("", "triggers"));
            sidecar.killAndStartAgain();
            HttpCaller api = sidecar.readyCaller();
            Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> samples(api) >= 5);

            Json counts = fired(sidecar).at("fired");
            assertThat(counts.toString()).doesNotContainPattern("[1-9]");
            assertThat(api.get("/histogram/diff?base=h1").statusCode())
                    .as("no operation of the trigger is running")
                    .isEqualTo(404);
        }
    }

    private static double samples(HttpCaller api) {
        return MetricsText.of(api).valueOrThrow("heapsight_samples_total");
    }

    private static Json fired(SidecarContainer sidecar) {
        return Json.parse(sidecar.caller().getJson("/").body()).at("triggers").items().getFirst();
    }
}
