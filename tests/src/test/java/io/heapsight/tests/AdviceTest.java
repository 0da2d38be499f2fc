/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import io.heapsight.tests.harness.HttpCaller;
import io.heapsight.tests.harness.Jdk;
import io.heapsight.tests.harness.Json;
import io.heapsight.tests.harness.NeedsDocker;
import io.heapsight.tests.harness.SidecarContainer;
import io.heapsight.tests.harness.SidecarSpec;
import io.heapsight.tests.harness.StartsFirst;
import io.heapsight.tests.harness.TargetContainer;
import io.heapsight.tests.harness.TargetSpec;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.assertj.core.data.Percentage;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Advice for targets that use a known amount of memory. */
@NeedsDocker
@Execution(ExecutionMode.CONCURRENT)
@StartsFirst
class AdviceTest {
    private static final double MEBIBYTE = 1 << 20;
    private static final Percentage CLOSE = withPercentage(5);

    @Test
    void liveSetOf60PercentNeedsALargerHeap() {
        TargetSpec live =
                TargetSpec.of(Jdk.JDK_25, "Sized")
                        .withArguments("live", "120")
                        .withFlags("-Xmx200m", "-XX:+UseSerialGC");
        try (TargetContainer target = TargetContainer.start(live);
                SidecarContainer sidecar = SidecarContainer.beside(target)) {
            Json advice = awaitAdvice(sidecar, "heap-size");

            assertThat(figure(advice, "liveSetBytes")).isCloseTo(120 * MEBIBYTE, CLOSE);
            assertThat(figure(advice, "liveSetRatio")).isCloseTo(0.6, CLOSE);
            assertThat(advice.at("conclusion").text()).isEqualTo("change");
            assertThat(suggestedMebibytes(advice)).isCloseTo(240, CLOSE);
        }
    }

    @Test
    void metaspaceNearItsMaximumNeedsALargerOne() {
        TargetSpec classes =
                TargetSpec.of(Jdk.JDK_25, "Sized")
                        .withArguments("metaspace", "45")
                        .withFlags(
                                "-Xmx128m",
                                "-XX:+UseG1GC",
                                "-XX:-UseCompressedClassPointers",
                                "-XX:MaxMetaspaceSize=48m");
        try (TargetContainer target = TargetContainer.start(classes);
                SidecarContainer sidecar = SidecarContainer.beside(target)) {
            Json advice = awaitAdvice(sidecar, "metaspace");

            assertThat(figure(advice, "metaspaceCommittedBytes")).isCloseTo(45 * MEBIBYTE, CLOSE);
            assertThat(figure(advice, "maxMetaspaceUsedRatio")).isCloseTo(45.0 / 48, CLOSE);
            assertThat(figure(advice, "ruleOfThumbLowBytes")).isCloseTo(25.6 * MEBIBYTE, CLOSE);
            assertThat(advice.at("conclusion").text()).isEqualTo("change");
            assertThat(suggestedMebibytes(advice)).isCloseTo(1.25 * 45, CLOSE);
        }
    }

    @Test
    void jobsThatFitAreEstimatedFromMemoryPerJob() {
        int job = 24;
        TargetSpec jobs =
                TargetSpec.of(Jdk.JDK_25, "Sized")
                        .withArguments("jobs", Integer.toString(job))
                        .withFlags("-Xmx32m", "-XX:+UseSerialGC", "-XX:MaxDirectMemorySize=1g")
                        .withMemory((long) (320 * MEBIBYTE));
        try (TargetContainer target = TargetContainer.start(jobs);
                SidecarContainer sidecar =
                        SidecarContainer.start(SidecarSpec.beside(target).withDataVolume())) {
            HttpCaller caller = sidecar.readyCaller();
            assertThat(caller.send("PUT", "/runs/jobs", "").statusCode()).isLessThan(300);
            for (int running = 1; running <= 6; running++) {
                String mark = "/runs/jobs/marks?jobs=" + running;
                assertThat(caller.post(mark).statusCode()).isLessThan(300);
                startJobs(target, running);
                awaitSamples(caller, 3);
            }
            Json advice = advice(caller, "jobs");

            double most = 320 * MEBIBYTE;
            double others = figure(advice, "withoutJobsBytes");
            assertThat(others).as("the JVM itself").isBetween(15 * MEBIBYTE, 120 * MEBIBYTE);
            assertThat(figure(advice, "bytesPerJobBytes")).isCloseTo(job * MEBIBYTE, CLOSE);
            assertThat(figure(advice, "jobsAtLimit"))
                    .isCloseTo((most - others) / (job * MEBIBYTE), CLOSE);
            assertThat(figure(advice, "jobsAtLimitLow")).isLessThan(figure(advice, "jobsAtLimit"));
        }
    }

