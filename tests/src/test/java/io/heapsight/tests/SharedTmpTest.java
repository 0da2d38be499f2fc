/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests;

import static com.github.dockerjava.api.model.Capability.DAC_OVERRIDE;
import static com.github.dockerjava.api.model.Capability.KILL;
import static com.github.dockerjava.api.model.Capability.SYS_PTRACE;
import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.tests.harness.Jdk;
import io.heapsight.tests.harness.NeedsDocker;
import io.heapsight.tests.harness.SidecarContainer;
import io.heapsight.tests.harness.SidecarSpec;
import io.heapsight.tests.harness.TargetContainer;
import io.heapsight.tests.harness.TargetSpec;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * The socket at the path of the target's attach socket is another JVM's: no command is sent to it.
 */
@NeedsDocker
@Execution(ExecutionMode.CONCURRENT)
class SharedTmpTest {
    /** Each is PID 1 of its own namespace, and both have the same /tmp. */
    @Test
    void histogramIsNeverThatOfTheOtherJvm() {
        TargetSpec first = TargetSpec.of(Jdk.JDK_17, "Single").withVolume("/tmp");
        try (TargetContainer other = TargetContainer.start(first)) {
            TargetSpec second = TargetSpec.idle(Jdk.JDK_17).withVolumesOf(other.id());
            try (TargetContainer target = TargetContainer.start(second)) {
                other.jcmd("1", "VM.version").outOrThrow(); // starts its listener first
                try (SidecarContainer sidecar = SidecarContainer.beside(target)) {
                    assertRefused(sidecar.readyCaller().get("/histogram"));
                }
                assertThat(target.printedThreadDump()).isFalse();
            }
        }
    }

    /** A user could make a root sidecar reveal other users' JVMs. */
    @Test
    void linkToTheSocketOfAnotherUsersJvmRevealsNothing() {
        try (TargetContainer target = TargetContainer.start(TargetSpec.idle(Jdk.JDK_17));
                TargetContainer other =
                        TargetContainer.start(
                                TargetSpec.of(Jdk.JDK_17, "Single")
                                        .withUser("1001:1001")
                                        .inPidNamespaceOf(target.id()))) {
            int pid = other.pid();
            other.jcmd(Integer.toString(pid), "VM.version").outOrThrow(); // starts its listener
            String socket = "/proc/%d/root/tmp/.java_pid%d".formatted(pid, pid);
            target.exec("ln", "-s", socket, "/tmp/.java_pid1").outOrThrow();
            SidecarSpec root =
                    SidecarSpec.beside(target)
                            .withUser("0:0")
                            .withAddedCapabilities(SYS_PTRACE, KILL, DAC_OVERRIDE)
                            .withEnvironment("HEAPSIGHT_TARGET", "com.acme.Idle");
            try (SidecarContainer sidecar = SidecarContainer.start(root)) {
                HttpResponse<String> histogram = sidecar.readyCaller().get("/histogram");

                assertRefused(histogram);
                assertThat(histogram.body()).contains("is process " + pid + ", not 1");
            }
        }
    }

    private static void assertRefused(HttpResponse<String> histogram) {
        assertThat(histogram.statusCode()).as(histogram.body()).isEqualTo(503);
        assertThat(histogram.body())
                .contains("Another process listens", "its own /tmp")
                .doesNotContain("com.acme.Single");
    }
}
