/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.heapsight.tests.harness.Collector;
import io.heapsight.tests.harness.Jdk;
import io.heapsight.tests.harness.Json;
import io.heapsight.tests.harness.MetricsText;
import io.heapsight.tests.harness.NeedsDocker;
import io.heapsight.tests.harness.SidecarContainer;
import io.heapsight.tests.harness.TargetContainer;
import io.heapsight.tests.harness.TargetSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compares the memory of a program with 500 threads, 64 MiB of direct buffers and 100 MiB of live
 * heap in {@code /memory} with the kernel's figures.
 */
@NeedsDocker
@Execution(ExecutionMode.CONCURRENT)
class MemoryTableTest {
    private static final long MEBIBYTE = 1 << 20;
    private static final double SLACK = 0.05;

    static Stream<Arguments> targets() {
        List<Arguments> targets = new ArrayList<>();
        for (boolean tracked : List.of(true, false)) {
            targets.add(Arguments.of(Jdk.JDK_8, Collector.SERIAL, tracked));
            targets.add(Arguments.of(Jdk.JDK_17, Collector.G1, tracked));
            for (Collector collector : List.of(Collector.SERIAL, Collector.G1, Collector.ZGC)) {
                targets.add(Arguments.of(Jdk.JDK_25, collector, tracked));
            }
        }
        return targets.stream();
    }

    @ParameterizedTest(name = "JDK {0}, {1}, tracked: {2}")
    @MethodSource("targets")
    void tableAddsUpToWhatIsResident(Jdk jdk, Collector collector, boolean tracked) {
        TargetSpec spread =
                TargetSpec.of(jdk, "Spread")
                        .with(collector)
                        .withFlags("-Xmx256m")
                        .withFlags("-XX:NativeMemoryTracking=" + (tracked ? "summary" : "off"))
                        .withArguments("500", "64", "100");
        try (TargetContainer target = TargetContainer.start(spread);
                SidecarContainer sidecar = SidecarContainer.beside(target)) {
            Json memory = Json.parse(sidecar.readyCaller().getJson("/memory").body());
            long kernel = resident(target);
            long sum = 0;
            for (Json part : memory.at("parts").items()) {
                sum += part.at("residentBytes").number();
            }
            assertThat(sum).isEqualTo(memory.at("residentBytes").number());
            assertThat((double) sum)
                    .as(memory.toString())
                    .isBetween((1 - SLACK) * kernel, (1 + SLACK) * kernel);
            assertThat(part(memory, "heap")).isBetween(100 * MEBIBYTE, 260 * MEBIBYTE);
            assertThat(part(memory, "thread-stacks")).isBetween(20 * MEBIBYTE, 60 * MEBIBYTE);
            if (tracked) {
                assertThat(part(memory, "direct-buffers")).isBetween(64 * MEBIBYTE, 68 * MEBIBYTE);
                assertThat(part(memory, "rest")).isLessThan(sum / 10);
            } else {
                assertThat(memory.at("notes").toString())
                        .contains("-XX:NativeMemoryTracking=summary");
            }
        }
    }

    static Stream<Arguments> smallHeaps() {
        return Stream.of(
                Arguments.of(Jdk.JDK_8, Collector.SERIAL),
                Arguments.of(Jdk.JDK_17, Collector.SERIAL),
                Arguments.of(Jdk.JDK_21, Collector.G1),
                Arguments.of(Jdk.JDK_25, Collector.SERIAL));
    }

    /** A small heap that may grow to the size of an arena of malloc. */
    @ParameterizedTest(name = "JDK {0}, {1}")
    @MethodSource("smallHeaps")
    void directBuffersAreNotTheHeap(Jdk jdk, Collector collector) {
        TargetSpec direct =
                TargetSpec.of(jdk, "Spread")
                        .with(collector)
                        .withFlags("-Xms8m", "-Xmx64m", "-XX:MaxDirectMemorySize=200m")
                        .withFlags("-XX:NativeMemoryTracking=summary")
                        .withArguments("20", "150", "1");
        try (TargetContainer target = TargetContainer.start(direct);
                SidecarContainer sidecar = SidecarContainer.beside(target)) {
            Json memory = Json.parse(sidecar.readyCaller().getJson("/memory").body());

            assertThat(part(memory, "heap"))
                    .as(memory.toString())
                    .isLessThan(20 * MEBIBYTE)
                    .isLessThanOrEqualTo(committed(memory, "heap"));
            assertThat(part(memory, "direct-buffers")).isBetween(148 * MEBIBYTE, 156 * MEBIBYTE);
        }
    }

    @Test
    void threeThousandThreadsAreRead() {
        TargetSpec threads =
                TargetSpec.of(Jdk.JDK_17, "Spread")
                        .withFlags("-Xss256k")
                        .withArguments("3000", "0", "1");
        try (TargetContainer target = TargetContainer.start(threads);
                SidecarContainer sidecar = SidecarContainer.beside(target)) {
            Json memory = Json.parse(sidecar.readyCaller().getJson("/memory").body());

            assertThat((double) memory.at("residentBytes").number())
                    .isCloseTo((double) resident(target), withinPercentage(100 * SLACK));
            assertThat(memory.at("notes").toString()).doesNotContain("more mappings");
        }
    }

    @Test
    void nativeMemoryIsOnTheMetricsPageByDefault() {
        TargetSpec tracked =
                TargetSpec.of(Jdk.JDK_21, "Spread")
                        .withFlags("-XX:NativeMemoryTracking=summary")
                        .withArguments("10", "32", "10");
        try (TargetContainer target = TargetContainer.start(tracked);
                SidecarContainer sidecar = SidecarContainer.beside(target)) {
            Awaitility.await()
                    .atMost(Duration.ofSeconds(60))
                    .pollInterval(Duration.ofMillis(500))
                    .until(() -> committed(sidecar, "Other") >= 32 * MEBIBYTE);
            assertThat(committed(sidecar, "Total")).isGreaterThan(committed(sidecar, "Java Heap"));
        }
    }

    /** NaN if there is no such series. */
    private static double committed(SidecarContainer sidecar, String pool) {
        return MetricsText.of(sidecar.caller())
                .value("jvm_native_memory_committed_bytes", "pool=\"" + pool + "\"");
    }

    /** By the kernel; the JVM is the container's first process. */
    private static long resident(TargetContainer target) {
        String status = target.exec("cat", "/proc/1/status").outOrThrow();
        String line = status.lines().filter(l -> l.startsWith("VmRSS")).findFirst().orElseThrow();
        return 1024 * Long.parseLong(line.replaceAll("\\D", ""));
    }

    /** 0 for a part without a row. */
    private static long part(Json memory, String name) {
        return figure(memory, name, "residentBytes");
    }

    private static long committed(Json memory, String name) {
        return figure(memory, name, "committedBytes");
    }

    private static long figure(Json memory, String name, String figure) {
        for (Json part : memory.at("parts").items()) {
            if (part.at("part").text().equals(name)) {
                return part.at(figure).number();
            }
        }
        return 0;
    }
}
