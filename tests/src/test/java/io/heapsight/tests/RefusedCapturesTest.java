/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests;

import static com.github.dockerjava.api.model.Capability.SETGID;
import static com.github.dockerjava.api.model.Capability.SETUID;
import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.tests.harness.DumpJob;
import io.heapsight.tests.harness.EachLongTermJdk;
import io.heapsight.tests.harness.HttpCaller;
import io.heapsight.tests.harness.Jdk;
import io.heapsight.tests.harness.Json;
import io.heapsight.tests.harness.LocalJdk;
import io.heapsight.tests.harness.LocalSidecar;
import io.heapsight.tests.harness.LocalTarget;
import io.heapsight.tests.harness.NeedsDocker;
import io.heapsight.tests.harness.Ran;
import io.heapsight.tests.harness.SidecarContainer;
import io.heapsight.tests.harness.SidecarSpec;
import io.heapsight.tests.harness.TargetContainer;
import io.heapsight.tests.harness.TargetSpec;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;

/**
 * Targets that can't record or be profiled: the doctor's remedy is that of the refused recording or
 * profile, and the target is left alone.
 */
@NeedsDocker
@Execution(ExecutionMode.CONCURRENT)
class RefusedCapturesTest {
    private static final String RECORDING = "/recordings?seconds=1";
    private static final String PROFILE = "/profiles?event=cpu&seconds=1";

    @ParameterizedTest
    @EachLongTermJdk
    void targetsForbidCapturesByTheirOptions(Jdk jdk) {
        TargetSpec spec = TargetSpec.idle(jdk).withFlags("-XX:-FlightRecorder");
        boolean hasAgentFlag = jdk != Jdk.JDK_8;
        if (hasAgentFlag) {
            spec = spec.withFlags("-XX:-EnableDynamicAgentLoading");
        }
        beside(
                spec,
                RefusedCapturesTest::withProfiler,
                caller -> {
                    assertRefused(caller, RECORDING, "flight-recorder");
                    if (hasAgentFlag) {
                        assertRefused(caller, PROFILE, "agent-loading");
                    }
                });
    }

    @Test
    void sidecarMayNotLoadTheProfiler() {
        beside(
                TargetSpec.idle(Jdk.JDK_21),
                UnaryOperator.identity(),
                caller -> assertRefused(caller, "/profiles?event=alloc&seconds=1", "profiler"));
    }

    @Test
    void sidecarRunsAsAnotherUser() {
        beside(
                TargetSpec.idle(Jdk.JDK_25),
                spec -> withProfiler(spec).withUser("1001:1000"),
                caller -> {
                    assertRefused(caller, RECORDING, "same-uid");
                    assertRefused(caller, PROFILE, "same-uid");
                });
    }

    /** It has capabilities that the target lacks: the target can't reach the sidecar's files. */
    private static SidecarSpec apart(SidecarSpec spec) {
        return withProfiler(spec).withUser("0:0").withAddedCapabilities(SETUID, SETGID);
    }

    @Test
    void onlyFolderOfTheTargetIsNoexec() {
        TargetSpec spec = TargetSpec.idle(Jdk.JDK_25).withReadOnlyRoot();
        beside(
                spec.withTmpfs("/tmp", "noexec"),
                RefusedCapturesTest::apart,
                caller -> assertRefused(caller, PROFILE, "profiler-place"));
        beside(
                spec.withTmpfs("/tmp", "exec"), // as in the remedy
                RefusedCapturesTest::apart,
                caller -> assertDone(caller, PROFILE, "profiler-place"));
    }

    @Test
    void noexecFolderIsReplacedByTheNextOne() {
        beside(
                TargetSpec.idle(Jdk.JDK_25)
                        .withReadOnlyRoot()
                        .withTmpfs("/tmp", "noexec")
                        .withTmpfs("/var/tmp", "exec"),
                RefusedCapturesTest::apart,
                caller -> assertDone(caller, PROFILE, "profiler-place"));
    }

