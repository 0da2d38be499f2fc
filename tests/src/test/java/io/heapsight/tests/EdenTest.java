/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.tests.harness.Collector;
import io.heapsight.tests.harness.Jdk;
import io.heapsight.tests.harness.MetricsText;
import io.heapsight.tests.harness.NeedsDocker;
import io.heapsight.tests.harness.Quiet;
import io.heapsight.tests.harness.SidecarContainer;
import io.heapsight.tests.harness.SidecarSpec;
import io.heapsight.tests.harness.TargetContainer;
import io.heapsight.tests.harness.TargetSpec;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Eden in /metrics on JDK 25 with Serial and Parallel, whose counters of eden change only at a
 * collection: it equals GC.heap_info, or is marked as stale.
 */
@NeedsDocker
@Quiet
@Isolated
class EdenTest {
    private static final String INTERVAL = "HEAPSIGHT_HEAP_INFO_INTERVAL";
    private static final double FRESH = 1;
    private static final double STALE = 0;

    @ParameterizedTest
    @EnumSource(names = {"SERIAL", "PARALLEL"})
    void growsBetweenCollections(Collector collector) {
        try (TargetContainer target = TargetContainer.start(allocating(collector));
                SidecarContainer sidecar = sidecar(target, "1s")) {
            await().until(() -> fresh(sidecar) == FRESH);
            double eden = eden(sidecar);
            await().until(() -> eden(sidecar) > eden);

            MetricsText page = MetricsText.of(sidecar.caller());
            assertThat(page.collections()).as("no collection yet").isZero();
            assertThat(page.value("heapsight_counter_fresh", "space=\"E\"")).isEqualTo(FRESH);
            assertThat(poolUsed(page)).isPositive();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"SERIAL", "PARALLEL"})
    void isMarkedStaleWithoutHeapInfo(Collector collector) {
        try (TargetContainer target = TargetContainer.start(allocating(collector));
                SidecarContainer sidecar = sidecar(target, "off")) {
            await().until(() -> !Double.isNaN(eden(sidecar)));
            await().during(Duration.ofSeconds(3)).until(() -> fresh(sidecar) == STALE);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"SERIAL", "PARALLEL"})
    void isNotFreshUntilTheFirstHeapInfoHasAnswered(Collector collector) {
        try (TargetContainer target = TargetContainer.start(allocating(collector))) {
            // Its socket exists, so that a command can wait for an answer.
            target.jcmd("1", "VM.version").outOrThrow();
            target.pause();
            try (SidecarContainer sidecar = sidecar(target, "1s")) {
                await().until(() -> !Double.isNaN(eden(sidecar)));
                await().during(Duration.ofSeconds(3)).until(() -> fresh(sidecar) == STALE);
                target.resume();
                await().until(() -> fresh(sidecar) == FRESH);
                assertThat(eden(sidecar)).isPositive();
                assertThat(target.printedThreadDump()).isFalse();
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"SERIAL", "PARALLEL"})
    void isNotFreshWhenACollectionCameAfterTheLastHeapInfo(Collector collector) {
        try (TargetContainer target = TargetContainer.start(allocating(collector));
                SidecarContainer sidecar = sidecar(target, "1h")) {
            await().until(() -> fresh(sidecar) == FRESH);
            target.ask("gc");
            await().until(() -> MetricsText.of(sidecar.caller()).collections() > 0);
            assertThat(fresh(sidecar)).isEqualTo(STALE);
        }
    }

    /** A mebibyte a second into an eden of more than 20. */
    private static TargetSpec allocating(Collector collector) {
        return TargetSpec.of(Jdk.JDK_25, "Churn").with(collector).withFlags("-Xms64m", "-Xmn40m");
    }

    private static SidecarContainer sidecar(TargetContainer target, String heapInfoInterval) {
        return SidecarContainer.start(
                SidecarSpec.beside(target).withEnvironment(INTERVAL, heapInfoInterval));
    }

    private static double eden(SidecarContainer sidecar) {
        return MetricsText.of(sidecar.caller()).value("jvm_gcutil_percent", "space=\"E\"");
    }

    private static double fresh(SidecarContainer sidecar) {
        return MetricsText.of(sidecar.caller()).value("heapsight_counter_fresh", "space=\"E\"");
    }

    private static double poolUsed(MetricsText page) {
        return page.value("jvm_memory_pool_used_bytes", "Eden Space\"");
    }

    private static ConditionFactory await() {
        return Awaitility.await()
                .atMost(Duration.ofSeconds(20))
                .pollInterval(Duration.ofMillis(100));
    }
}
