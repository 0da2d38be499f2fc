/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import com.github.dockerjava.api.model.Statistics;
import io.heapsight.tests.harness.Jdk;
import io.heapsight.tests.harness.MetricsText;
import io.heapsight.tests.harness.NeedsDocker;
import io.heapsight.tests.harness.SidecarContainer;
import io.heapsight.tests.harness.TargetContainer;
import io.heapsight.tests.harness.TargetSpec;
import java.time.Duration;
import java.util.Objects;
import org.assertj.core.data.Percentage;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Compares the sidecar's figures of the target's container with the engine's. */
@NeedsDocker
class ContainerFiguresTest {
    private static final long MEBIBYTE = 1 << 20;
    private static final Percentage CLOSE = withPercentage(2);
    private static final String PREFIX = "heapsight_container_";

    @Test
    void limitsUsageAndThrottlingEqualTheContainerEngine() {
        TargetSpec limited =
                TargetSpec.of(Jdk.JDK_21, "Churn")
                        .withArguments(Long.toString(4096 * MEBIBYTE))
                        .withMemory(256 * MEBIBYTE)
                        .withReservation(192 * MEBIBYTE)
                        .withCpus(0.1); // less than it gets beside any other container
        try (TargetContainer target = TargetContainer.start(limited);
                SidecarContainer sidecar = SidecarContainer.beside(target)) {
            Awaitility.await()
                    .atMost(Duration.ofSeconds(60))
                    .pollInterval(Duration.ofMillis(200))
                    .untilAsserted(
                            () ->
                                    assertThat(value(sidecar, "cpu_throttled_periods_total"))
                                            .isGreaterThan(10));
            target.pause();
            Awaitility.await()
                    .atMost(Duration.ofSeconds(20))
                    .pollInterval(Duration.ofMillis(500))
                    .untilAsserted(() -> agree(target.statistics(), sidecar));
        }
    }

    private static void agree(Statistics engine, SidecarContainer sidecar) {
        MetricsText metrics = MetricsText.of(sidecar.caller());
        var memory = Objects.requireNonNull(engine.getMemoryStats());
        assertThat(value(metrics, "memory_limit_bytes"))
                .isEqualTo(256.0 * MEBIBYTE)
                .isEqualTo(number(memory.getLimit()));
        assertThat(value(metrics, "memory_soft_limit_bytes")).isEqualTo(192.0 * MEBIBYTE);
        assertThat(value(metrics, "memory_usage_bytes"))
                .isCloseTo(number(memory.getUsage()), CLOSE);
        assertThat(value(metrics, "cpu_limit_cores")).isEqualTo(0.1);
        var cpu = Objects.requireNonNull(engine.getCpuStats());
        var throttling = Objects.requireNonNull(cpu.getThrottlingData());
        assertThat(value(metrics, "cpu_throttled_periods_total"))
                .isCloseTo(number(throttling.getThrottledPeriods()), CLOSE);
        assertThat(value(metrics, "cpu_throttled_seconds_total"))
                .isCloseTo(number(throttling.getThrottledTime()) / 1e9, CLOSE);
        assertThat(value(metrics, "memory_anon_bytes") + value(metrics, "memory_file_bytes"))
                .as("most of the usage")
                .isBetween(
                        0.5 * value(metrics, "memory_usage_bytes"),
                        value(metrics, "memory_usage_bytes"));
        assertThat(value(metrics, "memory_oom_kills_total")).isZero();
    }

    private static double value(MetricsText metrics, String name) {
        return metrics.valueOrThrow(PREFIX + name);
    }

    private static double value(SidecarContainer sidecar, String name) {
        return MetricsText.of(sidecar.caller()).value(PREFIX + name, "");
    }

    private static double number(@Nullable Long value) {
        return Objects.requireNonNull(value).doubleValue();
    }
}
