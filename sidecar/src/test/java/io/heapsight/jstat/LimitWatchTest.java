/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jstat;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.cgroup.CgroupTree;
import io.heapsight.cgroup.EcsTaskLimits;
import io.heapsight.jvm.TargetConnector;
import io.heapsight.jvm.TargetFinder;
import io.heapsight.jvm.TargetSelector;
import io.heapsight.jvm.TargetWatcher;
import io.heapsight.jvm.WorkerProcessPool;
import io.heapsight.proc.ProcFixture;
import io.heapsight.unit.TestTime;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Limits that change while the container runs. */
class LimitWatchTest {
    private static final double MEBIBYTE = 1 << 20;
    private static final int PID = 7;

    private final LimitWatch watch = new LimitWatch();

    @TempDir private Path folder;

    private List<String> changes(double limit, double high, double soft, double cores) {
        Map<SampleField, Double> sample = new EnumMap<>(SampleField.class);
        sample.put(SampleField.CONTAINER_MEMORY_USAGE_BYTES, 100 * MEBIBYTE);
        sample.put(SampleField.CONTAINER_MEMORY_LIMIT_BYTES, limit);
        sample.put(SampleField.CONTAINER_MEMORY_HIGH_BYTES, high);
        sample.put(SampleField.CONTAINER_MEMORY_SOFT_LIMIT_BYTES, soft);
        sample.put(SampleField.CONTAINER_CPU_LIMIT_CORES, cores);
        return watch.update(field -> sample.getOrDefault(field, Double.NaN)).stream()
                .map(LimitChange::words)
                .toList();
    }

    @Test
    void changeIsReportedWithItsValues() {
        double none = Double.NaN;
        assertThat(changes(512 * MEBIBYTE, none, none, 1)).as("the first sample").isEmpty();
        assertThat(changes(512 * MEBIBYTE, none, none, 1)).isEmpty();
        assertThat(changes(1024 * MEBIBYTE, none, none, 0.5))
                .containsExactly(
                        "memory limit rose from 512.0 MiB to 1.0 GiB",
                        "CPU limit fell from 1.0 CPUs to 0.5 CPUs");
        assertThat(changes(none, none, none, 0.5))
                .containsExactly("memory limit of 1.0 GiB was removed");
        assertThat(changes(256 * MEBIBYTE, none, 128 * MEBIBYTE, 0.5))
                .containsExactly(
                        "memory limit was set to 256.0 MiB",
                        "soft memory limit was set to 128.0 MiB");
    }

    @Test
    void sampleWithoutContainerIsNoChangeOfLimits() {
        assertThat(changes(512 * MEBIBYTE, Double.NaN, Double.NaN, 1)).isEmpty();

        assertThat(watch.update(_ -> Double.NaN)).as("it could not be read").isEmpty();

        assertThat(changes(512 * MEBIBYTE, Double.NaN, Double.NaN, 1)).isEmpty();
        assertThat(changes(600 * MEBIBYTE, Double.NaN, Double.NaN, 1)).hasSize(1);
    }

    @Test
    void memoryHighAsSoftLimitChangesOnce() {
        assertThat(changes(400 * MEBIBYTE, 300 * MEBIBYTE, 300 * MEBIBYTE, 1)).isEmpty();
        assertThat(changes(400 * MEBIBYTE, 350 * MEBIBYTE, 350 * MEBIBYTE, 1))
                .containsExactly("memory.high rose from 300.0 MiB to 350.0 MiB");
    }

    @Test
    void raisedLimitIsInTheNextSampleAndInTheLog() throws IOException {
        ProcFixture proc = new ProcFixture(folder);
        proc.jvm(PID, 99_900, "java", "com.acme.Early");
        CgroupTree container =
                new CgroupTree(proc.procFs().root(), PID)
                        .in("0::/")
                        .mounts("42 40 0:32 / /sys/fs/cgroup ro - cgroup2 cgroup rw")
                        .group(
                                "/sys/fs/cgroup",
                                """
                                memory.current: 104857600

                                memory.stat:
                                anon 94857600

                                memory.max: 536870912
                                """);
        TestTime time = new TestTime();
        WorkerProcessPool workers = new WorkerProcessPool();
        try (Sampler sampler =
                new Sampler(
                        new TargetWatcher(
                                new TargetFinder(proc.procFs(), workers), TargetSelector.parse("")),
                        new TargetConnector(proc.procFs(), workers),
                        new SamplerSettings(
                                Duration.ofHours(1),
                                Optional.empty(),
                                Optional.empty(),
                                Duration.ofSeconds(1),
                                100,
                                EcsTaskLimits.NONE),
                        Runnable::run,
                        time.clock,
                        time.events)) {
            sampler.start();
            Awaitility.await().until(() -> sampler.ticks() == 1);
            TargetMonitor monitor = sampler.monitors().getFirst();
            container.group("/sys/fs/cgroup", "memory.max: 1073741824");

            sampler.sampleNow();

            assertThat(
                            monitor.latest()
                                    .orElseThrow()
                                    .value(SampleField.CONTAINER_MEMORY_LIMIT_BYTES))
                    .isEqualTo(1024 * MEBIBYTE);
            assertThat(time.log)
                    .filteredOn(line -> line.contains("limit changed"))
                    .singleElement()
                    .asString()
                    .contains(
                            "limit=\"memory limit\"", "before=\"512.0 MiB\"", "after=\"1.0 GiB\"");
        }
    }
}
