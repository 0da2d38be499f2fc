/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jstat;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.cgroup.TaskLimits;
import io.heapsight.perfdata.Recording;
import io.heapsight.proc.ProcFixture;
import io.heapsight.target.TargetConnector;
import io.heapsight.target.TargetFinder;
import io.heapsight.target.TargetSelector;
import io.heapsight.target.TargetWatcher;
import io.heapsight.target.Workers;
import io.heapsight.unit.EventLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SamplerTest {
    private static final int PID = 7;

    /** A second before the fixture's present. */
    private static final long JUST_STARTED = 99_900;

    @TempDir private Path folder;

    @Test
    void jvmFoundWhileItStartsGetsItsCollectorLater() throws IOException {
        ProcFixture proc = new ProcFixture(folder);
        proc.jvm(PID, JUST_STARTED, "java", "com.acme.Early");
        try (Sampler sampler = sampler(proc)) {
            sampler.start();
            Awaitility.await().until(() -> sampler.monitors().size() == 1);
            TargetMonitor monitor = sampler.monitors().getFirst();
            assertThat(monitor.jvm().collector().toOptional()).isEmpty();

            mapCounters(proc.of(PID));

            Awaitility.await()
                    .untilAsserted(
                            () ->
                                    assertThat(monitor.jvm().collector().toOptional())
                                            .contains("G1"));
            assertThat(sampler.monitors()).containsExactly(monitor);
            assertThat(sampler.failures()).isZero();
        }
    }

    @Test
    void sampleThatIsAskedForComesAtOnceAndIsNoTick() throws IOException {
        ProcFixture proc = new ProcFixture(folder);
        proc.jvm(PID, JUST_STARTED, "java", "com.acme.Early");
        try (Sampler sampler = sampler(proc, Duration.ofHours(1))) {
            sampler.start();
            Awaitility.await().until(() -> sampler.ticks() == 1);
            TargetMonitor monitor = sampler.monitors().getFirst();
            Instant first = monitor.latest().orElseThrow().takenAt();

            sampler.sampleNow();

            assertThat(monitor.latest().orElseThrow().takenAt()).isAfter(first);
            assertThat(sampler.ticks()).isEqualTo(1);
            assertThat(sampler.missed()).isZero();
        }
    }

    private static void mapCounters(Path process) throws IOException {
        String file = "/tmp/hsperfdata_app/1";
        Path counters = process.resolve("root" + file);
        Files.createDirectories(counters.getParent());
        Files.write(counters, new Recording("jdk25-g1").bytes());
        Files.writeString(
                process.resolve("maps"),
                """
                7f0000010000-7f0000020000 r-xp 0 00:2f 17  /opt/jdk/lib/server/libjvm.so
                7f0000030000-7f0000038000 rw-s 0 00:2f 18  %s
                """
                        .formatted(file));
    }

    private static Sampler sampler(ProcFixture proc) {
        return sampler(proc, Duration.ofMillis(20));
    }

    private static Sampler sampler(ProcFixture proc, Duration interval) {
        Workers workers = new Workers();
        return new Sampler(
                new TargetWatcher(
                        new TargetFinder(proc.procFs(), workers), TargetSelector.parse("")),
                new TargetConnector(proc.procFs(), workers),
                new SamplerSettings(
                        interval, Optional.empty(), Duration.ofSeconds(1), 100, TaskLimits.NONE),
                new EventLog(_ -> {}, EventLog.Format.TEXT, InstantSource.system()),
                Runnable::run);
    }
}
