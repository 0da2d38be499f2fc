/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.attach;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.proc.Capability;
import io.heapsight.proc.ProcFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AttachPrecheckTest {
    private static final int JVM = 7;
    private static final long LONG_AGO = 100;
    private static final long NINE_SECONDS_AGO = 99_100;

    @TempDir private Path proc;
    private ProcFixture fixture;

    @BeforeEach
    void jvmOfOurUser() throws IOException {
        fixture = new ProcFixture(proc);
        fixture.jvm(JVM, LONG_AGO, "java", "Main");
    }

    @Test
    void sameUserPasses() {
        assertThat(failure()).isEmpty();
    }

    @Test
    void otherUserGetsTheLineToSet() throws IOException {
        fixture.self(1001, 1000, 0);
        assertThat(failure()).containsInstanceOf(AttachFailure.WrongUid.class);
        assertThat(remedy()).contains("runAsUser: 1000", "runAsGroup: 1000", "--user 1000:1000");
    }

    /** The base manifest has runAsNonRoot: true, with which the kubelet starts no root. */
    @Test
    void rootTargetGetsLinesWithWhichTheKubeletStartsTheSidecar() throws IOException {
        fixture.target(JVM, 0, 0, Capability.CHOWN.mask(), 0x4);
        assertThat(failure()).containsInstanceOf(AttachFailure.WrongUid.class);
        assertThat(remedy())
                .contains(
                        "securityContext: {runAsNonRoot: false, runAsUser: 0, runAsGroup: 0,"
                                + " capabilities: {add: [\"SYS_PTRACE\"]}}",
                        "docker run --user 0:0 --cap-add SYS_PTRACE",
                        "k8s/root-target");
        assertThat(AttachRemedies.sameRights(0, 0, "CHOWN"))
                .contains("securityContext: {runAsNonRoot: false, runAsUser: 0, runAsGroup: 0,");
        assertThat(AttachRemedies.sameRights(1000, 1000, "CHOWN")).doesNotContain("NonRoot");
    }

    @Test
    void otherGroupGetsTheLineToSet() throws IOException {
        fixture.self(1000, 1001, 0);
        assertThat(failure()).containsInstanceOf(AttachFailure.WrongGid.class);
        assertThat(remedy()).contains("runAsGroup: 1000");
    }

    @Test
    void rootNeedsThreeCapabilities() throws IOException {
        fixture.self(0, 0, 0);
        assertThat(failure()).containsInstanceOf(AttachFailure.CannotBecomeTarget.class);
        fixture.self(
                0,
                0,
                Capability.SYS_PTRACE.mask()
                        | Capability.KILL.mask()
                        | Capability.DAC_OVERRIDE.mask());
        assertThat(failure()).isEmpty();
        assertThat(failure(new AttachTarget(JVM, 1, LONG_AGO, 8, none(), none(), none(), false)))
                .containsInstanceOf(AttachFailure.CannotBecomeTarget.class);
    }

    @Test
    void missingRootFolderMeansMissingCapabilities() throws IOException {
        deleteRoot();
        fixture.target(JVM, 1000, 1000, Capability.CHOWN.mask(), 0x4);
        assertThat(failure()).contains(new AttachFailure.MissingCapabilities("CHOWN"));
        assertThat(remedy()).contains("capabilities: drop: [\"ALL\"]");
    }

    @Test
    void missingRootFolderIsUnreachableOtherwise() throws IOException {
        deleteRoot();
        assertThat(failure()).containsInstanceOf(AttachFailure.RootNotReachable.class);
        assertThat(remedy()).contains("shareProcessNamespace: true");
    }

    @Test
    void missingTmpGetsTheMountToSet() throws IOException {
        Files.delete(fixture.of(JVM).resolve("root/tmp"));
        assertThat(failure()).containsInstanceOf(AttachFailure.NoWritableTmp.class);
        assertThat(remedy())
                .contains("- {name: tmp, mountPath: /tmp}", "- {name: tmp, emptyDir: {}}");
    }

    @Test
    void disabledAttachNamesWhereItIsSet() {
        var off =
                new AttachTarget(
                        JVM,
                        1,
                        LONG_AGO,
                        17,
                        none(),
                        Optional.of("the command line"),
                        none(),
                        false);
        assertThat(failure(off)).contains(new AttachFailure.AttachDisabled("the command line"));
        assertThat(failure(off).orElseThrow().problem().remedy())
                .contains("the line `- -XX:+DisableAttachMechanism` of the target's args");
    }

    @Test
    void oldProcessWithoutSigQuitHandlerIsNeverSignalled() throws IOException {
        fixture.target(JVM, 1000, 1000, 0, 0);
        assertThat(failure()).containsInstanceOf(AttachFailure.SignalsNotCaught.class);
    }

    @Test
    void youngProcessWithoutSigQuitHandlerIsStarting() throws IOException {
        fixture.start(JVM, NINE_SECONDS_AGO);
        fixture.target(JVM, 1000, 1000, 0, 0);
        AttachTarget young = AttachTargets.of(JVM, 1, NINE_SECONDS_AGO);
        assertThat(failure(young)).isEmpty();
        assertThat(new AttachPrecheck(fixture.procFs()).checks(young))
                .anyMatch(
                        check ->
                                check.failure().orElse(null)
                                        instanceof AttachFailure.StillStarting);
    }

    @Test
    void reusedPidIsNotTheTarget() throws IOException {
        fixture.start(JVM, LONG_AGO + 1);
        assertThat(failure()).contains(new AttachFailure.TargetGone(JVM));
    }

    @Test
    void otherVmIsRefused() {
        var other =
                new AttachTarget(
                        JVM, 1, LONG_AGO, 0, Optional.of("it is OpenJ9"), none(), none(), false);
        assertThat(failure(other)).contains(new AttachFailure.NotHotSpot("it is OpenJ9"));
    }

    private static Optional<String> none() {
        return Optional.empty();
    }

    private void deleteRoot() throws IOException {
        Files.delete(fixture.of(JVM).resolve("root/tmp"));
        Files.delete(fixture.of(JVM).resolve("root"));
    }

    private Optional<AttachFailure> failure() {
        return failure(AttachTargets.of(JVM, 1, LONG_AGO));
    }

    private Optional<AttachFailure> failure(AttachTarget target) {
        return new AttachPrecheck(fixture.procFs()).firstFailure(target);
    }

    private String remedy() {
        return failure().orElseThrow().problem().remedy();
    }
}
