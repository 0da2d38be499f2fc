/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.tests.harness.HttpCaller;
import io.heapsight.tests.harness.Jdk;
import io.heapsight.tests.harness.Json;
import io.heapsight.tests.harness.NeedsDocker;
import io.heapsight.tests.harness.Ran;
import io.heapsight.tests.harness.SidecarContainer;
import io.heapsight.tests.harness.SidecarSpec;
import io.heapsight.tests.harness.TargetContainer;
import io.heapsight.tests.harness.TargetSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** {@code kubectl exec … heapsight COMMAND} in a sidecar of the size in the examples. */
@NeedsDocker
class CommandsInSmallContainerTest {
    private static final long MEBIBYTE = 1 << 20;

    @Test
    void fiveConcurrentCommandsBesideHistogramsKillNothing() throws Exception {
        try (TargetContainer target = TargetContainer.start(TargetSpec.idle(Jdk.JDK_21));
                SidecarContainer sidecar = SidecarContainer.start(shipped(target));
                ExecutorService callers = Executors.newFixedThreadPool(6)) {
            HttpCaller api = sidecar.readyCaller();
            for (int round = 0; round < 3; round++) {
                List<Callable<Ran>> commands =
                        List.of(
                                () -> sidecar.heapsight("jstat", "gcutil", "1", "1s", "5"),
                                () -> sidecar.heapsight("targets"),
                                () -> sidecar.heapsight("doctor"),
                                () -> sidecar.heapsight("histogram", "--top", "3"),
                                () -> sidecar.heapsight("histogram", "--format", "json"));
                List<Future<Ran>> ran = new ArrayList<>();
                commands.forEach(command -> ran.add(callers.submit(command)));
                assertThat(api.get("/histogram?top=5").statusCode())
                        .as("captured, beside another, or within a second of one")
                        .isIn(200, 409, 429);
                for (Future<Ran> each : ran) {
                    assertThat(each.get().exitCode()).as(each.get().err()).isZero();
                }
                assertThat(ran.getFirst().get().out().lines()).hasSize(6);
                assertThat(Json.parse(ran.getLast().get().out()).at("classes").items())
                        .hasSizeGreaterThan(100);
            }
            assertThat(sidecar.isRunning()).isTrue();
        }
    }

    /** Commands that need their own JVM take turns, and are refused if they do not fit. */
    @Test
    void commandsWithTheirOwnJvmDoNotKillTheSidecar() throws Exception {
        try (TargetContainer target = TargetContainer.start(TargetSpec.idle(Jdk.JDK_21));
                SidecarContainer sidecar = SidecarContainer.start(shipped(target));
                ExecutorService callers = Executors.newFixedThreadPool(4)) {
            sidecar.readyCaller();
            List<Future<Ran>> ran = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                ran.add(callers.submit(() -> sidecar.heapsight("histogram", "--timeout", "20s")));
            }
            for (Future<Ran> each : ran) {
                Ran command = each.get();
                if (command.exitCode() != 0) {
                    assertThat(command.exitCode()).isOne();
                    assertThat(command.err()).contains("too little memory", "resources: limits:");
                }
            }
            assertThat(sidecar.isRunning()).isTrue();
        }
    }

    @Test
    void problemsEqualThoseOfALocalCommand() {
        try (TargetContainer target = TargetContainer.start(TargetSpec.idle(Jdk.JDK_17));
                SidecarContainer sidecar =
                        SidecarContainer.start(shipped(target).withUser("1001:1001"))) {
            sidecar.caller();

            Ran histogram = sidecar.heapsight("histogram");
            Ran doctor = sidecar.heapsight("doctor");
            Ran usage = sidecar.heapsight("histogram", "--tip", "3");

            assertThat(histogram.exitCode()).isOne();
            assertThat(histogram.err())
                    .contains("heapsight: The sidecar runs as another user", "runAsUser: 1000");
            assertThat(histogram.out()).isEmpty();
            assertThat(doctor.exitCode()).isOne();
            assertThat(doctor.out()).contains("same-uid");
            assertThat(usage.exitCode()).isEqualTo(2);
            assertThat(usage.err()).contains("--tip");
        }
    }

    private static SidecarSpec shipped(TargetContainer target) {
        return SidecarSpec.beside(target)
                .withMemory(96 * MEBIBYTE)
                .withEnvironment("HEAPSIGHT_MIN_INTERVAL_HISTOGRAM", "1s");
    }
}
