/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.tests.harness.Jdk;
import io.heapsight.tests.harness.NeedsDocker;
import io.heapsight.tests.harness.Ran;
import io.heapsight.tests.harness.SidecarContainer;
import io.heapsight.tests.harness.SidecarSpec;
import io.heapsight.tests.harness.TargetContainer;
import io.heapsight.tests.harness.TargetSpec;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Commands in a sidecar's container, as run by {@code kubectl exec}. */
@NeedsDocker
class CommandLineTest {
    private static final Duration LOGGED = Duration.ofSeconds(20);
    private static final String[] RUN_AS = {"runAsUser: 1000", "runAsGroup: 1000"};

    @Test
    void refusalHasThreeLinesAndDoctorShowsAllChecks() {
        try (TargetContainer target = TargetContainer.start(TargetSpec.idle(Jdk.JDK_17));
                SidecarContainer sidecar =
                        SidecarContainer.start(SidecarSpec.beside(target).withUser("1000:1001"))) {
            Ran histogram = sidecar.heapsight("histogram");
            assertThat(histogram.exitCode()).isEqualTo(1);
            assertThat(histogram.out()).isEmpty();
            assertThat(histogram.err().lines()).hasSize(3);
            assertThat(histogram.err()).contains(RUN_AS);
            Ran gcutil = sidecar.heapsight("jstat", "gcutil");
            assertThat(gcutil.exitCode()).isEqualTo(1);
            assertThat(gcutil.err().lines()).hasSize(3);
            assertThat(gcutil.err()).contains(RUN_AS);
            Ran doctor = sidecar.heapsight("doctor");
            assertThat(doctor.exitCode()).isEqualTo(1);
            assertThat(doctor.out())
                    .containsPattern("\nport +ok +a sidecar answers on ")
                    .containsPattern("\nsame-gid +NO +gid 1001 +gid 1000 ")
                    .containsPattern("\nhistogram +NO +because of same-gid; enabled by the trig")
                    .contains("runAsGroup: 1000");
            sidecar.awaitOutput("check=same-gid", LOGGED);
            assertThat(sidecar.output())
                    .containsPattern("INFO doctor target=\"1 \\(Idle\\)\" works=\\S*analysis")
                    .containsPattern("WARN doctor target=\"1 \\(Idle\\)\" check=same-gid found=");
            Said.assertUntouched(target);
        }
    }

    @Test
    void everythingWorksAsTheSameUser() {
        try (TargetContainer target = TargetContainer.start(TargetSpec.idle(Jdk.JDK_11));
                SidecarContainer sidecar = SidecarContainer.beside(target)) {
            assertThat(sidecar.heapsight("histogram", "--top", "1000").outOrThrow())
                    .contains("com.acme.Order$Line");
            assertThat(sidecar.heapsight("jstat", "gcutil").outOrThrow()).contains("YGC");
            assertThat(sidecar.heapsight("doctor").outOrThrow())
                    .containsPattern("\nhistogram +works\n");
            Said.assertUntouched(target);
        }
    }

    @Test
    void sidecarAloneSaysToShareTheNamespace() {
        try (SidecarContainer sidecar = SidecarContainer.start(SidecarSpec.alone())) {
            Ran doctor = sidecar.heapsight("doctor");
            assertThat(doctor.exitCode()).isEqualTo(1);
            assertThat(doctor.out())
                    .startsWith("No target\n")
                    .contains("shareProcessNamespace: true", "\"pidMode\": \"task\"");
            assertThat(sidecar.caller().get("/doctor").body()).startsWith("No target\n");
            sidecar.awaitOutput("WARN doctor target=none check=shared-pid-namespace", LOGGED);
        }
    }
}