    @Test
    void liveSetOfG1EqualsItsFullCollections() {
        TargetSpec live =
                TargetSpec.of(Jdk.JDK_17, "Sized")
                        .withArguments("live", "120")
                        .withFlags("-Xmx400m", "-XX:+UseG1GC");
        try (TargetContainer target = TargetContainer.start(live);
                SidecarContainer sidecar = SidecarContainer.beside(target)) {
            Json advice = awaitAdvice(sidecar, "heap-size");

            assertThat(figure(advice, "liveSetBytes")).isCloseTo(120 * MEBIBYTE, CLOSE);
            assertThat(figure(advice, "heapMaxBytes")).isEqualTo(400 * MEBIBYTE);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"-XX:+UseG1GC", "-XX:+UseParallelGC"})
    void memoryOutsideTheHeapIsThatOfItsMappings(String collector) {
        TargetSpec late =
                TargetSpec.of(Jdk.JDK_21, "Sized")
                        .withArguments("live", "120")
                        .withFlags("-Xms256m", "-Xmx256m", collector)
                        .withMemory((long) (512 * MEBIBYTE));
        try (TargetContainer target = TargetContainer.start(late);
                SidecarContainer sidecar = SidecarContainer.beside(target)) {
            HttpCaller caller = sidecar.readyCaller();
            Awaitility.await()
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> caller.getJson("/advice").body().contains("outsideHeapBytes"));
            Json advice = advice(caller, "memory-limit");

            assertThat(figure(advice, "outsideHeapBytes"))
                    .as("the sidecar started after the heap was used")
                    .isCloseTo(outsideHeapBytes(target), CLOSE);
        }
    }

    /** Anonymous memory of the mappings outside the heap's range, by the kernel. */
    private static double outsideHeapBytes(TargetContainer target) {
        String heap = target.jcmd("1", "GC.heap_info").outOrThrow();
        Matcher range = Pattern.compile("\\[0x0*([0-9a-f]+), .*0x0*([0-9a-f]+)\\)").matcher(heap);
        long from = Long.MAX_VALUE;
        long to = 0;
        while (range.find()) {
            from = Math.min(from, Long.parseLong(range.group(1), 16));
            to = Math.max(to, Long.parseLong(range.group(2), 16));
        }
        assertThat(from).as(heap).isLessThan(to);
        double outside = 0;
        boolean isHeap = false;
        for (String line : target.exec("cat", "/proc/1/smaps").outOrThrow().lines().toList()) {
            if (line.matches("[0-9a-f]+-[0-9a-f]+ .*")) {
                long start = Long.parseUnsignedLong(line.substring(0, line.indexOf('-')), 16);
                isHeap = start >= from && start < to;
            } else if (line.startsWith("Anonymous:") && !isHeap) {
                outside += 1024.0 * Long.parseLong(line.replaceAll("\\D", ""));
            }
        }
        return outside;
    }

    @Test
    void oneJobBeyondTheAdviceKillsTheTarget() {
        TargetSpec jobs =
                TargetSpec.of(Jdk.JDK_25, "Sized")
                        .withArguments("jobs", "16")
                        .withFlags("-Xmx32m", "-XX:+UseSerialGC", "-XX:MaxDirectMemorySize=1g")
                        .withMemory((long) (256 * MEBIBYTE));
        try (TargetContainer target = TargetContainer.start(jobs);
                SidecarContainer sidecar =
                        SidecarContainer.start(SidecarSpec.beside(target).withDataVolume())) {
            HttpCaller caller = sidecar.readyCaller();
            assertThat(caller.send("PUT", "/runs/jobs", "").statusCode()).isLessThan(300);
            int running = 0;
            while (running < 6) {
                running++;
                String mark = "/runs/jobs/marks?jobs=" + running;
                assertThat(caller.post(mark).statusCode()).isLessThan(300);
                startJobs(target, running);
                awaitSamples(caller, 3);
            }
            Json advice = advice(caller, "jobs");
            double low = figure(advice, "jobsAtLimitLow");
            double high = figure(advice, "jobsAtLimitHigh");

            while (running < 2 * high && fits(target, running + 1)) {
                running++;
            }

            System.out.printf("jobs that fit: %d, by advice %.2f to %.2f%n", running, low, high);
            assertThat(running)
                    .as("by advice %s to %s", low, high)
                    .isBetween((int) low, (int) high);
        }
    }

    /** Whether the target survives this many jobs. */
    private static boolean fits(TargetContainer target, int jobs) {
        try {
            startJobs(target, jobs);
            return true;
        } catch (ConditionTimeoutException | IllegalStateException _) {
            return false; // the container has ended and runs no more commands
        } catch (RuntimeException _) { // the engine's message, in one of several wordings
            target.awaitExit(Duration.ofSeconds(10));
            return false;
        }
    }

    private static void startJobs(TargetContainer target, int running) {
        target.exec("sh", "-c", "echo " + running + " > /tmp/jobs").outOrThrow();
        Awaitility.await()
                .atMost(Duration.ofSeconds(20))
                .until(
                        () ->
                                target.exec("cat", "/tmp/running")
                                        .out()
                                        .strip()
                                        .equals(Integer.toString(running)));
    }

    private static void awaitSamples(HttpCaller caller, int more) {
        long now = samples(caller);
        Awaitility.await()
                .atMost(Duration.ofSeconds(20))
                .pollInterval(Duration.ofMillis(500))
                .until(() -> samples(caller) >= now + more);
    }

    private static long samples(HttpCaller caller) {
        return Json.parse(caller.getJson("/advice").body()).at("seen", "samples").number();
    }

    private static Json awaitAdvice(SidecarContainer sidecar, String subject) {
        HttpCaller caller = sidecar.readyCaller();
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofSeconds(1))
                .until(() -> !advice(caller, subject).at("conclusion").text().equals("wait"));
        return advice(caller, subject);
    }

    private static Json advice(HttpCaller caller, String subject) {
        return Json.parse(caller.getJson("/advice").body()).at("advice").items().stream()
                .filter(each -> each.at("subject").text().equals(subject))
                .findFirst()
                .orElseThrow();
    }

    private static double figure(Json advice, String name) {
        return advice.at("figures", name).decimal();
    }

    /** The value of the first setting, such as "240m". */
    private static double suggestedMebibytes(Json advice) {
        return mebibytes(advice.at("settings").items().getFirst().at("suggested").text());
    }

    private static double mebibytes(String size) {
        assertThat(size).matches("\\d+(m|Mi)");
        return Double.parseDouble(size.replaceAll("\\D", ""));
    }
}
