/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.heapsight.tests.harness.Jdk;
import io.heapsight.tests.harness.MetricsText;
import io.heapsight.tests.harness.NeedsDocker;
import io.heapsight.tests.harness.Ran;
import io.heapsight.tests.harness.SidecarContainer;
import io.heapsight.tests.harness.SidecarSpec;
import io.heapsight.tests.harness.TargetContainer;
import io.heapsight.tests.harness.TargetSpec;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.Test;

/** A container whose first process restarts its JVM with the same pid. */
@NeedsDocker
class SamePidRestartTest {
    private static final String START = "process_start_time_seconds";

    @Test
    void jvmWithAReusedPidIsFollowedAsAnother() {
        assumeThat(System.getProperty("user.name")).as("only root chooses pids").isEqualTo("root");
        TargetSpec spec = TargetSpec.idle(Jdk.JDK_17).under(TargetSpec.Parent.RESTARTER);
        try (TargetContainer target = TargetContainer.start(spec);
                SidecarContainer sidecar =
                        SidecarContainer.start(
                                SidecarSpec.beside(target)
                                        .withEnvironment("HEAPSIGHT_SAMPLE_INTERVAL", "100ms"))) {
            await().until(() -> metrics(sidecar).find(START).isPresent());
            double before = metrics(sidecar).valueOrThrow(START);
            int pid = target.pid();

            restartWithTheSamePid(target, pid);

            await().until(() -> metrics(sidecar).find(START).orElse(before) > before);
            assertThat(target.pid()).isEqualTo(pid);
            await().until(() -> metrics(sidecar).find("jvm_threads_current").isPresent());
            assertThat(metrics(sidecar).valueOrThrow("heapsight_target_up")).isEqualTo(1);
        }
    }

    /** The kernel's next pid in the namespace is the one after {@code ns_last_pid}. */
    private static void restartWithTheSamePid(TargetContainer target, int pid) {
        long starts = target.starts();
        Ran.run(
                        List.of(
                                "nsenter",
                                "--pid",
                                "--target",
                                String.valueOf(target.hostPid()),
                                "sh",
                                "-c",
                                "echo %d > /proc/sys/kernel/ns_last_pid; kill -9 %d"
                                        .formatted(pid - 1, pid)))
                .outOrThrow();
        await().until(() -> target.starts() > starts);
    }

    private static MetricsText metrics(SidecarContainer sidecar) {
        return MetricsText.of(sidecar.caller());
    }

    private static ConditionFactory await() {
        return Awaitility.await()
                .atMost(Duration.ofSeconds(20))
                .pollInterval(Duration.ofMillis(50));
    }
}
