/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.tests.harness.HttpCaller;
import io.heapsight.tests.harness.Jdk;
import io.heapsight.tests.harness.Json;
import io.heapsight.tests.harness.NeedsDocker;
import io.heapsight.tests.harness.SidecarContainer;
import io.heapsight.tests.harness.SidecarSpec;
import io.heapsight.tests.harness.TargetContainer;
import io.heapsight.tests.harness.TargetSpec;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Two runs; the second spends more CPU time in one method, which the profile names. */
@NeedsDocker
@Execution(ExecutionMode.CONCURRENT)
class ProfiledRunsTest {
    private static final int SECONDS = 6;

    @Test
    void slowerMethodIsNamedAlsoAfterExportAndImport() {
        try (TargetContainer target = TargetContainer.start(TargetSpec.of(Jdk.JDK_21, "Extra"));
                SidecarContainer sidecar =
                        SidecarContainer.start(
                                SidecarSpec.beside(target)
                                        .withHeapDumps()
                                        .withEnvironment("HEAPSIGHT_PROFILER", "true"))) {
            HttpCaller caller = sidecar.readyCaller();
            profiledRun(sidecar, caller, "usual");
            target.exec("touch", "/tmp/extra").outOrThrow();
            profiledRun(sidecar, caller, "more");

            Json profile = compared(caller, "usual", "more");
            Json first = profile.at("self").items().getFirst();
            assertThat(first.at("name").text()).endsWith("Extra.extra");
            assertThat(first.at("base").decimal()).isZero();
            assertThat(first.at("candidate").decimal()).isBetween(0.02, 0.5);

            for (String name : new String[] {"usual", "more"}) {
                String exported = caller.getJson("/runs/" + name).body();
                var answer = caller.put("/runs/again-" + name + "/import", exported);
                assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
            }
            assertThat(compared(caller, "again-usual", "again-more").toString())
                    .isEqualTo(profile.toString());
            assertThat(caller.get("/compare?base=again-usual&candidate=again-more").body())
                    .contains("Methods that account for the difference in CPU time", "Extra.extra");
        }
    }

    private static void profiledRun(SidecarContainer sidecar, HttpCaller caller, String name) {
        sidecar.heapsight(
                        "run",
                        "start",
                        name,
                        "--profile=cpu",
                        "--profile-seconds=" + SECONDS,
                        "--port",
                        Integer.toString(sidecar.uri().getPort()))
                .outOrThrow();
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(200))
                .until(() -> caller.get("/runs/" + name).body().contains("profile"));
        assertThat(caller.post("/runs/" + name + "/stop").statusCode()).isEqualTo(200);
        Json run = Json.parse(caller.getJson("/runs/" + name).body());
        assertThat(run.at("warnings").items()).isEmpty();
        assertThat(run.at("profile").at("event").text()).isEqualTo("cpu");
        assertThat(run.at("profile").at("startedAt").text())
                .isGreaterThan(run.at("started").text());
    }

    private static Json compared(HttpCaller caller, String base, String candidate) {
        return Json.parse(
                        caller.getJson("/compare?base=%s&candidate=%s".formatted(base, candidate))
                                .body())
                .at("profile");
    }
}
