/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.tests.harness.Holdings;
import io.heapsight.tests.harness.LocalJdk;
import io.heapsight.tests.harness.LocalSidecar;
import io.heapsight.tests.harness.LocalTarget;
import io.heapsight.tests.harness.MetricsText;
import io.heapsight.tests.harness.Quiet;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalDouble;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.Test;

/** One sidecar, and a target that restarts 200 times: a day of restarts in minutes. */
@Quiet
class RestartsTest {
    private static final int RESTARTS = 200;
    private static final int WARM_UP = 10;

    /** Code cache and heap of the sidecar still grow a little; a leak would add 190 or more. */
    private static final int SPARE_MAPPINGS = 30;

    private static final String TARGET = "target=\"Blink\"";

    @Test
    void twoHundredRestartsAreFollowedAndLeakNothing() {
        try (LocalSidecar sidecar =
                LocalSidecar.start(
                        Map.of(
                                "HEAPSIGHT_TARGET", "com.acme.Blink",
                                "HEAPSIGHT_SAMPLE_INTERVAL", "100ms"))) {
            for (int i = 0; i < WARM_UP; i++) {
                liveOnce(sidecar, i);
            }
            Holdings before = sidecar.holdings();
            for (int i = WARM_UP; i < RESTARTS; i++) {
                liveOnce(sidecar, i);
            }

            await().untilAsserted(
                            () -> {
                                Holdings after = sidecar.holdings();
                                assertThat(after.descriptors())
                                        .as("descriptors, before %s", before)
                                        .isLessThanOrEqualTo(before.descriptors());
                                assertThat(after.threads())
                                        .as("threads, before %s", before)
                                        .isLessThanOrEqualTo(before.threads());
                                assertThat(after.counterMappings()).isZero();
                                assertThat(after.mappings())
                                        .as("mappings, before %s", before)
                                        .isLessThanOrEqualTo(before.mappings() + SPARE_MAPPINGS);
                            });
            System.err.println("heapsight: " + before + " -> " + sidecar.holdings());
            assertThat(sidecar.metrics().valueOrThrow("heapsight_samples_failed_total")).isZero();
            assertThat(sidecar.output()).doesNotContain("sampling failed");
        }
    }

    /** One life of the target: found, sampled, ended. */
    private static void liveOnce(LocalSidecar sidecar, int number) {
        LocalJdk jdk = LocalJdk.of(number % 2 == 0 ? 17 : 25);
        try (LocalTarget target = LocalTarget.start(jdk, "Blink", "-XX:+UseSerialGC")) {
            await().untilAsserted(
                            () -> {
                                MetricsText metrics = sidecar.metrics();
                                assertThat(isSampled(metrics))
                                        .as("sampled:\n%s\n%s", metrics.text(), sidecar.output())
                                        .isTrue();
                            });
            assertThat(up(sidecar.metrics())).hasValue(1);
            assertThat(target.isAlive()).isTrue();
        }
        await().until(() -> up(sidecar.metrics()).orElse(1) == 0);
    }

    /** With fresh eden: from counters on JDK 17, from a command to the target on JDK 25. */
    private static boolean isSampled(MetricsText metrics) {
        return metrics.find("heapsight_counter_fresh", TARGET, "space=\"E\"").orElse(0) == 1;
    }

    private static OptionalDouble up(MetricsText metrics) {
        return metrics.find("heapsight_target_up", TARGET);
    }

    private static ConditionFactory await() {
        return Awaitility.await()
                .atMost(Duration.ofSeconds(20))
                .pollInterval(Duration.ofMillis(25));
    }
}
