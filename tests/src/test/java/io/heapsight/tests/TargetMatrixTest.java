/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.tests.harness.EachLongTermJdk;
import io.heapsight.tests.harness.Jdk;
import io.heapsight.tests.harness.NeedsDocker;
import io.heapsight.tests.harness.SidecarContainer;
import io.heapsight.tests.harness.SidecarSpec;
import io.heapsight.tests.harness.TargetContainer;
import io.heapsight.tests.harness.TargetSpec;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;

/**
 * Targets that change during sampling, or that hide their options: the sidecar waits for them,
 * finds them again and names the cause; they survive. Stable rows are in {@link AttachMatrixTest}.
 */
@NeedsDocker
class TargetMatrixTest {
    private static final String SWITCHED_OFF =
            "The target was started with the attach mechanism disabled";
    private static final String DISABLE = "-XX:+DisableAttachMechanism";

    @Test
    void disabledAttachNamesTheEnvironmentVariable() {
        said(TargetSpec.idle(Jdk.JDK_8).withEnvironment("JAVA_TOOL_OPTIONS", DISABLE))
                .histogramIsRefused(
                        SWITCHED_OFF,
                        "was found in the environment variable JAVA_TOOL_OPTIONS",
                        "the line `- {name: JAVA_TOOL_OPTIONS, value: …}` of the target's env")
                .countersWork();
    }

    @ParameterizedTest
    @Execution(ExecutionMode.CONCURRENT)
    @EachLongTermJdk
    void startingTargetSurvives(Jdk jdk) {
        try (TargetContainer target = TargetContainer.start(held(jdk));
                SidecarContainer sidecar =
                        SidecarContainer.start(
                                SidecarSpec.beside(target)
                                        .withEnvironment("HEAPSIGHT_ATTACH_TIMEOUT", "1s"))) {
            Said.by(sidecar)
                    .histogramIsRefused("The target is still starting", "try again in a few")
                    .countersAreRefused("try again in a few");
            target.letStart();
            Said.assertUntouched(target);
        }
    }

    @Test
    void histogramRequestedDuringTheStartComesAfterIt() {
        try (TargetContainer target = TargetContainer.start(held(Jdk.JDK_21));
                SidecarContainer sidecar = SidecarContainer.beside(target)) {
            sidecar.readyCaller();
            CompletableFuture<HttpResponse<String>> asked =
                    CompletableFuture.supplyAsync(() -> Said.histogram(sidecar));
            target.letStart();
            assertThat(asked.join().statusCode()).isEqualTo(200);
            assertThat(asked.join().body()).contains("java.lang.String");
            Said.assertUntouched(target);
        }
    }

    @Test
    void targetReopensItsSocketAfterTmpWasCleaned() {
        try (TargetContainer target = TargetContainer.start(TargetSpec.idle(Jdk.JDK_25));
                SidecarContainer sidecar = SidecarContainer.start(unbound(target))) {
            Said.by(sidecar).bothWork();
            target.exec("sh", "-c", "rm -rf /tmp/.java_pid* /tmp/hsperf*/*").outOrThrow();
            Said.by(sidecar).histogramWorks();
            Said.assertUntouched(target);
        }
    }

    @Test
    void fiftyHistogramsLeaveNothingOpen() {
        try (TargetContainer target = TargetContainer.start(TargetSpec.idle(Jdk.JDK_25));
                SidecarContainer sidecar = SidecarContainer.start(unbound(target))) {
            Said.by(sidecar).bothWork();
            double before = openDescriptors(sidecar);
            for (int i = 0; i < 50; i++) {
                assertThat(sidecar.caller().get("/histogram").statusCode()).isEqualTo(200);
            }
            // Descriptors that the sampler has open during a scrape count too; leaked ones stay.
            // stays.
            Awaitility.await()
                    .untilAsserted(
                            () -> assertThat(openDescriptors(sidecar)).isLessThanOrEqualTo(before));
            Said.assertUntouched(target);
        }
    }

    private static Said said(TargetSpec spec) {
        return Said.of(spec, UnaryOperator.identity());
    }

    private static TargetSpec held(Jdk jdk) {
        return TargetSpec.idle(jdk).under(TargetSpec.Parent.HELD_BEFORE_SIGNALS);
    }

    private static SidecarSpec unbound(TargetContainer target) {
        return SidecarSpec.beside(target).withEnvironment("HEAPSIGHT_MIN_INTERVAL_HISTOGRAM", "0s");
    }

    private static double openDescriptors(SidecarContainer sidecar) {
        return sidecar.caller()
                .get("/metrics")
                .body()
                .lines()
                .filter(line -> line.startsWith("heapsight_process_open_fds "))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.indexOf(' ') + 1)))
                .findFirst()
                .orElseThrow();
    }
}
