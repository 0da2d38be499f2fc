/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import com.github.dockerjava.api.model.Capability;
import io.heapsight.tests.harness.Collector;
import io.heapsight.tests.harness.HttpCaller;
import io.heapsight.tests.harness.Jdk;
import io.heapsight.tests.harness.Json;
import io.heapsight.tests.harness.MetricsText;
import io.heapsight.tests.harness.NeedsDocker;
import io.heapsight.tests.harness.Ran;
import io.heapsight.tests.harness.SidecarContainer;
import io.heapsight.tests.harness.SidecarSpec;
import io.heapsight.tests.harness.TargetContainer;
import io.heapsight.tests.harness.TargetSpec;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compares the owners of stacks, code cache and metaspace with the program's threads, the JVM's own
 * commands, and its MXBeans.
 */
@NeedsDocker
@Execution(ExecutionMode.CONCURRENT)
class MemoryOwnersTest {
    private static final int THREADS = 300;
    private static final int CLASSES = 3000;
    private static final int FIRST_WITH_CODE_HEAPS = 9;

    /** The program runs on, and its compiled code grows, between two readings. */
    private static final double SLACK_PERCENT = 10;

    private static final Pattern TOTAL =
            Pattern.compile("Total = (\\d+) +(\\d+) +(\\d+) +(\\d+) *");

    /** With its own rights, and through a child that becomes the target's user. */
    static List<Named<UnaryOperator<SidecarSpec>>> sidecars() {
        return List.of(
                Named.of("same user", UnaryOperator.identity()),
                Named.of(
                        "root that may become the user",
                        spec ->
                                spec.withUser("0:0")
                                        .withAddedCapabilities(
                                                Capability.SETUID, Capability.SETGID)));
    }

    @ParameterizedTest
    @MethodSource("sidecars")
    void stacksHaveTheNamesOfTheirThreads(UnaryOperator<SidecarSpec> change) {
        TargetSpec spread =
                TargetSpec.of(Jdk.JDK_21, "Spread").withArguments("" + THREADS, "0", "1");
        try (TargetContainer target = TargetContainer.start(spread);
                SidecarContainer sidecar =
                        SidecarContainer.start(change.apply(SidecarSpec.beside(target)))) {
            assertStacks(Json.parse(sidecar.readyCaller().getJson("/memory").body()));
            Said.assertUntouched(target);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"JDK_8", "JDK_17", "JDK_25"})
    void ownersEqualTheJvmsOwnFigures(Jdk jdk) {
        TargetSpec spread = TargetSpec.of(jdk, "Spread").withArguments("" + THREADS, "0", "1");
        try (TargetContainer target = TargetContainer.start(spread);
                SidecarContainer sidecar = SidecarContainer.beside(target)) {
            Json memory = Json.parse(sidecar.attachedCaller().getJson("/memory").body());

            assertStacks(memory);
            List<Json> heaps = memory.at("codeHeaps").items();
            if (jdk.version() < FIRST_WITH_CODE_HEAPS) {
                assertThat(heaps).isEmpty();
            } else {
                String own = target.jcmd("1", "Compiler.codecache").outOrThrow();
                assertThat(heaps).isNotEmpty();
                for (Json heap : heaps) {
                    assertThat(own)
                            .contains(
                                    "%s: size=%dKb"
                                            .formatted(
                                                    heap.at("name").text(),
                                                    heap.at("reservedBytes").number() / 1024));
                }
            }
        }
    }

    private static void assertStacks(Json memory) {
        long all = 0;
        for (Json row : memory.at("threadStacks").items()) {
            all += row.at("residentBytes").number();
        }
        assertThat(all).as(memory.toString()).isLessThanOrEqualTo(part(memory, "thread-stacks"));
        assertThat(memory.at("threadStacks").items())
                .as(memory.toString())
                .filteredOn(row -> row.at("name").text().equals("spread-"))
                .singleElement()
                .satisfies(
                        row -> {
                            assertThat(row.at("count").number()).isEqualTo(THREADS);
                            assertThat(row.at("residentBytes").number())
                                    .isGreaterThan(THREADS * 16L * 1024);
                        });
    }

