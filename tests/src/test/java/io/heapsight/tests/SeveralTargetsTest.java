/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.tests.harness.HttpCaller;
import io.heapsight.tests.harness.Jdk;
import io.heapsight.tests.harness.Json;
import io.heapsight.tests.harness.MetricsText;
import io.heapsight.tests.harness.NeedsDocker;
import io.heapsight.tests.harness.SidecarContainer;
import io.heapsight.tests.harness.TargetContainer;
import io.heapsight.tests.harness.TargetSpec;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Two JVMs in a pod, and a sidecar without a configured target. */
@NeedsDocker
class SeveralTargetsTest {
    @Test
    void bothAreSampledAndEachAnswersByItsPid() {
        try (TargetContainer first = TargetContainer.start(TargetSpec.idle(Jdk.JDK_17));
                TargetContainer second =
                        TargetContainer.start(
                                TargetSpec.of(Jdk.JDK_21, "Churn").inPidNamespaceOf(first.id()));
                SidecarContainer sidecar = SidecarContainer.beside(first)) {
            HttpCaller api = sidecar.readyCaller();
            List<Json> targets = Json.parse(api.getJson("/targets").body()).at("targets").items();
            assertThat(targets).hasSize(2);
            assertThat(second.isRunning()).isTrue();

            for (Json target : targets) {
                long pid = target.at("pid").number();
                Json histogram = Json.parse(api.getJson("/histogram?target=" + pid).body());
                assertThat(histogram.at("target", "name").text())
                        .isEqualTo(target.at("name").text());
                assertThat(api.get("/doctor?target=" + pid).statusCode()).isEqualTo(200);
            }
            HttpResponse<String> unnamed = api.get("/histogram");
            assertThat(unnamed.statusCode()).isEqualTo(409);
            assertThat(unnamed.body()).contains("Several JVMs are visible", "Idle", "Churn");
            assertThat(api.get("/doctor").body()).contains("Idle", "Churn");
            MetricsText metrics = MetricsText.of(api);
            assertThat(metrics.valueOrThrow("heapsight_target_up", "target=\"Idle\"")).isOne();
            assertThat(metrics.valueOrThrow("heapsight_target_up", "target=\"Churn\"")).isOne();
        }
    }
}
