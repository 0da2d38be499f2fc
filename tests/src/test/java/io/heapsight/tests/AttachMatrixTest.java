/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests;

import static com.github.dockerjava.api.model.Capability.DAC_OVERRIDE;
import static com.github.dockerjava.api.model.Capability.KILL;
import static com.github.dockerjava.api.model.Capability.SETGID;
import static com.github.dockerjava.api.model.Capability.SETUID;
import static com.github.dockerjava.api.model.Capability.SYS_PTRACE;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.dockerjava.api.model.Capability;
import io.heapsight.tests.harness.Jdk;
import io.heapsight.tests.harness.NeedsDocker;
import io.heapsight.tests.harness.Ran;
import io.heapsight.tests.harness.SidecarContainer;
import io.heapsight.tests.harness.SidecarSpec;
import io.heapsight.tests.harness.TargetContainer;
import io.heapsight.tests.harness.TargetSpec;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Who may look at whom: sidecars with other users and capabilities beside a target that runs as
 * 1000:1000 without capabilities. Those that may answer; the others name the line of the manifest,
 * and leave the target alone.
 */
@NeedsDocker
class AttachMatrixTest {
    private static final String[] RUN_AS = {"runAsUser: 1000", "runAsGroup: 1000"};
    private static final String NOT_ROOT =
            "The sidecar is root, and may not act as the target's user";
    private static final String OTHER_USER = "The sidecar runs as another user than the target";

    /** Nobody has ever attached to it: an attempt that goes wrong would have to signal. */
    private static TargetContainer untouched;

    @BeforeAll
    static void startTarget() {
        untouched = TargetContainer.start(TargetSpec.idle(Jdk.JDK_17));
    }

    @AfterAll
    static void endTarget() {
        untouched.close();
    }

    @ParameterizedTest
    @EnumSource(Jdk.class)
    void sameUserNeedsNoCapabilityAndNoWritableRoot(Jdk jdk) {
        Said.of(TargetSpec.idle(jdk), UnaryOperator.identity()).bothWork();
    }

    @Test
    void sameUserMayHaveAWritableRoot() {
        Said.of(TargetSpec.idle(Jdk.JDK_21), SidecarSpec::withWritableRoot).bothWork();
    }

    @Test
    void otherGroupIsToldItsLine() {
        Said.beside(untouched, sidecar -> sidecar.withUser("1000:1001"))
                .histogramIsRefused("The sidecar runs in another group than the target", RUN_AS)
                .countersAreRefused(RUN_AS);
    }

    @Test
    void otherUserIsToldItsLineWithPtraceOrWithout() {
        Said.beside(untouched, sidecar -> sidecar.withUser("1001:1000"))
                .histogramIsRefused(OTHER_USER, RUN_AS)
                .countersAreRefused(RUN_AS);
        Said.beside(
                        untouched,
                        sidecar -> sidecar.withUser("1001:1001").withAddedCapabilities(SYS_PTRACE))
                .histogramIsRefused(OTHER_USER, RUN_AS)
                .countersAreRefused(RUN_AS);
    }

    @Test
    void rootWithoutTheRightCapabilitiesIsToldItsLine() {
        Said.beside(untouched, root())
                .histogramIsRefused(NOT_ROOT, RUN_AS)
                .histogramIsRefused(NOT_ROOT, "add: [\"SETUID\", \"SETGID\"]")
                .countersAreRefused(RUN_AS);
        Said.beside(untouched, root(SYS_PTRACE))
                .histogramIsRefused(NOT_ROOT, RUN_AS)
                .countersAreRefused(RUN_AS);
        Said.beside(untouched, root(SYS_PTRACE, KILL))
                .histogramIsRefused(NOT_ROOT, RUN_AS)
                .countersAreRefused(RUN_AS);
    }

