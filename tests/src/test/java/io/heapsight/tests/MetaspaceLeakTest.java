/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.tests.harness.Collector;
import io.heapsight.tests.harness.HttpCaller;
import io.heapsight.tests.harness.Jdk;
import io.heapsight.tests.harness.Json;
import io.heapsight.tests.harness.NeedsDocker;
import io.heapsight.tests.harness.SidecarContainer;
import io.heapsight.tests.harness.SidecarSpec;
import io.heapsight.tests.harness.TargetContainer;
import io.heapsight.tests.harness.TargetSpec;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/**
 * Advice for programs whose class loaders stay reachable, before any collection shows them. All are
 * in one PID namespace, as in a pod. They are watched in parallel, since a test mostly waits.
 */
@NeedsDocker
class MetaspaceLeakTest {
    private static final long MEBIBYTE = 1 << 20;

    @Test
    void classLoaderLeakIsNamedAndLowersNothing() {
        try (Leaks leaks = new Leaks();
                SidecarContainer sidecar = leaks.watched()) {
            HttpCaller caller = sidecar.readyCaller();
            leaks.targets.forEach(
                    (program, target) -> assertLeakIsNamed(caller, program, target.pid()));
        }
    }

    private static void assertLeakIsNamed(HttpCaller caller, String program, int pid) {
        Awaitility.await(program)
                .atMost(Duration.ofSeconds(90))
                .pollInterval(Duration.ofSeconds(1))
                .untilAsserted(
                        () ->
                                assertThat(metaspace(advice(caller, pid)).at("finding").text())
                                        .contains("class loaders leak"));
        Json all = advice(caller, pid);
        String shown = program + ": " + all;
        assertThat(metaspace(all).at("conclusion").text()).as(shown).isNotEqualTo("fine");
        for (Json advice : all.at("advice").items()) {
            advice.at("settings").items().forEach(setting -> assertNotLowered(setting, shown));
        }
    }

    private static void assertNotLowered(Json setting, String shown) {
        String name = setting.at("name").text();
        assertThat(name).as(shown).isNotEqualTo("-XX:MaxMetaspaceSize");
        if (List.of("-Xmx", "memory limit").contains(name)) {
            assertThat(mebibytes(setting.at("suggested").text()))
                    .as(shown)
                    .isGreaterThanOrEqualTo(mebibytes(setting.at("current").text()));
        }
    }

    private static Json advice(HttpCaller caller, int pid) {
        return Json.parse(caller.getJson("/advice?target=" + pid).body());
    }

    private static Json metaspace(Json all) {
        return all.at("advice").items().stream()
                .filter(each -> each.at("subject").text().equals("metaspace"))
                .findFirst()
                .orElseThrow();
    }

    private static double mebibytes(String size) {
        assertThat(size).matches("\\d+(m|Mi)");
        return Double.parseDouble(size.replaceAll("\\D", ""));
    }

    /** The programs, each named by its JDK and collector, closed in reverse. */
    private static final class Leaks implements AutoCloseable {
        private final Map<String, TargetContainer> targets = new LinkedHashMap<>();
        private final Deque<TargetContainer> started = new ArrayDeque<>();

        Leaks() {
            for (Jdk jdk : Jdk.longTerm()) {
                start(jdk, Collector.SERIAL);
                start(jdk, Collector.G1);
            }
        }

        private void start(Jdk jdk, Collector collector) {
            TargetSpec leak =
                    TargetSpec.of(jdk, "Sized")
                            .with(collector)
                            .withArguments("loaders", "20")
                            .withFlags("-Xmx128m", "-XX:MetaspaceSize=256m")
                            .withMemory(400 * MEBIBYTE);
            TargetContainer target =
                    TargetContainer.start(
                            started.isEmpty()
                                    ? leak
                                    : leak.inPidNamespaceOf(started.getLast().id()));
            started.push(target);
            targets.put(jdk + ", " + collector, target);
        }

        SidecarContainer watched() {
            return SidecarContainer.start(
                    SidecarSpec.beside(started.getLast()).withEnvironment("HEAPSIGHT_TARGET", "*"));
        }

        @Override
        public void close() {
            started.forEach(TargetContainer::close);
        }
    }
}
