/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.tests.harness.EachLongTermJdk;
import io.heapsight.tests.harness.HttpCaller;
import io.heapsight.tests.harness.Jdk;
import io.heapsight.tests.harness.Json;
import io.heapsight.tests.harness.MetricsText;
import io.heapsight.tests.harness.NeedsDocker;
import io.heapsight.tests.harness.SidecarContainer;
import io.heapsight.tests.harness.SidecarSpec;
import io.heapsight.tests.harness.SidecarSpec.Network;
import io.heapsight.tests.harness.StartsFirst;
import io.heapsight.tests.harness.TargetContainer;
import io.heapsight.tests.harness.TargetSpec;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;

/**
 * The image beside a target, in its PID namespace, as the target's user, without capabilities, on a
 * read-only root.
 */
@NeedsDocker
@StartsFirst
class SidecarContainerTest {
    private static final String TOKEN = "of-this-test-only";
    private static final List<String> PROTECTED =
            List.of("/histogram", "/gcutil", "/gcmetacapacity", "/targets");
    private static final List<String> OPEN = List.of("/metrics", "/healthz", "/readyz");
    private static final long MEBIBYTE = 1 << 20;
    private static final Duration STOP = Duration.ofSeconds(20);

    @ParameterizedTest
    @EachLongTermJdk
    void answersOnLoopback(Jdk jdk) {
        try (TargetContainer target = TargetContainer.start(TargetSpec.idle(jdk));
                SidecarContainer sidecar = SidecarContainer.beside(target)) {
            HttpCaller caller = sidecar.caller();
            awaitReady(caller);

            assertThat(ok(caller.get("/histogram"))).containsPattern("10000 +\\d+ +com.acme.Order");
            assertThat(ok(caller.get("/gcutil"))).contains(" CCS ");
            assertThat(ok(caller.get("/gcmetacapacity"))).contains(" CCSMX ");
            assertThat(ok(caller.get("/targets"))).contains("com.acme.Idle");
            assertThat(MetricsText.of(caller).value("heapsight_target_up", "Idle")).isEqualTo(1);
            assertThat(MetricsText.of(caller).value("jvm_classes_currently_loaded", ""))
                    .isGreaterThan(100);
            assertThat(target.printedThreadDump()).isFalse();
        }
    }

    @ParameterizedTest
    @EachLongTermJdk
    void remoteCallersNeedTheToken(Jdk jdk) {
        try (TargetContainer target = TargetContainer.start(TargetSpec.idle(jdk));
                SidecarContainer sidecar =
                        SidecarContainer.start(
                                SidecarSpec.beside(target).on(Network.OWN).withToken(TOKEN))) {
            awaitReady(sidecar.caller());

            for (String path : PROTECTED) {
                HttpResponse<String> refused = sidecar.caller().get(path);
                assertThat(refused.statusCode()).as(path).isEqualTo(401);
                assertThat(problem(refused).at("remedy").text())
                        .contains("Authorization: Bearer", "kubectl port-forward");
                assertThat(sidecar.callerWithToken("another").get(path).statusCode())
                        .as(path)
                        .isEqualTo(401);
                ok(sidecar.callerWithToken(TOKEN).get(path));
            }
            assertThat(sidecar.caller().post("/garbage").statusCode()).isEqualTo(401);
            for (String path : OPEN) {
                ok(sidecar.caller().get(path));
            }
        }
    }

    @ParameterizedTest
    @EachLongTermJdk
    void gcutilOfAStoppedJvmEqualsItsJstat(Jdk jdk) {
        try (TargetContainer target = TargetContainer.start(TargetSpec.of(jdk, "Churn"));
                SidecarContainer sidecar = SidecarContainer.beside(target)) {
            awaitReady(sidecar.caller());
            target.ask("gc");
            target.pause();
            assertThat(ok(sidecar.caller().get("/gcutil")).lines())
                    .containsExactlyElementsOf(jstat(target, "-gcutil"));
            assertThat(ok(sidecar.caller().get("/gcmetacapacity")).lines())
                    .containsExactlyElementsOf(jstat(target, "-gcmetacapacity"));
        }
    }

    @ParameterizedTest
    @EachLongTermJdk
    void garbageEqualsTheDroppedObjects(Jdk jdk) {
        try (TargetContainer target = TargetContainer.start(TargetSpec.idle(jdk));
                SidecarContainer sidecar = SidecarContainer.beside(target)) {
            awaitReady(sidecar.caller());
            Json garbage =
                    Json.parse(ok(sidecar.caller().send("POST", "/garbage", "application/json")));

            assertThat(row(garbage, "com.acme.Order").at("unreachableObjects").number())
                    .isEqualTo(500);
            assertThat(row(garbage, "com.acme.Order").at("liveObjects").number()).isEqualTo(500);
            assertThat(row(garbage, "com.acme.Order$Line").at("unreachableObjects").number())
                    .isEqualTo(5000);
            assertThat(row(garbage, "com.acme.Order$Line").at("liveObjects").number())
                    .isEqualTo(5000);
        }
    }