    @Test
    void commandLineSaysTheSameInThreeLines() {
        SidecarSpec otherGroup = SidecarSpec.beside(untouched).withUser("1000:1001");
        try (SidecarContainer sidecar = SidecarContainer.start(otherGroup)) {
            Ran histogram = sidecar.heapsight("histogram");
            assertThat(histogram.exitCode()).isEqualTo(1);
            assertThat(histogram.out()).isEmpty();
            assertThat(histogram.err().lines()).hasSize(3);
            assertThat(histogram.err()).contains(RUN_AS);
            Ran gcutil = sidecar.heapsight("jstat", "gcutil");
            assertThat(gcutil.exitCode()).isEqualTo(1);
            assertThat(gcutil.err().lines()).hasSize(3);
            assertThat(gcutil.err()).contains(RUN_AS);
            Said.assertUntouched(untouched);
        }
    }

    @Test
    void commandLineWorksAsTheSameUser() {
        try (TargetContainer target = TargetContainer.start(TargetSpec.idle(Jdk.JDK_11));
                SidecarContainer sidecar = SidecarContainer.beside(target)) {
            assertThat(sidecar.heapsight("histogram", "--top", "1000").outOrThrow())
                    .contains("com.acme.Order$Line");
            assertThat(sidecar.heapsight("jstat", "gcutil").outOrThrow()).contains("YGC");
            Said.assertUntouched(target);
        }
    }

    @ParameterizedTest
    @EnumSource(Jdk.class)
    void rootThatMayBecomeTheUserWorksThroughAChild(Jdk jdk) {
        Said.of(TargetSpec.idle(jdk), root(SETUID, SETGID)).bothWork();
    }

    @Test
    void rootWithDefaultCapabilitiesWorksThroughAChild() {
        UnaryOperator<SidecarSpec> root =
                sidecar -> sidecar.withUser("0:0").withDefaultCapabilities();
        Said.of(TargetSpec.idle(Jdk.JDK_21), root).bothWork();
        Said.of(TargetSpec.idle(Jdk.JDK_8), sidecar -> ptrace(root.apply(sidecar))).bothWork();
    }

    @Test
    void rootWithItsThreeCapabilitiesWorksItselfOnAJdkThatObeysRoot() {
        UnaryOperator<SidecarSpec> root = root(SYS_PTRACE, KILL, DAC_OVERRIDE);
        Said.of(TargetSpec.idle(Jdk.JDK_17), root).bothWork();
        Said.of(TargetSpec.idle(Jdk.JDK_25), root).bothWork();
        Said.of(TargetSpec.idle(Jdk.JDK_8), root).histogramIsRefused(NOT_ROOT, RUN_AS);
    }

    @Test
    void rootTargetWithMoreCapabilitiesIsToldToDropThem() {
        TargetSpec spec = TargetSpec.idle(Jdk.JDK_17).withUser("0:0").withDefaultCapabilities();
        try (TargetContainer target = TargetContainer.start(spec)) {
            Said.beside(target, root())
                    .histogramIsRefused(
                            "The target holds capabilities that the sidecar lacks",
                            "capabilities: drop: [\"ALL\"]")
                    .countersAreRefused("capabilities: drop: [\"ALL\"]");
            Said.beside(target, UnaryOperator.identity())
                    .histogramIsRefused(OTHER_USER, "runAsUser: 0", "runAsGroup: 0")
                    .countersAreRefused("runAsUser: 0");
            Said.beside(target, sidecar -> sidecar.withUser("0:0").withDefaultCapabilities())
                    .bothWork();
            Said.beside(target, root(SYS_PTRACE)).bothWork();
        }
    }

    private static UnaryOperator<SidecarSpec> root(Capability... capabilities) {
        return sidecar -> sidecar.withUser("0:0").withAddedCapabilities(capabilities);
    }

    private static SidecarSpec ptrace(SidecarSpec sidecar) {
        return sidecar.withAddedCapabilities(SYS_PTRACE);
    }
}
