/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.perfdata.CollectorCounts;
import io.heapsight.perfdata.CounterUpdateTiming;
import io.heapsight.perfdata.GcutilSpace;
import io.heapsight.perfdata.MxBeanModel;
import io.heapsight.perfdata.PerfDataFile;
import io.heapsight.tests.harness.LocalJdk;
import io.heapsight.tests.harness.LocalTarget;
import io.heapsight.tests.harness.Quiet;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The statements of {@link CounterUpdateTiming} about eden, on JVMs that allocate and don't
 * collect.
 */
@Quiet
@Isolated
class FreshnessTest {
    private static final long MEBIBYTE = 1 << 20;

    @ParameterizedTest
    @CsvSource({
        "17, -XX:+UseSerialGC, LIVE",
        "17, -XX:+UseParallelGC, LIVE",
        "17, -XX:+UseG1GC, PER_REGION",
        "25, -XX:+UseSerialGC, AT_GC",
        "25, -XX:+UseParallelGC, AT_GC",
        "25, -XX:+UseG1GC, PER_REGION"
    })
    void edenMovesAsItsFreshnessSays(int jdk, String collector, CounterUpdateTiming expected)
            throws Exception {
        try (LocalTarget target = LocalTarget.start(LocalJdk.of(jdk), "Churn", collector);
                PerfDataFile counters = PerfDataFile.open(counterFile(target))) {
            MxBeanModel model = MxBeanModel.of(counters);
            assertThat(model.freshness(GcutilSpace.E)).isEqualTo(expected);
            double collections = collections(model);
            long eden = eden(counters);

            switch (expected) {
                case LIVE -> await().until(() -> eden(counters) > eden);
                case PER_REGION -> {
                    await().until(() -> eden(counters) > eden);
                    assertThat(eden(counters) % MEBIBYTE).isZero();
                }
                case AT_GC -> {
                    String before = edenInHeapInfo(target);
                    await().until(() -> !edenInHeapInfo(target).equals(before));
                    assertThat(eden(counters)).isEqualTo(eden);
                }
                case NEVER -> throw new IllegalArgumentException("nothing to show");
            }
            assertThat(collections(model)).as("no collection in between").isEqualTo(collections);
        }
    }

    private static Path counterFile(LocalTarget target) {
        String user = System.getProperty("user.name");
        return Path.of("/tmp/hsperfdata_" + user, String.valueOf(target.pid()));
    }

    private static long eden(PerfDataFile counters) {
        return counters.number(GcutilSpace.E.usedCounter(), -1);
    }

    private static double collections(MxBeanModel model) {
        return model.collectors().stream().mapToDouble(CollectorCounts::count).sum();
    }

    /** The JVM's own output: "eden space 17472K, 12% used". */
    private static String edenInHeapInfo(LocalTarget target) {
        return target.jcmd("GC.heap_info")
                .outOrThrow()
                .lines()
                .filter(line -> line.contains("eden space"))
                .collect(Collectors.joining());
    }

    private static ConditionFactory await() {
        return Awaitility.await()
                .atMost(Duration.ofSeconds(20))
                .pollInterval(Duration.ofMillis(50));
    }
}
