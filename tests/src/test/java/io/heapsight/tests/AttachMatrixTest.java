/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.tests.harness.Checkout;
import io.heapsight.tests.harness.Jdk;
import io.heapsight.tests.harness.NeedsDocker;
import io.heapsight.tests.harness.Ran;
import io.heapsight.tests.harness.TargetContainer;
import io.heapsight.tests.harness.TargetSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Who may attach to whom, from a second container in the target's PID namespace: what works, what
 * the remedy says where it doesn't, and that no row ever makes a target print its threads or leaves
 * a file behind.
 */
@NeedsDocker
class AttachMatrixTest {
    private static final List<String> SAME_USER = user("1000:1000", "--cap-drop", "ALL");
    private static final List<String> ROOT_WITHOUT_CAPABILITIES = user("0:0", "--cap-drop", "ALL");
    private static final String RUN_AS = "runAsUser: 1000 and runAsGroup: 1000";

    @ParameterizedTest
    @EnumSource(Jdk.class)
    void sameUserAttachesWithoutCapabilitiesOnAReadOnlyRoot(Jdk jdk) {
        List<String> sidecar = new ArrayList<>(SAME_USER);
        sidecar.add("--read-only");
        String said = attach(TargetSpec.idle(jdk), sidecar);
        assertThat(said).contains("answer OpenJDK").containsPattern("counters of (1\\.)?\\d+");
        assertThat(said).contains("vm=HOTSPOT", "name=Idle", "mainClass=Present[value=com.acme");
    }

    @Test
    void otherGroupIsToldItsLine() {
        String said = attach(TargetSpec.idle(Jdk.JDK_17), user("1000:1001", "--cap-drop", "ALL"));
        assertThat(said)
                .contains("detail the sidecar's gid is 1001, the target's is 1000")
                .contains(RUN_AS)
                .contains("counters missing");
    }

    @Test
    void otherUserIsToldItsLine() {
        String said = attach(TargetSpec.idle(Jdk.JDK_17), user("1001:1000", "--cap-drop", "ALL"));
        assertThat(said)
                .contains("detail the sidecar's uid is 1001, the target's is 1000")
                .contains(RUN_AS);
    }

    @Test
    void rootWithoutCapabilitiesIsToldItsLine() {
        String said = attach(TargetSpec.idle(Jdk.JDK_25), ROOT_WITHOUT_CAPABILITIES);
        assertThat(said).contains("lacks the capabilities SETUID, SETGID").contains(RUN_AS);
    }

    @ParameterizedTest
    @EnumSource(Jdk.class)
    void rootThatMayBecomeTheUserAttachesThroughAChild(Jdk jdk) {
        String said =
                attach(
                        TargetSpec.idle(jdk),
                        plus(
                                ROOT_WITHOUT_CAPABILITIES,
                                "--cap-add",
                                "SETUID",
                                "--cap-add",
                                "SETGID"));
        assertThat(said).contains("answer OpenJDK").containsPattern("counters of (1\\.)?\\d+");
    }

    @Test
    void rootWithDefaultCapabilitiesAttachesThroughAChild() {
        assertThat(attach(TargetSpec.idle(Jdk.JDK_21), user("0:0"))).contains("answer OpenJDK");
    }

    @Test
    void rootWithItsThreeCapabilitiesAttachesItselfToAJdkThatObeysRoot() {
        List<String> sidecar =
                plus(
                        ROOT_WITHOUT_CAPABILITIES,
                        "--cap-add",
                        "SYS_PTRACE",
                        "--cap-add",
                        "KILL",
                        "--cap-add",
                        "DAC_OVERRIDE");
        assertThat(attach(TargetSpec.idle(Jdk.JDK_17), sidecar)).contains("answer OpenJDK");
        assertThat(attach(TargetSpec.idle(Jdk.JDK_8), sidecar))
                .contains("a JVM before JDK 11 refuses root")
                .contains(RUN_AS);
    }

    @Test
    void rootTargetWithMoreCapabilitiesIsToldToDropThem() {
        TargetSpec target = TargetSpec.idle(Jdk.JDK_17).withUser("0:0").withDefaultCapabilities();
        assertThat(attach(target, ROOT_WITHOUT_CAPABILITIES))
                .contains("title The target holds capabilities that the sidecar lacks")
                .contains("capabilities: drop: [\"ALL\"]");
        assertThat(attach(target, user("0:0"))).contains("answer OpenJDK");
        assertThat(attach(target, SAME_USER)).contains("the target's is 0");
    }

    @Test
    void readOnlyTargetWithoutTmpIsToldItsMount() {
        String said = attach(TargetSpec.idle(Jdk.JDK_17).withReadOnlyRoot(), SAME_USER);
        assertThat(said)
                .contains("title The target has no writable /tmp")
                .contains("volumeMounts: - {name: tmp, mountPath: /tmp}")
                .contains("volumes: - {name: tmp, emptyDir: {}}");
    }

    @Test
    void readOnlyTargetWithATmpWorks() {
        TargetSpec target = TargetSpec.idle(Jdk.JDK_17).withReadOnlyRoot().withTmpfs("/tmp", "");
        assertThat(attach(target, SAME_USER)).contains("answer OpenJDK", "counters of 17");
    }

