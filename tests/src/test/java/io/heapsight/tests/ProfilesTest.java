/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.heapsight.tests.harness.AtOnce;
import io.heapsight.tests.harness.DumpJob;
import io.heapsight.tests.harness.HttpCaller;
import io.heapsight.tests.harness.Jdk;
import io.heapsight.tests.harness.Json;
import io.heapsight.tests.harness.NeedsDocker;
import io.heapsight.tests.harness.Quiet;
import io.heapsight.tests.harness.SidecarContainer;
import io.heapsight.tests.harness.SidecarSpec;
import io.heapsight.tests.harness.TargetContainer;
import io.heapsight.tests.harness.TargetSpec;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.parallel.Isolated;

/** Profiles of a program with known shares, from its container. */
@NeedsDocker
@Quiet
@Isolated
class ProfilesTest {
    /** Four standard errors of some hundred samples. */
    private static final Offset<Double> CLOSE = within(0.1);

    /** Four standard errors of 130 samples: the profiler looks at a thread 20 times a second. */
    private static final Offset<Double> NEAR = within(0.15);

    /** A target computes in two threads. */
    private static final int MOST = 2;

    private static final int FIRST_WITH_CPU_TIME = 25;

    @TestFactory
    Stream<DynamicTest> sharesEqualTheProgramAndNothingStaysInTheTarget() {
        return AtOnce.run(MOST, Jdk.longTerm(), ProfilesTest::sharesEqualTheProgram);
    }

    private static void sharesEqualTheProgram(Jdk jdk) {
        TargetSpec shares = TargetSpec.of(jdk, "Shares").withFlags("-Xmx128m");
        try (TargetContainer target = TargetContainer.start(shares);
                SidecarContainer sidecar =
                        SidecarContainer.start(
                                SidecarSpec.beside(target)
                                        .withHeapDumps()
                                        .withEnvironment("HEAPSIGHT_PROFILER", "true"))) {
            HttpCaller caller = sidecar.readyCaller();
            List<String> before = files(target);

            Json cpu = profile(caller, "cpu", 8);
            assertThat(share(cpu, "hot", "cool")).as("cpu").isCloseTo(0.7, CLOSE);
            if (jdk != Jdk.JDK_8) { // it needs symbols that this build lacks
                Json alloc = profile(caller, "alloc", 3);
                assertThat(share(alloc, "big", "small")).as("alloc").isCloseTo(0.9, CLOSE);
            }
            Json lock = profile(caller, "lock", 3);
            assertThat(share(lock, "waitsLong", "waitsShort")).as("lock").isCloseTo(0.9, CLOSE);
            Json wall = profile(caller, "wall", 8);
            assertThat(share(wall, "longNap", "shortNap")).as("wall").isCloseTo(0.75, NEAR);

            assertThat(files(target)).isEqualTo(before);
            assertThat(target.output().strip()).matches("READY \\d+");
        }
    }

    @TestFactory
    Stream<DynamicTest> cpuIsSampledByFlightRecorderWhereNoAgentMayBeLoaded() {
        return AtOnce.run(MOST, Jdk.longTerm(), ProfilesTest::cpuIsSampledByFlightRecorder);
    }

    private static void cpuIsSampledByFlightRecorder(Jdk jdk) {
        TargetSpec shares =
                TargetSpec.of(jdk, "Shares")
                        .withFlags(
                                "-Xmx128m",
                                "-XX:+UnlockDiagnosticVMOptions",
                                "-XX:+DebugNonSafepoints"); // else inlined methods have no share
        try (TargetContainer target = TargetContainer.start(shares);
                SidecarContainer sidecar =
                        SidecarContainer.start(SidecarSpec.beside(target).withHeapDumps())) {
            HttpCaller caller = sidecar.readyCaller();
            List<String> before = files(target);

            Json cpu = profile(caller, "cpu", 8);
            boolean isCpuTime = jdk.version() >= FIRST_WITH_CPU_TIME;
            assertThat(cpu.at("engine").text())
                    .isEqualTo(isCpuTime ? "jdk.CPUTimeSample" : "jdk.ExecutionSample");
            assertThat(cpu.at("notes").items()).as(cpu.toString()).isNotEmpty();
            assertThat(share(cpu, "hot", "cool")).as(cpu.toString()).isCloseTo(0.7, CLOSE);

            assertThat(caller.post("/profiles?event=alloc&seconds=3").statusCode()).isEqualTo(403);
            assertThat(files(target)).isEqualTo(before);
            assertThat(target.exec("cat", "/proc/1/maps").outOrThrow())
                    .doesNotContain("libasyncProfiler");
        }
    }

    /** Files in its /tmp, except the JVM's own: its attach socket, and Flight Recorder's folder. */
    private static List<String> files(TargetContainer target) {
        return target.exec("ls", "-A", "/tmp")
                .outOrThrow()
                .lines()
                .filter(name -> !name.startsWith(".java_pid"))
                .filter(name -> !name.matches("\\d{4}(_\\d\\d){5}_\\d+"))
                .toList();
    }

    private static Json profile(HttpCaller caller, String event, int seconds) {
        Json job =
                DumpJob.start(caller, "/profiles?event=%s&seconds=%d".formatted(event, seconds))
                        .awaitEnd();
        assertThat(job.at("state").text()).as(job.toString()).isEqualTo("done");
        Json all = Json.parse(caller.getJson("/profiles").body());
        String id = all.at("profiles").items().getLast().at("id").text();
        return Json.parse(caller.getJson("/profiles/" + id).body());
    }

    /** The first method's part of the samples in either of two methods. */
    private static double share(Json profile, String first, String second) {
        double in = in(profile, first);
        return in / (in + in(profile, second));
    }

    private static double in(Json profile, String method) {
        return profile.at("frames").items().stream()
                .filter(frame -> frame.at("name").text().endsWith("Shares." + method))
                .mapToDouble(frame -> frame.at("totalShare").decimal())
                .sum();
    }
}
