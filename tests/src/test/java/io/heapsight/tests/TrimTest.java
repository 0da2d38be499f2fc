/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.heapsight.tests.harness.Collector;
import io.heapsight.tests.harness.Jdk;
import io.heapsight.tests.harness.Json;
import io.heapsight.tests.harness.NeedsDocker;
import io.heapsight.tests.harness.Ran;
import io.heapsight.tests.harness.SidecarContainer;
import io.heapsight.tests.harness.SidecarSpec;
import io.heapsight.tests.harness.TargetContainer;
import io.heapsight.tests.harness.TargetSpec;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Trims a program with 100 MiB of freed native memory, and compares the result with the kernel's
 * figures.
 */
@NeedsDocker
@Execution(ExecutionMode.CONCURRENT)
class TrimTest {
    private static final long MEBIBYTE = 1 << 20;
    private static final long FREED = 60 * MEBIBYTE;

    /** The JVM and its compilers allocate in the meantime. */
    private static final long NOISE = 6 * MEBIBYTE;

    private static final int FIRST_WITH_MALLOC_INFO = 21;

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "JDK_8")
    void freedMemoryGoesBackToTheKernel(Jdk jdk) {
        try (TargetContainer target = TargetContainer.start(fragmented(jdk));
                SidecarContainer sidecar = SidecarContainer.beside(target)) {
            long before = resident(target);
            Json trim =
                    Json.parse(
                            sidecar.readyCaller().send("POST", "/trim", "application/json").body());
            long after = resident(target);

            assertThat(before - after).as(trim.toString()).isGreaterThan(FREED);
            assertThat(trim.at("before", "residentBytes").number())
                    .isCloseTo(before, within(NOISE));
            assertThat(trim.at("after", "residentBytes").number()).isCloseTo(after, within(NOISE));
            assertThat(trim.at("returnedBytes").number()).isCloseTo(before - after, within(NOISE));
            assertThat(trim.at("before", "source").text()).isEqualTo("smaps_rollup");
            assertThat(trim.at("seconds").decimal()).isBetween(0.0, 10.0);
            assertThat(trim.at("answer").text())
                    .startsWith(
                            jdk == Jdk.JDK_11
                                    ? "Attempting trim... Done. Virtual size before: "
                                    : "Trim native heap: RSS+Swap: ");
            if (jdk.version() >= FIRST_WITH_MALLOC_INFO) {
                assertThat(trim.at("malloc", "arenas").number()).isGreaterThan(1);
                assertThat(trim.at("malloc", "freeBytes").number())
                        .isBetween(FREED, trim.at("malloc", "systemBytes").number());
            }

            HttpResponse<String> again = sidecar.caller().post("/trim");
            assertThat(again.statusCode()).isEqualTo(429);
            assertThat(again.body()).contains("HEAPSIGHT_MIN_INTERVAL_TRIM");
            assertThat(sidecar.caller().get("/audit").body()).contains("trim");
            Said.assertUntouched(target);
        }
    }

    @Test
    void secondTrimFindsNothingAndSaysSo() {
        try (TargetContainer target = TargetContainer.start(fragmented(Jdk.JDK_21));
                SidecarContainer sidecar =
                        SidecarContainer.start(
                                SidecarSpec.beside(target)
                                        .withEnvironment("HEAPSIGHT_MIN_INTERVAL_TRIM", "0s"))) {
            sidecar.readyCaller();
            Ran first = sidecar.heapsight("trim");
            assertThat(first.exitCode()).as(first.err()).isZero();
            assertThat(first.out()).contains(": gave back ", "MiB in ", "resident before: ");

            Ran second = sidecar.heapsight("trim", "--format", "json");
            assertThat(second.exitCode()).as(second.err()).isZero();
            assertThat(Json.parse(second.out()).at("returnedBytes").number()).isLessThan(NOISE);
        }
    }

    @Test
    void jdk8IsRefusedInPlainWords() {
        try (TargetContainer target = TargetContainer.start(fragmented(Jdk.JDK_8));
                SidecarContainer sidecar = SidecarContainer.beside(target)) {
            HttpResponse<String> refused = sidecar.readyCaller().post("/trim");

            assertThat(refused.statusCode()).as(refused.body()).isEqualTo(503);
            assertThat(refused.body())
                    .contains("this JVM is JDK 8; System.trim_native_heap exists from JDK 17 on")
                    .contains("MALLOC_ARENA_MAX=2");
            Said.assertUntouched(target);
        }
    }

    private static TargetSpec fragmented(Jdk jdk) {
        return TargetSpec.of(jdk, "Fragmented")
                .with(Collector.SERIAL)
                .withFlags("-Xmx32m")
                .withArguments("16", "24");
    }

    /** By the kernel; the JVM is the container's first process. */
    private static long resident(TargetContainer target) {
        String rollup = target.exec("cat", "/proc/1/smaps_rollup").outOrThrow();
        String line = rollup.lines().filter(l -> l.startsWith("Rss:")).findFirst().orElseThrow();
        return 1024 * Long.parseLong(line.replaceAll("\\D", ""));
    }
}