    @ParameterizedTest
    @EnumSource(Jdk.class)
    void switchedOffAttachNamesTheOption(Jdk jdk) {
        TargetSpec target = TargetSpec.idle(jdk).withFlags("-XX:+DisableAttachMechanism");
        assertThat(attach(target, SAME_USER))
                .contains("detail -XX:+DisableAttachMechanism was found in the command line")
                .contains("- -XX:-DisableAttachMechanism")
                .containsPattern("counters of (1\\.)?\\d+");
    }

    @Test
    void switchedOffAttachNamesTheEnvironmentVariable() {
        TargetSpec target =
                TargetSpec.idle(Jdk.JDK_8)
                        .withEnvironment("JAVA_TOOL_OPTIONS", "-XX:+DisableAttachMechanism");
        assertThat(attach(target, SAME_USER))
                .contains("was found in the environment variable JAVA_TOOL_OPTIONS");
    }

    @ParameterizedTest
    @EnumSource(Jdk.class)
    void reducedSignalsNeedNone(Jdk jdk) {
        TargetSpec target = TargetSpec.idle(jdk).withFlags("-Xrs");
        assertThat(attach(target, SAME_USER)).contains("answer OpenJDK");
    }

    @ParameterizedTest
    @EnumSource(Jdk.class)
    void jvmThatStartsSurvivesAndIsWaitedFor(Jdk jdk) {
        TargetSpec held = TargetSpec.idle(jdk).under(TargetSpec.Parent.HELD_BEFORE_SIGNALS);
        try (TargetContainer target = TargetContainer.start(held)) {
            assertThat(probe(target, SAME_USER, 1, 500))
                    .contains("title The target is still starting");
            CompletableFuture<String> said =
                    CompletableFuture.supplyAsync(() -> probe(target, SAME_USER, 1, 20_000));
            target.letStart();
            assertThat(said.join()).contains("answer OpenJDK");
            assertUntouched(target);
        }
    }

    @Test
    void targetWithoutCountersTakesCommands() {
        TargetSpec none = TargetSpec.idle(Jdk.JDK_21).withFlags("-XX:-UsePerfData");
        assertThat(attach(none, SAME_USER))
                .contains("answer OpenJDK")
                .contains("because of -XX:-UsePerfData in the command line");
        TargetSpec unshared = TargetSpec.idle(Jdk.JDK_11).withFlags("-XX:+PerfDisableSharedMem");
        assertThat(attach(unshared, SAME_USER))
                .contains("answer OpenJDK")
                .contains("because of -XX:+PerfDisableSharedMem in the command line");
    }

    @Test
    void targetUnderAnInitHasAnotherPidAndWorks() {
        TargetSpec target = TargetSpec.idle(Jdk.JDK_25).under(TargetSpec.Parent.INIT);
        assertThat(attach(target, SAME_USER)).contains("answer OpenJDK", "counters of 25");
    }

    @Test
    void fiftyCommandsLeaveNothingOpen() {
        try (TargetContainer target = TargetContainer.start(TargetSpec.idle(Jdk.JDK_25))) {
            String said = probe(target, SAME_USER, 50, 10_000);
            assertThat(said).contains("descriptors grew by 0");
            assertThat(said.split("answer OpenJDK", -1)).hasSize(51);
            assertUntouched(target);
        }
    }

    /** What a sidecar with these options of docker says of a new target. */
    private static String attach(TargetSpec spec, List<String> sidecar) {
        try (TargetContainer target = TargetContainer.start(spec)) {
            String said = probe(target, sidecar, 1, 10_000);
            assertUntouched(target);
            return said;
        }
    }

    private static String probe(
            TargetContainer target, List<String> sidecar, int times, int timeoutMillis) {
        List<String> command = new ArrayList<>(List.of("docker", "run", "--rm"));
        command.addAll(List.of("--network", "none", "--pid", "container:" + target.id()));
        command.addAll(sidecar);
        command.addAll(
                List.of(
                        "-v",
                        Checkout.root().resolve("sidecar/target/classes") + ":/sidecar:ro",
                        "-v",
                        Checkout.root().resolve("tests/target/test-classes") + ":/tests:ro",
                        "eclipse-temurin:25-jdk",
                        "java",
                        "-Xmx32m",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        "/sidecar:/tests",
                        AttachProbe.class.getName(),
                        Integer.toString(times),
                        Integer.toString(timeoutMillis)));
        return Ran.run(command).outOrThrow();
    }

    private static void assertUntouched(TargetContainer target) {
        assertThat(target.isRunning()).isTrue();
        assertThat(target.printedThreadDump()).isFalse();
        assertThat(target.execAs("0:0", "sh", "-c", "ls -a / /tmp").out())
                .doesNotContain(".attach_pid");
    }

    private static List<String> user(String user, String... more) {
        return plus(List.of("--user", user), more);
    }

    private static List<String> plus(List<String> options, String... more) {
        List<String> all = new ArrayList<>(options);
        all.addAll(List.of(more));
        return List.copyOf(all);
    }
}
