/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.tests.harness.DumpJob;
import io.heapsight.tests.harness.HttpCaller;
import io.heapsight.tests.harness.Jdk;
import io.heapsight.tests.harness.Json;
import io.heapsight.tests.harness.NeedsDocker;
import io.heapsight.tests.harness.SidecarContainer;
import io.heapsight.tests.harness.SidecarSpec;
import io.heapsight.tests.harness.TargetContainer;
import io.heapsight.tests.harness.TargetSpec;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A sidecar is killed by SIGKILL during a recording, a profile and thread dumps, from its first
 * command to the target to the transfer of the file. The target continues; the next sidecar stops
 * and removes the leftovers, and can repeat the operation.
 */
@NeedsDocker
class KilledSidecarTest {
    /** Number of polls of a job, at least 20 ms apart, before its sidecar is killed. */
    private static final List<Integer> LOOKS = List.of(0, 10, 40, 80);

    @ParameterizedTest
    @EnumSource(
            value = Jdk.class,
            names = {"JDK_8", "JDK_25"})
    void whatItLeftIsStoppedAndRemovedByTheNext(Jdk jdk) {
        TargetSpec program =
                TargetSpec.of(jdk, "Shares").withArguments("idle").withFlags("-Xmx128m");
        try (TargetContainer target = TargetContainer.start(program);
                SidecarContainer sidecar =
                        SidecarContainer.start(
                                SidecarSpec.beside(target)
                                        .withHeapDumps()
                                        .withEnvironment("HEAPSIGHT_PROFILER", "true"))) {
            List<String> before = files(target);
            leaveWhatACommandLineLeaves(target);
            for (String work : List.of("/recordings?seconds=1", "/profiles?event=cpu&seconds=1")) {
                for (int looks : LOOKS) {
                    killAfter(looks, work, sidecar);
                    assertNothingIsLeft(work + " after " + looks, target, before);
                }
                Json job = DumpJob.start(sidecar.readyCaller(), work).awaitEnd();
                assertThat(job.at("state").text()).as(job.toString()).isEqualTo("done");
            }
            killInTheMiddleOfThreadDumps(sidecar);
            assertNothingIsLeft("thread dumps", target, before);
            assertThat(sidecar.readyCaller().get("/threads").statusCode()).isEqualTo(200);
            assertThat(files(target)).isEqualTo(before);
            assertThat(target.isRunning()).isTrue();
        }
    }

    /** A sidecar was killed: its recording ended by itself, and the JVM wrote the file. */
    private static void leaveWhatACommandLineLeaves(TargetContainer target) {
        target.exec(
                        "touch",
                        "/tmp/heapsight-1790000000000-1.cli.jfr",
                        "/tmp/heapsight-1790000000000-1.cli.jfc")
                .outOrThrow();
    }

    private static void killAfter(int looks, String work, SidecarContainer sidecar) {
        DumpJob job = DumpJob.start(sidecar.readyCaller(), work);
        int[] left = {looks};
        Awaitility.await()
                .atMost(Duration.ofMinutes(1))
                .pollInterval(Duration.ofMillis(20))
                .until(() -> left[0]-- <= 0 || !job.now().at("state").text().equals("running"));
        sidecar.killAndStartAgain();
    }

    private static void killInTheMiddleOfThreadDumps(SidecarContainer sidecar) {
        HttpCaller caller = sidecar.readyCaller();
        CompletableFuture<Void> dumps =
                CompletableFuture.runAsync(() -> caller.get("/threads?count=10&interval=1s"));
        Awaitility.await()
                .atMost(Duration.ofMinutes(1))
                .until(() -> caller.get("/metrics").body().contains("jvm_threads_state{"));
        sidecar.killAndStartAgain();
        assertThat(dumps).failsWithin(Duration.ofMinutes(1));
    }

    private static void assertNothingIsLeft(
            String what, TargetContainer target, List<String> before) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .untilAsserted(
                        () -> {
                            assertThat(recordings(target)).as(what).doesNotContain("heapsight-");
                            assertThat(files(target)).as(what).isEqualTo(before);
                        });
        assertThat(target.isRunning()).as(what).isTrue();
    }

    private static String recordings(TargetContainer target) {
        return target.jcmd(Integer.toString(target.pid()), "JFR.check").outOrThrow();
    }

    /** Files in its /tmp, except the JVM's own attach socket and Flight Recorder's empty folder. */
    private static List<String> files(TargetContainer target) {
        return target.exec("ls", "-A", "/tmp")
                .outOrThrow()
                .lines()
                .filter(name -> !name.startsWith(".java_pid"))
                .filter(name -> !name.matches("\\d{4}_\\d\\d_\\d\\d_\\d\\d_\\d\\d_\\d\\d_\\d+"))
                .toList();
    }
}
