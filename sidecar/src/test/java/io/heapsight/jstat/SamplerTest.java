/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jstat;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.advice.TargetObservation;
import io.heapsight.advice.TargetObserver;
import io.heapsight.cgroup.CgroupTree;
import io.heapsight.cgroup.EcsTaskLimits;
import io.heapsight.jvm.TargetConnector;
import io.heapsight.jvm.TargetFinder;
import io.heapsight.jvm.TargetSelector;
import io.heapsight.jvm.TargetWatcher;
import io.heapsight.jvm.WorkerProcessPool;
import io.heapsight.memory.MemoryObserver;
import io.heapsight.memory.MemoryView;
import io.heapsight.memory.NativeMemoryCache;
import io.heapsight.perfdata.Recording;
import io.heapsight.proc.ProcFixture;
import io.heapsight.report.AdviceReport;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.EventLog;
import io.heapsight.unit.SteadyClock;
import io.heapsight.unit.TestTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SamplerTest {
    private static final int PID = 7;

    /** A second before the fixture's present. */
    private static final long JUST_STARTED = 99_900;

    @TempDir private Path folder;

    @Test
    void startingJvmGetsItsCollectorLater() throws IOException {
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

    /** It may end a moment later, and the waiting caller must be notified by then. */
    @Test
    void targetIsAnnouncedBeforeItIsShownThoughTheExecutorIsBusy() throws IOException {
        ProcFixture proc = new ProcFixture(folder);
        proc.jvm(PID, JUST_STARTED, "java", "com.acme.Early");
        List<Integer> shownBefore = new CopyOnWriteArrayList<>();
        EventLog events = new EventLog(_ -> {}, EventLog.Format.TEXT, InstantSource.system());
        try (Sampler sampler =
                sampler(proc, Duration.ofHours(1), _ -> {}, SteadyClock.system(events), events)) {
            sampler.onCame(_ -> shownBefore.add(sampler.up().size()));
            sampler.start();
            Awaitility.await().until(() -> sampler.up().size() == 1);
            assertThat(shownBefore).containsExactly(0);
        }
    }

    @Test
    void targetThatIsShownAsRunningCanBeQueried() throws IOException {
        ProcFixture proc = new ProcFixture(folder);
        proc.jvm(PID, JUST_STARTED, "java", "com.acme.Early");
        List<Boolean> shownEarly = new CopyOnWriteArrayList<>();
        try (Sampler sampler = sampler(proc, Duration.ofHours(1))) {
            sampler.onSample(_ -> shownEarly.add(sampler.up().size() > sampler.monitors().size()));
            sampler.start();
            Awaitility.await().until(() -> sampler.up().size() == 1);
            assertThat(sampler.monitors()).hasSize(1);
            assertThat(shownEarly).containsExactly(false);
        }
    }

    @Test
    void requestedSampleComesAtOnceAndIsNoTick() throws IOException {
        ProcFixture proc = new ProcFixture(folder);
        proc.jvm(PID, JUST_STARTED, "java", "com.acme.Early");
        try (Sampler sampler = sampler(proc, Duration.ofHours(1))) {
            sampler.start();
            Awaitility.await().until(() -> sampler.ticks() == 1);
            TargetMonitor monitor = sampler.monitors().getFirst();
            long first = monitor.latest().orElseThrow().nanos();

            sampler.sampleNow();

            assertThat(monitor.latest().orElseThrow().nanos()).isGreaterThan(first);
            assertThat(sampler.ticks()).isEqualTo(1);
            assertThat(sampler.missed()).isZero();
        }
    }

    @Test
    void listenerCanAdvanceTheNextSample() throws IOException {
        ProcFixture proc = new ProcFixture(folder);
        proc.jvm(PID, JUST_STARTED, "java", "com.acme.Early");
        TestTime time = new TestTime();
        AtomicInteger samples = new AtomicInteger();
        try (Sampler sampler = sampler(proc, Duration.ofDays(1), time.clock, time.events)) {
            sampler.onSample(
                    _ -> {
                        if (samples.incrementAndGet() < 3) {
                            sampler.sampleWithin(Duration.ofMillis(-1));
                        }
                    });
            sampler.start();

            Awaitility.await().until(() -> samples.get() == 3);
            assertThat(sampler.ticks()).isEqualTo(1);
            assertThat(sampler.missed()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {-60, 60})
    void whatIsToldOfATargetGoesOnWhenTheClockIsSet(int minutes) throws IOException {
        ProcFixture proc = new ProcFixture(folder);
        proc.jvm(PID, JUST_STARTED, "java", "com.acme.Early");
        TestTime time = new TestTime();
        try (Sampler sampler = sampler(proc, Duration.ofDays(1), time.clock, time.events)) {
            sampler.start();
            Awaitility.await().until(() -> sampler.ticks() == 1);
            TargetMonitor monitor = sampler.monitors().getFirst();
            Duration age = monitor.age();
            long start = monitor.startMillis();
            for (int i = 1; i < 38; i++) {
                time.pass(Duration.ofMinutes(3));
                if (i == 19) {
                    time.set(Duration.ofMinutes(minutes));
                }
                sampler.sampleNow();
            }
            CancelSignal cancel = new CancelSignal();
            MemoryObserver memory =
                    new MemoryObserver(
                            Duration.ofSeconds(1), new NativeMemoryCache(time.clock), time.clock);
            MemoryView view = memory.observe(monitor, cancel);
            TargetObservation seen = new TargetObserver(_ -> List.of()).observe(monitor, view);

            assertThat(new AdviceReport(seen, List.of()).text())
                    .contains("38 samples over 1 h 51 min\nnote: the clock was set ");
            assertThat(view.notes()).anyMatch(note -> note.startsWith("the clock was set "));
            assertThat(monitor.age()).isEqualTo(age.plusMinutes(111));
            assertThat(monitor.startMillis())
                    .as("by the clock as set now")
                    .isEqualTo(start + Duration.ofMinutes(minutes).toMillis());
            assertThat(time.told()).hasSize(1);
        }
    }

    /** Else a leak ends at the limit, and an idle heap that is swapped out looks like a leak. */
    @Test
    void swappedMemoryIsChargedAndThatOfTheHeapIsNotOutside() throws IOException {
        ProcFixture proc = new ProcFixture(folder);
        proc.jvm(PID, JUST_STARTED, "java", "-Xmx1g", "com.acme.Swapped");
        mapCounters(proc.of(PID));
        Files.writeString(
                proc.of(PID).resolve("smaps"),
                """
                c0000000-100000000 rw-p 00000000 00:00 0
                Rss:               10240 kB
                Swap:              30720 kB
                """);
        CgroupTree container =
                new CgroupTree(proc.procFs().root(), PID)
                        .in("0::/")
                        .mounts("42 40 0:32 / /sys/fs/cgroup ro - cgroup2 cgroup rw")
                        .group(
                                "/sys/fs/cgroup",
                                """
                                memory.current: 125829120

                                memory.max: 1073741824

                                memory.stat:
                                anon 104857600
                                swapcached 10485760

                                memory.swap.current: 52428800
                                """);
        try (Sampler sampler = sampler(proc, Duration.ofHours(1))) {
            sampler.start();
            Awaitility.await().until(() -> sampler.ticks() == 1);
            TargetMonitor monitor = sampler.monitors().getFirst();

            assertThat(monitor.heapPagesMissing()).isEmpty();
            assertThat(monitor.memory().charged()).containsExactly(140 << 20);
            assertThat(monitor.memory().outside()).containsExactly(100 << 20);
            assertThat(monitor.latest().orElseThrow().swappedBytes()).isEqualTo(40 << 20);

            container.group(
                    "/sys/fs/cgroup",
                    """
                    memory.stat:
                    anon 104857600
                    kernel 4194304
                    swapcached 10485760
                    zswapped 20971520
                    zswap 4194304
                    """);
            sampler.sampleNow();
            assertThat(monitor.latest().orElseThrow().chargedBytes(false))
                    .as("zswap's copies of swapped pages do not count twice")
                    .isEqualTo(140 << 20);

            container.group("/sys/fs/cgroup", "memory.stat:\nanon 125829120");
            sampler.sampleNow();
            assertThat(monitor.latest().orElseThrow().chargedBytes(false))
                    .as("an older kernel: how much of it is in memory, too, is unknown")
                    .isEqualTo(120 << 20);
        }
    }

    /** Logging a failure needs memory, too. */
    @Test
    void samplingContinuesWithoutMemoryForTheLog() throws IOException {
        ProcFixture proc = new ProcFixture(folder);
        proc.jvm(PID, JUST_STARTED, "java", "com.acme.Early");
        EventLog events =
                new EventLog(
                        _ -> {
                            throw new OutOfMemoryError("of a log line");
                        },
                        EventLog.Format.TEXT,
                        InstantSource.system());
        SteadyClock clock = SteadyClock.system(events);
        try (Sampler sampler = sampler(proc, Duration.ofMillis(20), clock, events)) {
            AtomicInteger samples = new AtomicInteger();
            sampler.onSample(
                    _ -> {
                        if (samples.incrementAndGet() <= 3) {
                            throw new OutOfMemoryError("of a sample");
                        }
                    });
            sampler.start();

            Awaitility.await().until(() -> samples.get() > 5);

            assertThat(sampler.failures()).isEqualTo(3);
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
        EventLog events = new EventLog(_ -> {}, EventLog.Format.TEXT, InstantSource.system());
        return sampler(proc, interval, SteadyClock.system(events), events);
    }

    private static Sampler sampler(
            ProcFixture proc, Duration interval, SteadyClock clock, EventLog events) {
        return sampler(proc, interval, Runnable::run, clock, events);
    }

    private static Sampler sampler(
            ProcFixture proc,
            Duration interval,
            Executor executor,
            SteadyClock clock,
            EventLog events) {
        WorkerProcessPool workers = new WorkerProcessPool();
        return new Sampler(
                new TargetWatcher(
                        new TargetFinder(proc.procFs(), workers), TargetSelector.parse("")),
                new TargetConnector(proc.procFs(), workers),
                new SamplerSettings(
                        interval,
                        Optional.empty(),
                        Optional.empty(),
                        Duration.ofSeconds(1),
                        100,
                        EcsTaskLimits.NONE),
                executor,
                clock,
                events);
    }
}