    @ParameterizedTest
    @EnumSource(names = {"JDK_8", "JDK_17", "JDK_25"})
    void loadersEqualTheJvmsOwnStatistics(Jdk jdk) {
        TargetSpec classes = TargetSpec.of(jdk, "ManyClasses").withArguments("" + CLASSES, "40");
        try (TargetContainer target = TargetContainer.start(classes);
                SidecarContainer sidecar = SidecarContainer.beside(target)) {
            HttpCaller caller = sidecar.attachedCaller();
            Json loaders =
                    Json.parse(caller.getJson("/memory?loaders=true").body()).at("classLoaders");
            Matcher own = total(target.jcmd("1", "VM.classloader_stats").outOrThrow());

            assertThat(loaders.at("classes").number()).isEqualTo(Long.parseLong(own.group(2)));
            assertThat((double) loaders.at("usedBytes").number())
                    .isCloseTo(Double.parseDouble(own.group(4)), withinPercentage(1));
            assertThat(loaders.at("byClass").items())
                    .filteredOn(
                            row ->
                                    row.at("loaderClass")
                                            .text()
                                            .equals("com.acme.ManyClasses$Definer"))
                    .singleElement()
                    .satisfies(
                            row -> {
                                assertThat(row.at("loaders").number()).isEqualTo(1);
                                assertThat(row.at("classes").number()).isEqualTo(CLASSES);
                            });

            HttpResponse<String> again = caller.get("/memory?loaders=true");
            assertThat(again.statusCode()).isEqualTo(429);
            assertThat(again.body()).contains("HEAPSIGHT_MIN_INTERVAL_LOADERS");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"JDK_17", "JDK_25"})
    void loadersOfTheCommandAreATable(Jdk jdk) {
        try (TargetContainer target = TargetContainer.start(TargetSpec.idle(jdk));
                SidecarContainer sidecar = SidecarContainer.beside(target)) {
            sidecar.readyCaller();
            Ran ran = sidecar.heapsight("memory", "--loaders");

            assertThat(ran.exitCode()).as(ran.err()).isZero();
            assertThat(ran.out()).contains("class loaders: ", "<boot class loader>");
        }
    }

    /** JDK 8 has no command for them. */
    @ParameterizedTest
    @EnumSource(names = {"JDK_17", "JDK_25"})
    void poolsOutsideOfTheHeapEqualTheMxBeans(Jdk jdk) {
        TargetSpec churn = TargetSpec.of(jdk, "Churn").with(Collector.G1).withArguments("1000000");
        try (TargetContainer target = TargetContainer.start(churn);
                SidecarContainer sidecar =
                        SidecarContainer.start(
                                SidecarSpec.beside(target)
                                        .withEnvironment("HEAPSIGHT_CODE_CACHE_INTERVAL", "10s"))) {
            HttpCaller caller = sidecar.readyCaller();
            Awaitility.await()
                    .atMost(Duration.ofSeconds(60))
                    .pollInterval(Duration.ofSeconds(1))
                    .untilAsserted(
                            () -> {
                                List<String> beans = target.ask("gc beans");
                                assertNonHeap(beans, MetricsText.of(caller));
                            });
        }
    }

    private static void assertNonHeap(List<String> beans, MetricsText metrics) {
        int pools = 0;
        for (String line : beans) {
            String[] fields = line.split("\t");
            boolean isArea = line.startsWith("area\tnonheap");
            boolean isCode = line.startsWith("pool\tCode");
            if (isArea || isCode) {
                String family = isArea ? "jvm_memory" : "jvm_memory_pool";
                String label = (isArea ? "area" : "pool") + "=\"" + fields[1] + "\"";
                assertThat(metrics.valueOrThrow(family + "_used_bytes", label))
                        .as(label)
                        .isCloseTo(Double.parseDouble(fields[2]), withinPercentage(SLACK_PERCENT));
                assertThat(metrics.valueOrThrow(family + "_committed_bytes", label))
                        .as(label)
                        .isCloseTo(Double.parseDouble(fields[3]), withinPercentage(SLACK_PERCENT));
                pools += isCode ? 1 : 0;
            }
        }
        assertThat(pools).isPositive();
    }

    private static Matcher total(String statistics) {
        return statistics
                .lines()
                .map(TOTAL::matcher)
                .filter(Matcher::matches)
                .findFirst()
                .orElseThrow();
    }

    private static long part(Json memory, String name) {
        return memory.at("parts").items().stream()
                .filter(row -> row.at("part").text().equals(name))
                .mapToLong(row -> row.at("residentBytes").number())
                .sum();
    }
}
