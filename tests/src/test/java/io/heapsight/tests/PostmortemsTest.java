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
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Targets that die below a surviving first process, as in a pod: the evidence afterwards. */
@NeedsDocker
class PostmortemsTest {
    private static final long MEBIBYTE = 1 << 20;
    private static final Duration LONG = Duration.ofMinutes(3);

    /** Orders of 360 bytes that fill three quarters of the container. */
    private static final String FIRST_ORDERS = "220000";

    @Test
    void oomKillIsNamedWithTheHistogramOfTheTrigger() {
        try (TargetContainer pause = TargetContainer.start(TargetSpec.idle(Jdk.JDK_17));
                SidecarContainer sidecar = beside(pause, "com.acme.Leak");
                TargetContainer leaking =
                        TargetContainer.start(
                                TargetSpec.of(Jdk.JDK_25, "Leak")
                                        .withArguments("20000", FIRST_ORDERS)
                                        .withMemory(128 * MEBIBYTE)
                                        .withFlags("-Xmx400m")
                                        .inPidNamespaceOf(pause.id()))) {
            assertThat(leaking.awaitExit(LONG)).isEqualTo(137);
            Json dead = postmortemOf(sidecar, "Leak");

            assertThat(dead.at("reason", "kind").text()).isEqualTo("oom-kill");
            assertThat(dead.at("reason", "certainty").text()).isEqualTo("certain");
            assertThat(texts(dead.at("reason", "evidence")))
                    .contains("It was killed by signal 9 (SIGKILL).")
                    .anyMatch(said -> said.contains("1 OOM kill in its container"));
            assertThat(dead.at("topClass").text()).isEqualTo("com.acme.Order$Line");
            assertThat(dead.at("histogram", "takenBy").text())
                    .isIn("trigger container_memory_next>90%", "trigger container_memory>90%");
            assertThat(dead.at("histogram", "classes").items().getFirst().at("instances").number())
                    .isGreaterThan(2_200_000);
            // A sample between the kill and the end lacks the figures of the control group.
            Json last =
                    dead.at("samples").items().stream()
                            .filter(it -> it.names().contains("containerMemoryUsageBytes"))
                            .reduce((_, later) -> later)
                            .orElseThrow();
            assertThat(last.at("containerMemoryUsageBytes").number()).isGreaterThan(115 * MEBIBYTE);
            assertThat(Instant.parse(last.at("at").text()))
                    .isAfter(Instant.parse(dead.at("diedAt").text()).minusSeconds(5));
            assertThat(dead.at("limits", "memoryBytes").number()).isEqualTo(128 * MEBIBYTE);
            assertCountStays(sidecar);

            String kept = sidecar.caller().get("/postmortems").body();
            sidecar.killAndStartAgain();
            assertThat(sidecar.caller().get("/postmortems").body())
                    .isEqualTo(kept)
                    .contains("Leak", "oom-kill", "com.acme.Order$Line");
            assertThat(sidecar.caller().get("/postmortems/" + dead.at("id").text()).body())
                    .contains("It was killed by signal 9 (SIGKILL).");
        }
    }

    /** Its heap may have 225 MiB, its buffers have 110, and its sessions 10 at the only reading. */
    @Test
    void oomKillOfAHeapFullOfGarbageMayBeNoLeak() {
        try (TargetContainer pause = TargetContainer.start(TargetSpec.idle(Jdk.JDK_17));
                SidecarContainer sidecar = beside(pause, "com.acme.Sessions");
                TargetContainer target =
                        TargetContainer.start(
                                TargetSpec.of(Jdk.JDK_25, "Sessions")
                                        .withArguments("110", "10", "7")
                                        .withMemory(300 * MEBIBYTE)
                                        .withFlags(
                                                "-XX:+UseParallelGC",
                                                "-XX:MaxNewSize=16m",
                                                "-Xms225m",
                                                "-Xmx225m")
                                        .inPidNamespaceOf(pause.id()))) {
            awaitFollowed(sidecar, "Sessions");
            HttpResponse<String> live = sidecar.caller().get("/histogram?live=true");
            assertThat(live.statusCode()).as(live.body()).isEqualTo(200);
            assertThat(target.awaitExit(LONG)).isEqualTo(137);

            Json reason = postmortemOf(sidecar, "Sessions").at("reason");

            assertThat(reason.at("kind").text()).isEqualTo("oom-kill");
            assertThat(texts(reason.at("evidence")))
                    .anySatisfy(
                            said ->
                                    assertThat(said)
                                            .startsWith("It may be garbage or a leak: ")
                                            .contains("the limit of 300.0 MiB does not hold")
                                            .containsPattern("-Xmx(1[0-4]\\dm) -Xms\\1 ")
                                            .endsWith("-XX:MaxDirectMemorySize=225m fits."));
        }
    }