    /** Kubernetes shows any other exit code as an error of the pod, also of a completed Job. */
    @Test
    void sigtermExitsWith0AlsoAsPid1() {
        try (TargetContainer target = TargetContainer.start(TargetSpec.idle(Jdk.JDK_21));
                SidecarContainer beside = SidecarContainer.start(SidecarSpec.beside(target));
                SidecarContainer alone = SidecarContainer.start(SidecarSpec.alone())) {
            beside.readyCaller();

            beside.signal("TERM");
            alone.signal("TERM");

            assertThat(beside.awaitExit(STOP)).isZero();
            assertThat(alone.awaitExit(STOP)).isZero();
        }
    }

    /** An ephemeral sidecar; the permanent one beside it, which it sees, stays. */
    @Test
    @Execution(ExecutionMode.CONCURRENT) // half a minute of waiting
    void endsByCommandOrWhenIdle() {
        try (TargetContainer target = TargetContainer.start(TargetSpec.idle(Jdk.JDK_21));
                SidecarContainer stays = SidecarContainer.beside(target);
                SidecarContainer told = SidecarContainer.beside(target);
                SidecarContainer idle =
                        SidecarContainer.start(
                                SidecarSpec.beside(target)
                                        .withEnvironment("HEAPSIGHT_EXIT_WHEN_IDLE", "1s"))) {
            // Docker doesn't always report the end of a command that ends its container. The call
            // may block forever, which must not happen in the common pool.
            // wait for ever, which a thread of the common pool must not.
            Thread.ofVirtual().start(() -> told.heapsight("stop"));

            assertThat(told.awaitExit(STOP)).isZero();
            // The connection of its health check is closed after a minute at the latest.
            assertThat(idle.awaitExit(Duration.ofSeconds(90))).isZero();
            ok(stays.caller().get("/healthz"));
            assertThat(target.isRunning()).isTrue();
        }
    }

    @Test
    void runningAsAnotherUserItServesAndSaysWhatToChange() {
        try (TargetContainer target = TargetContainer.start(TargetSpec.idle(Jdk.JDK_17));
                SidecarContainer sidecar =
                        SidecarContainer.start(
                                SidecarSpec.beside(target).withUser("12345:12345"))) {
            ok(sidecar.caller().get("/healthz"));
            // Until the sidecar finds the target it reports none.
            Awaitility.await()
                    .untilAsserted(
                            () -> {
                                HttpResponse<String> histogram = sidecar.caller().get("/histogram");
                                assertThat(histogram.statusCode()).isBetween(400, 599);
                                assertThat(problem(histogram).at("remedy").text())
                                        .contains("runAsUser: 1000", "runAsGroup: 1000");
                            });
            assertThat(target.printedThreadDump()).isFalse();
        }
    }

    @Test
    void worksWithin96Mebibytes() {
        try (TargetContainer target = TargetContainer.start(TargetSpec.idle(Jdk.JDK_25));
                SidecarContainer sidecar =
                        SidecarContainer.start(
                                SidecarSpec.beside(target).withMemory(96 * MEBIBYTE))) {
            awaitReady(sidecar.caller());
            for (String path : PROTECTED) {
                ok(sidecar.caller().get(path));
            }
            ok(sidecar.caller().post("/garbage"));
            for (int scrape = 0; scrape < 200; scrape++) {
                ok(sidecar.caller().get("/metrics"));
            }
            assertThat(sidecar.isRunning()).isTrue();
        }
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT) // Docker checks after half a minute
    void dockerFindsItHealthy() {
        try (TargetContainer target = TargetContainer.start(TargetSpec.idle(Jdk.JDK_17));
                SidecarContainer sidecar = SidecarContainer.beside(target)) {
            Awaitility.await()
                    .atMost(Duration.ofSeconds(70))
                    .until(() -> sidecar.health().equals("healthy"));
        }
    }

    @Test
    void hasNoShell() {
        try (TargetContainer target = TargetContainer.start(TargetSpec.idle(Jdk.JDK_17));
                SidecarContainer sidecar = SidecarContainer.beside(target)) {
            for (String shell : List.of("sh", "/bin/sh", "/bin/bash", "/bin/busybox")) {
                assertThat(sidecar.exec(shell, "-c", "exit 0").exitCode()).as(shell).isNotZero();
            }
            assertThat(sidecar.heapsight("--version").exitCode()).isZero();
        }
    }

    private static void awaitReady(HttpCaller caller) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(10))
                .pollInterval(Duration.ofMillis(50))
                .until(() -> caller.get("/readyz").statusCode() == 200);
    }

    private static String ok(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return answer.body();
    }

    private static Json problem(HttpResponse<String> answer) {
        assertThat(answer.headers().firstValue("Content-Type").orElse(""))
                .startsWith("application/problem+json");
        return Json.parse(answer.body());
    }

    private static List<String> jstat(TargetContainer target, String option) {
        return target.jstat(option, "1").outOrThrow().lines().toList();
    }

    private static Json row(Json garbage, String className) {
        return garbage.at("classes").items().stream()
                .filter(row -> row.at("name").text().equals(className))
                .findFirst()
                .orElseThrow();
    }
}
