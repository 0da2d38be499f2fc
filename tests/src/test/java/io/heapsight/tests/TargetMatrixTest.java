/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.tests.harness.Jdk;
import io.heapsight.tests.harness.NeedsDocker;
import io.heapsight.tests.harness.SidecarContainer;
import io.heapsight.tests.harness.SidecarSpec;
import io.heapsight.tests.harness.TargetContainer;
import io.heapsight.tests.harness.TargetSpec;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Targets that are started in other ways than the plain one, beside a sidecar with the same user:
 * those that can be looked at answer, the others have their line named, and all survive.
 */
@NeedsDocker
class TargetMatrixTest {
    private static final String SWITCHED_OFF = "The target was started with attach switched off";
    private static final String DISABLE = "-XX:+DisableAttachMechanism";
    private static final String[] TMP_LINES = {
        "volumeMounts: - {name: tmp, mountPath: /tmp}", "volumes: - {name: tmp, emptyDir: {}}"
    };

    @ParameterizedTest
    @EnumSource(Jdk.class)
    void readOnlyTargetWithoutTmpIsToldItsMount(Jdk jdk) {
        said(TargetSpec.idle(jdk).withReadOnlyRoot())
                .histogramIsRefused("The target has no writable /tmp", TMP_LINES)
                .countersAreRefused(TMP_LINES);
    }

    @Test
    void readOnlyTargetWithATmpWorks() {
        said(TargetSpec.idle(Jdk.JDK_17).withReadOnlyRoot().withTmpfs("/tmp", "")).bothWork();
    }

    @Test
    void targetWithItsTmpOnAVolumeWorks() {
        said(TargetSpec.idle(Jdk.JDK_25).withReadOnlyRoot().withVolume("/tmp")).bothWork();
    }

    @ParameterizedTest
    @EnumSource(Jdk.class)
    void switchedOffAttachNamesTheLineOfTheArgs(Jdk jdk) {
        said(TargetSpec.idle(jdk).withFlags(DISABLE))
                .histogramIsRefused(
                        SWITCHED_OFF,
                        "was found in the command line",
                        "the line `- -XX:+DisableAttachMechanism` of the target's args",
                        "{name: _JAVA_OPTIONS, value: \"-XX:-DisableAttachMechanism\"}")
                .countersWork();
    }

    @Test
    void switchedOffAttachNamesTheEnvironmentVariable() {
        said(TargetSpec.idle(Jdk.JDK_8).withEnvironment("JAVA_TOOL_OPTIONS", DISABLE))
                .histogramIsRefused(
                        SWITCHED_OFF,
                        "was found in the environment variable JAVA_TOOL_OPTIONS",
                        "the line `- {name: JAVA_TOOL_OPTIONS, value: …}` of the target's env")
                .countersWork();
    }

    @Test
    void remedyForSwitchedOffAttachWorks() {
        said(TargetSpec.idle(Jdk.JDK_21)
                        .withFlags(DISABLE)
                        .withEnvironment("_JAVA_OPTIONS", "-XX:-DisableAttachMechanism"))
                .bothWork();
    }

    @ParameterizedTest
    @EnumSource(Jdk.class)
    void targetWithReducedSignalsNeedsNone(Jdk jdk) {
        said(TargetSpec.idle(jdk).withFlags("-Xrs")).bothWork();
    }

    @Test
    void targetThatListensFromTheStartWorks() {
        said(TargetSpec.idle(Jdk.JDK_8).withFlags("-XX:+StartAttachListener")).bothWork();
    }

    @ParameterizedTest
    @EnumSource(Jdk.class)
    void targetThatStillStartsSurvives(Jdk jdk) {
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
    void histogramThatIsAskedForDuringTheStartComesAfterIt() {
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
    void targetUnderAnInitHasAnotherPidAndWorks() {
        said(TargetSpec.idle(Jdk.JDK_25).under(TargetSpec.Parent.INIT)).bothWork();
    }

    @Test
    void targetWithoutANameForItsUserHasNoCounters() {
        Said.of(
                        TargetSpec.idle(Jdk.JDK_17).withUser("4711:4711"),
                        sidecar -> sidecar.withUser("4711:4711"))
                .histogramWorks()
                .countersAreRefused("its uid 4711 has no entry in its /etc/passwd", "runAsUser");
    }

    @Test
    void targetWhoseTmpWasSweptListensAgain() {
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
            assertThat(openDescriptors(sidecar)).isLessThanOrEqualTo(before);
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
