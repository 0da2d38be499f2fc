/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.heapsight.tests.harness.DumpJob;
import io.heapsight.tests.harness.EachLongTermJdk;
import io.heapsight.tests.harness.HttpCaller;
import io.heapsight.tests.harness.Jdk;
import io.heapsight.tests.harness.Json;
import io.heapsight.tests.harness.NeedsDocker;
import io.heapsight.tests.harness.SidecarContainer;
import io.heapsight.tests.harness.SidecarSpec;
import io.heapsight.tests.harness.TargetContainer;
import io.heapsight.tests.harness.TargetSpec;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;

/** Profiles of a program with known shares, from its container. */
@NeedsDocker
@Execution(ExecutionMode.CONCURRENT)
@Isolated
class ProfilesTest {
    /** Four standard errors of a few hundred samples: it runs beside other tests. */
    private static final Offset<Double> CLOSE = within(0.1);

    @ParameterizedTest
    @EachLongTermJdk
    void sharesEqualTheProgramAndNothingStaysInTheTarget(Jdk jdk) {
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
            assertThat(share(wall, "longNap", "shortNap")).as("wall").isCloseTo(0.75, CLOSE);

            assertThat(files(target)).isEqualTo(before);
            assertThat(target.output().strip()).matches("READY \\d+");
        }
    }

    /** Files in its /tmp, except the JVM's own attach socket. */
    private static List<String> files(TargetContainer target) {
        return target.exec("ls", "-A", "/tmp")
                .outOrThrow()
                .lines()
                .filter(name -> !name.startsWith(".java_pid"))
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
