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

/** A target whose options disable its counters: the remaining features and messages. */
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
    void targetWithoutCountersAnswersWithWhatCommandsAndItsGcLogShow(
            Jdk jdk, String option, String opposite) {
        TargetSpec spec = TargetSpec.idle(jdk).withFlags(option, "-Xlog:gc:file=/tmp/gc.log");
        try (TargetContainer target = TargetContainer.start(spec);
                SidecarContainer sidecar = SidecarContainer.beside(target)) {
            Said.by(sidecar).histogramWorks();
            target.jcmd("1", "GC.run").outOrThrow();
            assertThat(sidecar.caller().get("/doctor").body().replaceAll("\\s+", " "))
                    .contains("value: \"" + opposite + "\"", "/tmp/gc.log shows its collections");
            answersWithWhatIsKnown(sidecar);
            Awaitility.await()
                    .atMost(Duration.ofSeconds(20))
                    .untilAsserted(
                            () ->
                                    assertThat(metrics(sidecar))
                                            .containsPattern(
                                                    "jvm_gc_collection_seconds_count\\{target=\"Idle\",gc=\"[A-Za-z0-9 ]+\",} [1-9]")
                                            .contains("jvm_gc_overhead_ratio{"));
            Said.assertUntouched(target);
        }
    }

    @Test
    void unreadableCountersLeaveTheFiguresOfCommands() {
        try (TargetContainer target = TargetContainer.start(TargetSpec.idle(Jdk.JDK_21))) {
            target.exec("sh", "-c", "chmod 000 /tmp/hsperf*/1").outOrThrow();
            try (SidecarContainer sidecar = SidecarContainer.beside(target)) {
                Said.by(sidecar).histogramWorks();
                answersWithWhatIsKnown(sidecar);
                assertThat(sidecar.caller().get("/doctor").body()).contains("chmod u+r");
            }
            Said.assertUntouched(target);
        }
    }

    private static void answersWithWhatIsKnown(SidecarContainer sidecar) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(20))
                .untilAsserted(
                        () ->
                                assertThat(metrics(sidecar))
                                        .containsPattern(
                                                "jvm_memory_used_bytes\\{target=\"Idle\",area=\"heap\",}"
                                                        + " [1-9]"));
        assertThat(metrics(sidecar))
                .containsPattern("process_cpu_seconds_total\\{target=\"Idle\",} \\d")
                .containsPattern("jvm_memory_max_bytes\\{target=\"Idle\",area=\"heap\",} [1-9]")
                .containsPattern("jvm_memory_used_bytes\\{target=\"Idle\",area=\"nonheap\",} [1-9]")
                .containsPattern("pool=\"CodeCache|pool=\"CodeHeap")
                .containsPattern("jvm_metaspace_capacity_bytes\\{target=\"Idle\",} [1-9]")
                .doesNotContain("jvm_safepoint_seconds_total{", "jvm_threads_current{");
        assertThat(sidecar.caller().get("/gcutil").body())
                .containsPattern("^ +S0 +S1 +E ")
                .containsPattern("\\d\\d\\.\\d\\d"); // M
        assertThat(sidecar.caller().get("/gcmetacapacity").body()).contains("1048576.0");
        for (String path : new String[] {"/memory", "/advice"}) {
            assertThat(sidecar.caller().get(path).body().replaceAll("\\s+", " "))
                    .contains("no counters: ", "GC.heap_info");
        }
    }

    private static String metrics(SidecarContainer sidecar) {
        return sidecar.caller().get("/metrics").body();
    }

    @Test
    void damagedCountersAreCalledDamaged() {
        try (TargetContainer target = TargetContainer.start(TargetSpec.idle(Jdk.JDK_17))) {
            target.exec("sh", "-c", "yes | head -c 512 | dd conv=notrunc of=$(echo /tmp/hsperf*/1)")
                    .outOrThrow();
            try (SidecarContainer sidecar = SidecarContainer.beside(target)) {
                Said.by(sidecar).histogramWorks();
                answersWithWhatIsKnown(sidecar);
                assertThat(sidecar.caller().get("/doctor").body().replaceAll("\\s+", " "))
                        .contains("restart the target: its counters file is damaged")
                        .doesNotContain("internal error", "etc/passwd");
            }
            Said.assertUntouched(target);
        }
    }
}
