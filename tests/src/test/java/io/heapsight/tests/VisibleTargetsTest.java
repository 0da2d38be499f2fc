/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.tests.harness.HttpCaller;
import io.heapsight.tests.harness.Jdk;
import io.heapsight.tests.harness.NeedsDocker;
import io.heapsight.tests.harness.Ran;
import io.heapsight.tests.harness.SidecarContainer;
import io.heapsight.tests.harness.SidecarSpec;
import io.heapsight.tests.harness.TargetContainer;
import io.heapsight.tests.harness.TargetSpec;
import java.net.http.HttpResponse;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Visible JVMs, their names, and their hidden data. */
@NeedsDocker
@Execution(ExecutionMode.CONCURRENT)
class VisibleTargetsTest {
    private static final String SECRET = "hunter2";
    private static final long MEBIBYTE = 1 << 20;

    @ParameterizedTest
    @EnumSource(value = Jdk.class, names = "JDK_8", mode = EnumSource.Mode.EXCLUDE)
    void programRunFromItsSourceIsFoundByTheNameOfItsFile(Jdk jdk) {
        TargetSpec spec = TargetSpec.source(jdk, "Single").withArguments(SECRET);
        try (TargetContainer target = TargetContainer.start(spec);
                SidecarContainer sidecar = SidecarContainer.beside(target)) {
            Said said = Said.by(sidecar).countersWork();
            assertThat(said.histogram().body()).contains("com.acme.Single");
            assertThat(sidecar.caller().get("/targets").body())
                    .contains("Single.java")
                    .doesNotContain("launcher", SECRET);
            assertThat(sidecar.caller().get("/metrics").body())
                    .contains("target=\"Single.java\"")
                    .doesNotContain("launcher", SECRET);
        }
    }

    @Test
    void toolsOfTheJdkAndOurOwnCommandsAreNoTargets() {
        try (TargetContainer target = TargetContainer.start(TargetSpec.idle(Jdk.JDK_17));
                SidecarContainer sidecar = SidecarContainer.beside(target)) {
            target.exec("sh", "-c", "jstat -gc 1 100 >/dev/null & jdb -listen 0 >/dev/null &")
                    .outOrThrow();
            assertThat(sidecar.heapsight("targets").outOrThrow().lines()).hasSize(2);
            Said.by(sidecar).bothWork();
        }
    }

    @Test
    void jvmsOfOtherUsersAreShownWithTheMissingPermission() {
        TargetSpec pause = TargetSpec.idle(Jdk.JDK_17);
        try (TargetContainer ours = TargetContainer.start(pause);
                TargetContainer theirs =
                        TargetContainer.start(
                                TargetSpec.of(Jdk.JDK_25, "Leak")
                                        .withUser("1001:1001")
                                        .inPidNamespaceOf(ours.id()));
                SidecarContainer sidecar =
                        SidecarContainer.start(
                                SidecarSpec.beside(ours)
                                        .withEnvironment("HEAPSIGHT_TARGET", "com.acme.Idle"))) {
            Ran targets = sidecar.heapsight("targets");
            assertThat(targets.exitCode()).isEqualTo(0);
            assertThat(targets.out())
                    .containsPattern("1 +1 +1000 +17\\S* +\\S+ +counters,histogram +com.acme.Idle")
                    .containsPattern(theirs.pid() + " +1001 +- +- +nothing +com.acme.Leak")
                    .contains("runAsUser: 1001");
            Said.by(sidecar).bothWork();
            Said.assertUntouched(theirs);
        }
    }

    @Test
    void targetBelowAPauseProcessIsSelectedByItsPid() {
        try (TargetContainer pause = TargetContainer.start(TargetSpec.idle(Jdk.JDK_17));
                TargetContainer shop =
                        TargetContainer.start(
                                TargetSpec.of(Jdk.JDK_25, "Leak").inPidNamespaceOf(pause.id()));
                SidecarContainer sidecar =
                        SidecarContainer.start(
                                SidecarSpec.beside(pause)
                                        .withEnvironment("HEAPSIGHT_TARGET", "*"))) {
            Said.by(sidecar);
            String leak = "?target=" + shop.pid();
            assertThat(sidecar.caller().get("/histogram" + leak).body()).contains("com.acme.Order");
            assertThat(sidecar.caller().get("/gcutil" + leak).statusCode()).isEqualTo(200);
            assertThat(sidecar.caller().get("/histogram?target=Leak").body())
                    .doesNotContain("com.acme.Idle");
            assertThat(sidecar.caller().get("/gcutil").statusCode()).isEqualTo(409);
            Said.assertUntouched(shop);
            Said.assertUntouched(pause);
        }
    }

