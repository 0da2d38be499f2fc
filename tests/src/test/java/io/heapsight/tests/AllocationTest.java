/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.heapsight.tests.harness.Collector;
import io.heapsight.tests.harness.Jdk;
import io.heapsight.tests.harness.MetricsText;
import io.heapsight.tests.harness.NeedsDocker;
import io.heapsight.tests.harness.SidecarContainer;
import io.heapsight.tests.harness.TargetContainer;
import io.heapsight.tests.harness.TargetSpec;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the counters tell of allocation beside what the program's own MXBeans count. */
@NeedsDocker
class AllocationTest {
    private static final long MEBIBYTE = 1 << 20;
    private static final int SECONDS = 60;

    /** What the program allocated, and what the sidecar estimates, at one moment. */
    private record Allocated(double program, double estimate) {
        Allocated since(Allocated before) {
            return new Allocated(program - before.program, estimate - before.estimate);
        }
    }

    /**
     * At 4 MiB a second there are many samples to a collection, and a region is some per cent of
     * the total; at 100, several collections to a sample.
     */
    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest
    @CsvSource({
        "JDK_8, SERIAL, 100, 3",
        "JDK_8, PARALLEL, 100, 3",
        "JDK_8, G1, 100, 3",
        "JDK_11, SERIAL, 100, 3",
        "JDK_11, PARALLEL, 100, 3",
        "JDK_11, G1, 100, 3",
        "JDK_17, SERIAL, 100, 3",
        "JDK_17, PARALLEL, 100, 3",
        "JDK_17, G1, 100, 3",
        "JDK_17, G1, 4, 15",
        "JDK_21, SERIAL, 100, 3",
        "JDK_21, PARALLEL, 100, 3",
        "JDK_21, G1, 100, 3",
        "JDK_25, SERIAL, 100, 3",
        "JDK_25, PARALLEL, 100, 3",
        "JDK_25, G1, 100, 3",
        "JDK_25, G1, 4, 15",
    })
    void allocationIsThatOfTheProgram(
            Jdk jdk, Collector collector, int mebibytesPerSecond, int perCent) {
        long bytesPerSecond = mebibytesPerSecond * MEBIBYTE;
        TargetSpec churning =
                TargetSpec.of(jdk, "Churn")
                        .with(collector)
                        .withFlags("-Xmx96m") // what is not seen at the ends is one eden at most
                        .withArguments(String.valueOf(bytesPerSecond));
        try (TargetContainer target = TargetContainer.start(churning);
                SidecarContainer sidecar = SidecarContainer.beside(target)) {
            Allocated before = awaitEstimate(target, sidecar, bytesPerSecond);
            Awaitility.await()
                    .atMost(Duration.ofSeconds(4 * SECONDS))
                    .pollInterval(Duration.ofSeconds(1))
                    .until(() -> program(target) - before.program >= SECONDS * bytesPerSecond);
            Allocated total = now(target, sidecar, bytesPerSecond).since(before);

            assertThat(total.estimate).isCloseTo(total.program, withinPercentage(perCent));
        }
    }

    private static Allocated awaitEstimate(
            TargetContainer target, SidecarContainer sidecar, long bytesPerSecond) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(20))
                .until(() -> !Double.isNaN(now(target, sidecar, bytesPerSecond).estimate));
        return now(target, sidecar, bytesPerSecond);
    }

    /** Both at the moment of the last sample, which is up to a second ago: 2 % of what is seen. */
    private static Allocated now(
            TargetContainer target, SidecarContainer sidecar, long bytesPerSecond) {
        double before = program(target);
        MetricsText page = MetricsText.of(sidecar.caller());
        double after = program(target);
        double since = page.value("heapsight_sample_age_seconds", "") * bytesPerSecond;
        return new Allocated(
                (before + after) / 2 - since, page.value("jvm_memory_allocated_bytes_total", ""));
    }

    private static double program(TargetContainer target) {
        return target.ask("beans").stream()
                .filter(line -> line.startsWith("allocated\t"))
                .mapToDouble(line -> Double.parseDouble(line.substring("allocated\t".length())))
                .findFirst()
                .orElseThrow();
    }
}
