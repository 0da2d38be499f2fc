/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.tests.harness.Cover;
import io.heapsight.tests.harness.DumpJob;
import io.heapsight.tests.harness.HttpCaller;
import io.heapsight.tests.harness.Jdk;
import io.heapsight.tests.harness.Json;
import io.heapsight.tests.harness.NeedsDocker;
import io.heapsight.tests.harness.SidecarContainer;
import io.heapsight.tests.harness.SidecarSpec;
import io.heapsight.tests.harness.StartsFirst;
import io.heapsight.tests.harness.TargetContainer;
import io.heapsight.tests.harness.TargetSpec;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Profiles of memory name the methods that leak, in the heap and outside. */
@NeedsDocker
@Execution(ExecutionMode.CONCURRENT)
@StartsFirst
class LeakProfilesTest {
    private static final long MEBIBYTE = 1 << 20;
    private static final int FIRST_WITH_SEGMENTS = 22;
    private static final int FIRST_WITH_CONCURRENT = 17;

    static List<Jdk> jdks() {
        return Cover.jdks(0);
    }

    static List<Jdk> jdksWithLive() {
        return Cover.jdks(1).stream().filter(jdk -> jdk != Jdk.JDK_8).toList();
    }

    @ParameterizedTest
    @MethodSource("jdksWithLive")
    void leakOfOneMebibytePerSecondIsNamedAmongGarbage(Jdk jdk) {
        TargetSpec leak = TargetSpec.of(jdk, "LiveLeak").withFlags("-Xmx256m");
        try (TargetContainer target = TargetContainer.start(leak);
                SidecarContainer sidecar = profiling(target, "true")) {
            Json live = profile(sidecar.readyCaller(), "live", 20);

            assertThat(live.at("unit").text()).isEqualTo("bytes");
            Json first = live.at("callSites").items().getFirst();
            assertThat(first.at("method").text())
                    .as(live.toString())
                    .isEqualTo("com.acme.LiveLeak.keeps");
            assertThat(first.at("via").text()).isEqualTo("byte[]");
            assertThat(first.at("share").decimal()).isGreaterThan(0.6);
            assertThat(first.at("bytes").number()).isBetween(4 * MEBIBYTE, 40 * MEBIBYTE);
        }
    }

    /** JDK 11 has no ZGC without unlocking, and Shenandoah only in some builds. */
    static List<Arguments> concurrentCollectors() {
        return Cover.jdks(1).stream()
                .filter(jdk -> jdk.version() >= FIRST_WITH_CONCURRENT)
                .flatMap(jdk -> Stream.of("ZGC", "ShenandoahGC").map(gc -> Arguments.of(jdk, gc)))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("concurrentCollectors")
    void leakIsNamedWhereCollectionsRunBesideTheProgram(Jdk jdk, String collector) {
        TargetSpec leak =
                TargetSpec.of(jdk, "LiveLeak").withFlags("-Xmx256m", "-XX:+Use" + collector);
        try (TargetContainer target = TargetContainer.start(leak);
                SidecarContainer sidecar = profiling(target, "true")) {
            Json live = profile(sidecar.readyCaller(), "live", 30);

            Json first = live.at("callSites").items().getFirst();
            assertThat(first.at("method").text())
                    .as(live.toString())
                    .isEqualTo("com.acme.LiveLeak.keeps");
            assertThat(first.at("share").decimal()).as(live.toString()).isGreaterThan(0.6);
        }
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void nativeLeaksAreNamedTwiceAndTheTargetSurvives(Jdk jdk) {
        TargetSpec leaks =
                TargetSpec.of(jdk, "NativeLeaks").withFlags("-XX:MaxDirectMemorySize=400m");
        try (TargetContainer target = TargetContainer.start(leaks);
                SidecarContainer sidecar = profiling(target, "nativemem")) {
            HttpCaller caller = sidecar.readyCaller();
            for (int i = 0; i < 2; i++) {
                Json profile = profile(caller, "nativemem", 5);
                List<String> sites =
                        profile.at("callSites").items().stream()
                                .filter(each -> each.at("bytes").number() > 4 * MEBIBYTE)
                                .map(each -> each.at("method").text())
                                .toList();
                assertThat(sites)
                        .as(profile.toString())
                        .contains("com.acme.NativeLeaks.deflates", "com.acme.NativeLeaks.buffers")
                        .doesNotContain("com.acme.NativeLeaks.returns");
                if (jdk.version() >= FIRST_WITH_SEGMENTS) {
                    assertThat(sites).contains("com.acme.NativeLeaks.segments");
                }
            }
            assertThat(target.output().strip()).startsWith("READY ");
            assertThat(target.exec("ls", "/proc/1/exe").exitCode()).isZero();
        }
    }

    @Test
    void nativeMemoryNeedsItsOwnConsent() {
        TargetSpec leaks = TargetSpec.of(Jdk.JDK_25, "NativeLeaks");
        try (TargetContainer target = TargetContainer.start(leaks);
                SidecarContainer sidecar = profiling(target, "true")) {
            HttpResponse<String> refused =
                    sidecar.readyCaller().post("/profiles?event=nativemem&seconds=5");

            assertThat(refused.statusCode()).as(refused.body()).isEqualTo(403);
            assertThat(refused.body()).contains("HEAPSIGHT_PROFILER=nativemem");
        }
    }

    @Test
    void liveObjectsOfJdk8AreRefusedInPlainWords() {
        TargetSpec leak = TargetSpec.of(Jdk.JDK_8, "LiveLeak").withFlags("-Xmx256m");
        try (TargetContainer target = TargetContainer.start(leak);
                SidecarContainer sidecar = profiling(target, "true")) {
            HttpResponse<String> refused =
                    sidecar.readyCaller().post("/profiles?event=live&seconds=5");

            assertThat(refused.statusCode()).as(refused.body()).isEqualTo(503);
            assertThat(refused.body()).contains("JDK 8, which can't sample live objects");
        }
    }

    private static SidecarContainer profiling(TargetContainer target, String consent) {
        return SidecarContainer.start(
                SidecarSpec.beside(target)
                        .withHeapDumps()
                        .withEnvironment("HEAPSIGHT_PROFILER", consent));
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
}