    @Test
    void optionsAndArgumentsAreNeverShown() {
        TargetSpec spec =
                TargetSpec.idle(Jdk.JDK_21)
                        .withFlags("-Ddb.password=" + SECRET, "-XX:+DisableAttachMechanism")
                        .withEnvironment("JAVA_TOOL_OPTIONS", "-Dapi.key=" + SECRET)
                        .withEnvironment("PASSWORD", SECRET)
                        .withArguments("--token", SECRET);
        try (TargetContainer target = TargetContainer.start(spec)) {
            secretStays(target, UnaryOperator.identity());
            secretStays(target, sidecar -> sidecar.withUser("1001:1001"));
        }
    }

    /** A main class whose name has 60,000 characters, with an argument of 100,000. */
    @Test
    void nameWithControlCharactersIsOneBoundedLineEverywhere() {
        TargetSpec evil =
                TargetSpec.of(Jdk.JDK_17, "Evil\u001bc\nFORGED" + "x".repeat(60_000))
                        .withFlags("-Djava.system.class.loader=com.acme.AnyName")
                        .withArguments("y".repeat(100_000));
        try (TargetContainer target = TargetContainer.start(evil);
                SidecarContainer sidecar =
                        SidecarContainer.start(
                                SidecarSpec.beside(target)
                                        .withMemory(96 * MEBIBYTE)
                                        .withEnvironment("HEAPSIGHT_MIN_INTERVAL_HISTOGRAM", "0s")
                                        .withEnvironment("HEAPSIGHT_MIN_INTERVAL_THREADS", "0s"))) {
            HttpCaller caller = sidecar.readyCaller();
            Map<String, String> shown = new LinkedHashMap<>();
            for (String path :
                    List.of(
                            "/targets",
                            "/doctor",
                            "/memory",
                            "/threads",
                            "/histogram",
                            "/metrics")) {
                for (String accept : List.of("text/plain", "application/json")) {
                    HttpResponse<String> answer = caller.send("GET", path, accept);
                    assertThat(answer.statusCode()).as(path).isEqualTo(200);
                    shown.put(path + " as " + accept, answer.body());
                }
            }
            for (String command : List.of("targets", "doctor", "memory", "histogram")) {
                shown.put(command, sidecar.heapsight(command).outOrThrow());
            }
            shown.put("log", sidecar.output());
            shown.forEach(
                    (where, text) -> {
                        assertThat(text).as(where).doesNotContain("\u001b", "\nFORGED");
                        assertThat(text.length()).as(where).isLessThan(100_000);
                    });
            assertThat(shown.get("targets"))
                    .contains("Evil\\u001bc\\u000aFORGEDxxx")
                    .hasLineCount(2);
        }
    }

    private static void secretStays(TargetContainer target, UnaryOperator<SidecarSpec> change) {
        SidecarSpec spec = change.apply(SidecarSpec.beside(target));
        try (SidecarContainer sidecar = SidecarContainer.start(spec)) {
            Said said = Said.by(sidecar);
            StringBuilder all = new StringBuilder();
            all.append(said.histogram().body()).append(said.gcutil().body());
            all.append(sidecar.caller().get("/targets").body());
            all.append(sidecar.caller().getJson("/targets").body());
            all.append(sidecar.caller().get("/metrics").body());
            all.append(sidecar.caller().get("/config").body());
            all.append(sidecar.heapsight("targets", "--format", "json").outOrThrow());
            all.append(sidecar.heapsight("histogram").err());
            all.append(sidecar.output());
            assertThat(all).contains("com.acme.Idle").doesNotContain(SECRET);
        }
    }
}