    private static void assertCountStays(SidecarContainer sidecar) {
        Awaitility.await().atMost(LONG).until(() -> metric(sidecar, "heapsight_target_up") == 0);
        assertThat(metric(sidecar, "heapsight_container_memory_oom_kills_total")).isEqualTo(1);
    }

    private static double metric(SidecarContainer sidecar, String family) {
        return MetricsText.of(sidecar.caller()).valueOrThrow(family, "target=\"Leak\"");
    }

    /** The target is PID 1 of the namespace: the kernel kills the sidecar with it. */
    @Test
    void sidecarKilledWithItsTargetReportsTheDeathAtItsNextStart() {
        try (TargetContainer target = TargetContainer.start(TargetSpec.idle(Jdk.JDK_21));
                SidecarContainer sidecar =
                        SidecarContainer.start(SidecarSpec.beside(target).withDataVolume())) {
            sidecar.readyCaller();
            Awaitility.await()
                    .atMost(LONG)
                    .until(() -> sidecar.hasDataFile("postmortems", "checkpoint-1-"));
            target.signal("KILL");
            assertThat(sidecar.awaitExit(LONG)).isEqualTo(137);

            target.startAgain();
            sidecar.startAgain();

            Json dead = postmortemOf(sidecar, "Idle");
            assertThat(texts(dead.at("reason", "evidence")))
                    .anyMatch(said -> said.contains("perhaps together with the target"));
            assertThat(dead.at("samples").items()).isNotEmpty();
        }
    }

    @Test
    void terminationCrashAndOutOfMemoryErrorAreDistinguished() {
        try (TargetContainer pause = TargetContainer.start(TargetSpec.idle(Jdk.JDK_17));
                SidecarContainer sidecar = beside(pause, "*");
                TargetContainer ending = start(pause, TargetSpec.of(Jdk.JDK_21, "Churn"));
                TargetContainer crashing = start(pause, TargetSpec.of(Jdk.JDK_11, "Twins"));
                TargetContainer full =
                        start(
                                pause,
                                TargetSpec.of(Jdk.JDK_17, "Leak")
                                        .withArguments("20000")
                                        .withFlags("-Xmx24m", "-XX:+ExitOnOutOfMemoryError"))) {
            awaitFollowed(sidecar, "Churn");
            ending.signal("TERM");
            awaitFollowed(sidecar, "Twins");
            crashing.signal("SEGV");

            Json ended = postmortemOf(sidecar, "Churn");
            assertReason(ended, "terminated", "ended with status 143");
            Json crashed = postmortemOf(sidecar, "Twins");
            assertReason(crashed, "crash", "SIGSEGV (0xb)");
            assertThat(crashed.at("crashLog", "file").text())
                    .isEqualTo("hs_err_pid" + crashing.pid() + ".log");
            assertThat(crashed.at("crashLog", "text").text())
                    .contains("A fatal error has been detected", "Native frames")
                    .doesNotContain("Registers:", "java_command");
            assertThat(full.awaitExit(LONG)).isEqualTo(3);
            Json exited = postmortemOf(sidecar, "Leak");
            assertReason(exited, "out-of-memory-error", "ended with status 3");
        }
    }

    private static void assertReason(Json postmortem, String kind, String evidence) {
        assertThat(postmortem.at("reason", "kind").text()).isEqualTo(kind);
        assertThat(postmortem.at("reason", "certainty").text()).isEqualTo("certain");
        assertThat(texts(postmortem.at("reason", "evidence")))
                .anyMatch(said -> said.contains(evidence));
        assertThat(postmortem.at("samples").items()).isNotEmpty();
    }

    private static SidecarContainer beside(TargetContainer pause, String targets) {
        return SidecarContainer.start(
                SidecarSpec.beside(pause)
                        .withDataVolume()
                        .withEnvironment("HEAPSIGHT_TARGET", targets));
    }

    private static TargetContainer start(TargetContainer pause, TargetSpec spec) {
        return TargetContainer.start(spec.inPidNamespaceOf(pause.id()));
    }

    private static void awaitFollowed(SidecarContainer sidecar, String target) {
        Awaitility.await()
                .atMost(LONG)
                .until(
                        () ->
                                MetricsText.of(sidecar.caller())
                                                .value(
                                                        "heapsight_target_up",
                                                        "target=\"" + target + "\"")
                                        == 1);
    }

    /** The complete post-mortem of the target with that name, once it exists. */
    private static Json postmortemOf(SidecarContainer sidecar, String target) {
        HttpCaller caller = sidecar.caller();
        Awaitility.await()
                .atMost(LONG)
                .until(() -> caller.get("/postmortems").body().contains(" " + target + " "));
        Json entry =
                Json.parse(caller.getJson("/postmortems").body()).at("postmortems").items().stream()
                        .filter(each -> each.at("target", "name").text().equals(target))
                        .findFirst()
                        .orElseThrow();
        return Json.parse(caller.getJson("/postmortems/" + entry.at("id").text()).body());
    }

    private static List<String> texts(Json array) {
        return array.items().stream().map(Json::text).toList();
    }
}