    @Test
    void targetHasTooLittleDiskSpace() {
        beside(
                TargetSpec.idle(Jdk.JDK_21).withReadOnlyRoot().withTmpfs("/tmp", "size=16m"),
                UnaryOperator.identity(),
                caller -> assertRefused(caller, RECORDING, "recording-place"));
    }

    @Test
    void targetWithoutPerfEventsIsProfiledByTimer() {
        TargetSpec spec =
                TargetSpec.of(Jdk.JDK_17, "Shares").withArguments("idle").withFlags("-Xmx128m");
        beside(
                spec,
                RefusedCapturesTest::withProfiler,
                caller -> {
                    Json filter = check(caller, "seccomp");
                    assertThat(filter.at("ok").isTrue()).as(filter.toString()).isFalse();
                    assertThat(filter.at("enables").items()).isEmpty();
                    assertThat(filter.at("remedy").text()).contains("use a timer (ctimer)");
                    assertDone(caller, PROFILE, "profiler-place");
                    Json all = Json.parse(caller.getJson("/profiles").body());
                    assertThat(all.at("profiles").items().getLast().at("engine").text())
                            .isEqualTo("ctimer");
                });
    }

    @Test
    void runtimeIsLinkedWithoutFlightRecorder(@TempDir Path folder) {
        Path linked = folder.resolve("linked");
        String jlink = LocalJdk.of(25).tool("jlink");
        Ran.run(List.of(jlink, "--add-modules", "java.management", "--output", linked.toString()))
                .outOrThrow();
        try (LocalTarget target = LocalTarget.start(new LocalJdk(linked), "Idle");
                LocalSidecar sidecar =
                        LocalSidecar.startSampling(
                                Map.of(
                                        "HEAPSIGHT_TARGET",
                                        String.valueOf(target.pid()),
                                        "HEAPSIGHT_DATA_DIR",
                                        folder.resolve("data").toString()))) {
            assertRefused(sidecar.caller(), RECORDING, "flight-recorder");
            assertThat(target.printedThreadDump()).isFalse();
        }
    }

    private static SidecarSpec withProfiler(SidecarSpec spec) {
        return spec.withEnvironment("HEAPSIGHT_PROFILER", "true");
    }

    private interface Story {
        void of(HttpCaller caller);
    }

    private static void beside(TargetSpec spec, UnaryOperator<SidecarSpec> change, Story story) {
        try (TargetContainer target = TargetContainer.start(spec);
                SidecarContainer sidecar =
                        SidecarContainer.start(
                                change.apply(SidecarSpec.beside(target).withHeapDumps()))) {
            HttpCaller caller = sidecar.caller();
            Awaitility.await().until(() -> caller.get("/gcutil").statusCode() != 404);
            story.of(caller);
            Said.assertUntouched(target);
        }
    }

    private static Json check(HttpCaller caller, String id) {
        return Json.parse(caller.getJson("/doctor").body()).at("checks").items().stream()
                .filter(check -> check.at("id").text().equals(id))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + id));
    }

    private static void assertRefused(HttpCaller caller, String request, String id) {
        Json said = check(caller, id);
        assertThat(said.at("ok").isTrue()).as(said.toString()).isFalse();
        HttpResponse<String> answer = caller.post(request);
        assertThat(answer.statusCode()).as(answer.body()).isGreaterThanOrEqualTo(400);
        assertThat(Json.parse(answer.body()).at("remedy").text())
                .as(answer.body())
                .isEqualTo(said.at("remedy").text());
    }

    private static void assertDone(HttpCaller caller, String request, String id) {
        Json said = check(caller, id);
        assertThat(said.at("ok").isTrue()).as(said.toString()).isTrue();
        Json job = DumpJob.start(caller, request).awaitEnd();
        assertThat(job.at("state").text()).as(job.toString()).isEqualTo("done");
    }
}
