/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.heapsight.tests.harness.Collector;
import io.heapsight.tests.harness.Cover;
import io.heapsight.tests.harness.Jdk;
import io.heapsight.tests.harness.MetricsText;
import io.heapsight.tests.harness.NeedsDocker;
import io.heapsight.tests.harness.Quiet;
import io.heapsight.tests.harness.SafepointLog;
import io.heapsight.tests.harness.SafepointLog.Safepoint;
import io.heapsight.tests.harness.SidecarContainer;
import io.heapsight.tests.harness.StartsFirst;
import io.heapsight.tests.harness.TargetContainer;
import io.heapsight.tests.harness.TargetSpec;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Compares the histogram of safepoints that are no collections with the target's own log. */
@NeedsDocker
@Quiet
@StartsFirst
class SafepointsEqualTheLogTest {
    private static final int DUMPS = 30;

    /** Least share of safepoints whose duration is known. */
    private static final double SINGLE = 0.7;

    /** Per safepoint: JDK 8 and 11 have another timer for the log. */
    private static final double APART_SECONDS = 100e-6;

    /** The log of JDK 8 lacks more of it on a busy machine: up to 0.4 ms were seen. */
    private static final double APART_SECONDS_8 = 1e-3;

    /** Shenandoah counts phases: what is merged with them is not counted. */
    private static final double SHENANDOAH = 0.8;

    static Stream<Arguments> jvms() {
        return Stream.concat(
                Cover.jdksWith(Collector.SERIAL),
                Stream.of(
                        Arguments.of(Jdk.JDK_17, Collector.G1),
                        Arguments.of(Jdk.JDK_25, Collector.SHENANDOAH)));
    }

    @ParameterizedTest
    @MethodSource("jvms")
    void safepointsEqualTheLog(Jdk jdk, Collector collector) {
        TargetSpec spec =
                TargetSpec.of(jdk, "Stopped")
                        .with(collector)
                        .withFlags("-Xms64m", "-Xmx64m")
                        .withFlags(SafepointLog.flags(jdk))
                        .withFlags(quiet(jdk))
                        .withArguments(String.valueOf(DUMPS));
        try (TargetContainer target = TargetContainer.start(spec);
                SidecarContainer sidecar = SidecarContainer.beside(target)) {
            Awaitility.await()
                    .atMost(Duration.ofSeconds(20))
                    .until(() -> !page(sidecar).lines("jvm_safepoints_merged_total").isEmpty());
            awaitQuiet(target, sidecar, jdk);
            MetricsText earlier = page(sidecar);
            int before = SafepointLog.of(target, jdk).safepoints().size();
            target.exec("touch", "/tmp/go").outOrThrow();
            target.awaitOutput("DONE", Duration.ofSeconds(60));
            double least = collector == Collector.SHENANDOAH ? SHENANDOAH : 1;
            double apart = jdk == Jdk.JDK_8 ? APART_SECONDS_8 : APART_SECONDS;
            Awaitility.await()
                    .pollInterval(Duration.ofSeconds(1))
                    .untilAsserted(
                            () ->
                                    new Seen(
                                                    earlier,
                                                    page(sidecar),
                                                    SafepointLog.of(target, jdk).after(before))
                                            .compare(least, apart));
        }
    }

    /** JDK 11 cleans up at a safepoint each second, for as long as it has something to do. */
    private static String[] quiet(Jdk jdk) {
        return jdk == Jdk.JDK_11
                ? new String[] {
                    "-XX:+UnlockDiagnosticVMOptions", "-XX:GuaranteedSafepointInterval=0"
                }
                : new String[0];
    }

    /** Waits until the sidecar has seen every safepoint of the log: nothing changes for a while. */
    private static void awaitQuiet(TargetContainer target, SidecarContainer sidecar, Jdk jdk) {
        AtomicReference<List<Double>> last = new AtomicReference<>(List.of());
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofSeconds(3))
                .until(
                        () -> {
                            MetricsText page = page(sidecar);
                            List<Double> now =
                                    List.of(
                                            (double)
                                                    SafepointLog.of(target, jdk)
                                                            .safepoints()
                                                            .size(),
                                            page.valueOrThrow(
                                                    "jvm_safepoint_duration_seconds_count"),
                                            page.valueOrThrow("jvm_safepoints_merged_total"));
                            return now.equals(last.getAndSet(now));
                        });
    }

    /**
     * What the sidecar and the log show of the same safepoints.
     *
     * @param earlier page from before them
     */
    private record Seen(MetricsText earlier, MetricsText page, SafepointLog log) {
        void compare(double least, double apartSeconds) {
            double all = log.others().size();
            double singles = grown("jvm_safepoint_duration_seconds_count");
            double merged = grown("jvm_safepoints_merged_total");
            assertThat(all).isGreaterThanOrEqualTo(DUMPS);
            assertThat(singles + merged).isBetween(least * all, all);
            assertThat(singles).isGreaterThanOrEqualTo(SINGLE * all);
            double seconds = log.others().stream().mapToDouble(Safepoint::seconds).sum();
            double apart = apartSeconds * all;
            assertThat(grown("jvm_safepoint_duration_seconds_sum"))
                    .isPositive()
                    .isLessThanOrEqualTo(seconds + apart);
            if (singles == all) {
                assertThat(grown("jvm_safepoint_duration_seconds_sum"))
                        .isCloseTo(seconds, within(apart));
            }
            assertThat(grown("jvm_safepoint_sync_duration_seconds_sum"))
                    .isPositive()
                    .isLessThanOrEqualTo(log.syncSeconds() + apart);
        }

        private double grown(String name) {
            return page.valueOrThrow(name) - earlier.valueOrThrow(name);
        }
    }

    private static MetricsText page(SidecarContainer sidecar) {
        return MetricsText.of(sidecar.caller());
    }
}
