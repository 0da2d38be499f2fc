/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.tests.harness.Jdk;
import io.heapsight.tests.harness.NeedsDocker;
import io.heapsight.tests.harness.SidecarContainer;
import io.heapsight.tests.harness.TargetContainer;
import io.heapsight.tests.harness.TargetSpec;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A target whose options take its counters away: what is left of it, and what is said. */
@NeedsDocker
@Execution(ExecutionMode.CONCURRENT)
class NoCountersTest {

    @ParameterizedTest
    @CsvSource({
        "JDK_17, -XX:-UsePerfData, -XX:+UsePerfData",
        "JDK_25, -XX:-UsePerfData, -XX:+UsePerfData",
        "JDK_17, -XX:+PerfDisableSharedMem, -XX:-PerfDisableSharedMem",
        "JDK_25, -XX:+PerfDisableSharedMem, -XX:-PerfDisableSharedMem"
    })
    void targetWithoutCountersShowsItsProcessItsHeapAndItsClasses(
            Jdk jdk, String option, String opposite) {
        TargetSpec spec = TargetSpec.idle(jdk).withFlags(option);
        try (TargetContainer target = TargetContainer.start(spec);
                SidecarContainer sidecar = SidecarContainer.beside(target)) {
            Said.by(sidecar)
                    .histogramWorks()
                    .countersAreRefused(
                            "because of " + option + " in the command line",
                            "the line `- " + option + "` of the target's args",
                            "value: \"" + opposite + "\"");
            assertThat(sidecar.caller().get("/metrics").body())
                    .containsPattern("process_cpu_seconds_total\\{target=\"Idle\",} \\d")
                    .containsPattern("process_resident_memory_bytes\\{target=\"Idle\",} \\d");
            Awaitility.await()
                    .atMost(Duration.ofSeconds(20))
                    .untilAsserted(
                            () ->
                                    assertThat(sidecar.caller().get("/metrics").body())
                                            .containsPattern(
                                                    "jvm_memory_used_bytes\\{target=\"Idle\",area=\"heap\",}"
                                                            + " [1-9]"));
            Said.assertUntouched(target);
        }
    }

    @Test
    void damagedCountersAreCalledSo() {
        try (TargetContainer target = TargetContainer.start(TargetSpec.idle(Jdk.JDK_17))) {
            target.exec("sh", "-c", "yes | head -c 512 | dd conv=notrunc of=$(echo /tmp/hsperf*/1)")
                    .outOrThrow();
            try (SidecarContainer sidecar = SidecarContainer.beside(target)) {
                Said.by(sidecar)
                        .histogramWorks()
                        .countersAreRefused("restart the target: its counters file is damaged");
                assertThat(sidecar.caller().get("/doctor").body())
                        .contains("its counters file is damaged")
                        .doesNotContain("internal error", "etc/passwd");
            }
            Said.assertUntouched(target);
        }
    }
}
