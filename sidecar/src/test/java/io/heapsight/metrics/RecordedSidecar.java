/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.metrics;

import io.heapsight.cgroup.CgroupTree;
import io.heapsight.cgroup.EcsTaskLimits;
import io.heapsight.delivery.DeliveryCounts;
import io.heapsight.dump.SampleJvmDumps;
import io.heapsight.dump.analysis.LastSummaries;
import io.heapsight.dump.analysis.SummaryFigures;
import io.heapsight.dump.analysis.SummaryFigures.ClassBytes;
import io.heapsight.dump.store.DumpStore;
import io.heapsight.histogram.HistogramHistory;
import io.heapsight.histogram.HistogramTaker;
import io.heapsight.http.ReplayedTarget;
import io.heapsight.job.Jobs;
import io.heapsight.jstat.SampleField;
import io.heapsight.jstat.Sampler;
import io.heapsight.jstat.SamplerSettings;
import io.heapsight.jvm.TargetConnector;
import io.heapsight.jvm.TargetFinder;
import io.heapsight.jvm.TargetSelector;
import io.heapsight.jvm.TargetWatcher;
import io.heapsight.jvm.WorkerProcessPool;
import io.heapsight.kept.StorageQuota;
import io.heapsight.memory.NativeMemory;
import io.heapsight.memory.NativeMemoryCache;
import io.heapsight.operation.OperationGate;
import io.heapsight.otlp.OtlpPushCounts;
import io.heapsight.pause.PauseEstimator;
import io.heapsight.pause.PauseLimit;
import io.heapsight.perfdata.Recording;
import io.heapsight.postmortem.DeathWatches;
import io.heapsight.postmortem.PostmortemStore;
import io.heapsight.proc.ProcFixture;
import io.heapsight.proc.ProcFs;
import io.heapsight.recording.ContinuousRecordings;
import io.heapsight.recording.SampleRecordings;
import io.heapsight.store.UploadCounts;
import io.heapsight.summary.Total;
import io.heapsight.thread.ThreadDumpTaker;
import io.heapsight.trigger.TriggerCounts;
import io.heapsight.trigger.TriggerParser;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.EventLog;
import io.heapsight.unit.SteadyClock;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.Awaitility;

/**
 * The sampler, the operations and the page of a sidecar, over a fixture of /proc with one JVM: pid
 * 7, with recorded counters and a garbage summary of recorded histograms.
 */
final class RecordedSidecar implements AutoCloseable {
    private static final String TARGET = "RecordedProgram";
    private static final int PID = 7;
    private static final long START_TICKS = 90_000;
    private static final String COUNTERS = "/tmp/hsperfdata_app/1";

    final List<String> log = new CopyOnWriteArrayList<>();
    final MetricsPage page;
    final Sampler sampler;
    final ProcFs procFs;
    final SteadyClock clock;
    private final HistogramTaker histograms;
    private final LastSummaries summaries;
    private final NativeMemoryCache nativeMemories = new NativeMemoryCache(InstantSource.system());
    private final ThreadDumpTaker threads;
    private final HttpCounters callers = new HttpCounters();
    private final DeathWatches deaths;

    RecordedSidecar(Path folder, String recording) throws Exception {
        this(folder, recording, MetricNamingScheme.PLAIN);
    }

    RecordedSidecar(Path folder, String recording, MetricNamingScheme names) throws Exception {
        ProcFixture proc = new ProcFixture(Files.createDirectories(folder.resolve("proc")));
        targetIn(proc, recording);
        EventLog events = new EventLog(log::add, EventLog.Format.TEXT, InstantSource.system());
        clock = SteadyClock.system(events);
        procFs = proc.procFs();
        summaries = new LastSummaries(DumpStore.open(folder), 3, clock, events);
        WorkerProcessPool workers = new WorkerProcessPool();
        sampler =
                new Sampler(
                        new TargetWatcher(
                                new TargetFinder(proc.procFs(), workers), TargetSelector.parse("")),
                        new TargetConnector(proc.procFs(), workers),
                        new SamplerSettings(
                                Duration.ofMillis(10),
                                Optional.empty(),
                                Optional.empty(),
                                Duration.ofSeconds(1),
                                100,
                                EcsTaskLimits.NONE),
                        Runnable::run,
                        clock,
                        events);
        OperationGate operations = new OperationGate(Map.of(), clock, events);
        histograms =
                new HistogramTaker(
                        operations,
                        new HistogramHistory(4),
                        Duration.ofSeconds(1),
                        clock,
                        new PauseEstimator(Optional.empty()));
        threads =
                new ThreadDumpTaker(
                        operations,
                        ThreadDumpTaker.FifoPlace.ofCommandLine(),
                        Duration.ofSeconds(1),
                        clock,
                        histograms.pauses());
        countGarbage("jdk-25-zgc");
        dumpThreads("jdk-25");
        analysed(4096);
        tracked(2048);
        ProcFixture self = new ProcFixture(Files.createDirectories(folder.resolve("self")));
        int ownPid = (int) ProcessHandle.current().pid();
        self.jvm(ownPid, START_TICKS, "java");
        openFile(self.of(ownPid));
        ContinuousRecordings continuousRecordings =
                SampleRecordings.continuousRecordings(folder, events);
        deaths =
                new DeathWatches(
                        PostmortemStore.open(folder, 1, events),
                        new DeathWatches.Sources(
                                histograms.history(),
                                continuousRecordings,
                                SampleJvmDumps.in(
                                        DumpStore.open(folder),
                                        Jobs.open(folder, events, clock),
                                        StorageQuota.NONE,
                                        events),
                                (_, _) -> List.of()),
                        clock,
                        events);
        sampler.onSample(deaths::sampled);
        page =
                MetricsPage.of(
                        new MetricsPage.Sources(
                                sampler,
                                operations,
                                histograms,
                                summaries,
                                new TriggerCounts(
                                        TriggerParser.parseAll("container_memory>90%:histogram")),
                                new DeliveryCounts(),
                                new UploadCounts(_ -> {}),
                                new OtlpPushCounts(),
                                new DeliveryCounts(),
                                deaths.oomKills(),
                                nativeMemories,
                                continuousRecordings,
                                threads,
                                callers,
                                self.procFs(),
                                3,
                                names),
                        "0.1.0",
                        events);
        sampler.start();
        Awaitility.await().until(this::hasRatio);
        pause(proc.of(PID).resolve("root" + COUNTERS));
    }

    /** Lets the target make a pause of 2 ms or a little more: the Remark of a concurrent cycle. */
    private void pause(Path counters) throws IOException {
        add(counters, "sun.gc.collector.2.lastEntryTime", 1_000_000_000);
        add(counters, "sun.gc.collector.2.lastExitTime", 1_002_000_000);
        add(counters, "sun.gc.collector.2.time", 3_000_000);
        add(counters, "sun.gc.collector.2.invocations", 1);
        Awaitility.await().until(this::hasPause);
        long ticks = sampler.ticks();
        Awaitility.await().until(() -> sampler.ticks() > ticks + 1); // the overhead is 0 again
    }

    /** Adds to a number in a file of counters: its entry begins 20 bytes before its name. */
    private static void add(Path counters, String name, long more) throws IOException {
        byte[] all = Files.readAllBytes(counters);
        int entry = new String(all, StandardCharsets.ISO_8859_1).indexOf(name + "\0") - 20;
        ByteBuffer file = ByteBuffer.wrap(all).order(ByteOrder.LITTLE_ENDIAN);
        int data = entry + file.getInt(entry + 16);
        try (RandomAccessFile out = new RandomAccessFile(counters.toFile(), "rw")) {
            out.seek(data);
            out.writeLong(Long.reverseBytes(file.getLong(data) + more));
        }
    }

    /** Changes figures of collectors that do not depend on samples. */
    void changeAllButSamples() throws Exception {
        countGarbage("jdk-25-serial");
        dumpThreads("jdk-8");
        analysed(8192);
        tracked(4096);
        callers.wrongToken();
        deaths.oomKills().seen(TARGET, 1);
    }

    private void countGarbage(String liveHistogram) throws Exception {
        try (ReplayedTarget answering = new ReplayedTarget(PID, "Recorded", liveHistogram)) {
            histograms.garbage(answering, PauseLimit.NONE, "test", new CancelSignal());
        }
    }

    private void dumpThreads(String recording) throws Exception {
        try (ReplayedTarget answering =
                new ReplayedTarget(PID, "Recorded").withThreads(recording)) {
            threads.take(
                    answering,
                    new ThreadDumpTaker.Plan(1, Duration.ZERO, false),
                    "test",
                    new CancelSignal());
        }
    }

    private void tracked(long heapBytes) {
        nativeMemories.keep(
                PID,
                new NativeMemory(
                        Map.of(
                                "Java Heap", new NativeMemory.Category(4096, heapBytes, 2048, 0),
                                "Symbol", new NativeMemory.Category(512, 512, 0, 0))));
    }

    /** Analyses a dump that was captured before the garbage count. */
    private void analysed(long retainedBytes) {
        summaries.keep(
                PID,
                new SummaryFigures(
                        "19700101T000000000Z-" + PID,
                        Instant.EPOCH,
                        2_800,
                        new Total(7, 700),
                        Optional.empty(),
                        List.of(new ClassBytes("com.acme.Garbage", 700)),
                        List.of(
                                new ClassBytes("com.acme.Order", retainedBytes),
                                new ClassBytes("com.acme.Order$Line", 2048))));
    }

    private static void targetIn(ProcFixture proc, String recording) throws IOException {
        proc.jvm(PID, START_TICKS, "java", "com.acme.Recorded");
        Path target = proc.of(PID);
        Path counters = target.resolve("root" + COUNTERS);
        Files.createDirectories(counters.getParent());
        Files.write(counters, new Recording(recording).bytes());
        Files.writeString(
                target.resolve("maps"),
                """
                7f0000010000-7f0000020000 r-xp 0 00:2f 17  /opt/jdk/lib/server/libjvm.so
                7f0000030000-7f0000038000 rw-s 0 00:2f 18  %s
                """
                        .formatted(COUNTERS));
        Files.writeString(
                target.resolve("io"),
                """
                rchar: 1
                wchar: 4096
                syscr: 1
                syscw: 12
                read_bytes: 0
                write_bytes: 8192
                cancelled_write_bytes: 0
                """);
        openFile(target);
        threads(target.resolve("task"));
        container(proc);
    }

    /** One thread of each kind, in the order of their ids. */
    private static void threads(Path tasks) throws IOException {
        List<String> names =
                List.of(
                        "java",
                        "GC Thread#0",
                        "G1 Main Marker",
                        "G1 Refine#0",
                        "G1 Service",
                        "VM Thread",
                        "C2 CompilerThre");
        for (int i = 0; i < names.size(); i++) {
            Path task = Files.createDirectories(tasks.resolve(Integer.toString(PID + i)));
            Files.writeString(
                    task.resolve("stat"), "%d (%s) S 1 7 7 0\n".formatted(PID + i, names.get(i)));
            Files.writeString(task.resolve("schedstat"), (i + 1) * 250_000_000L + " 1000 10\n");
        }
    }

    /** Groups of version 2: only those report pressure. */
    private static void container(ProcFixture proc) throws IOException {
        new CgroupTree(proc.procFs().root(), PID)
                .in("0::/")
                .mounts("42 40 0:32 / /sys/fs/cgroup ro - cgroup2 cgroup rw")
                .group(
                        "/sys/fs/cgroup",
                        """
                        memory.current: 402653184

                        memory.stat:
                        anon 335544320
                        file 50331648
                        kernel 8388608
                        sock 65536
                        swapcached 0
                        zswap 0
                        zswapped 0
                        inactive_file 16777216

                        memory.max: 536870912

                        memory.high: 503316480

                        memory.low: 377487360

                        memory.min: 0

                        memory.swap.max: 134217728

                        memory.swap.current: 0

                        memory.events:
                        low 0
                        high 12
                        max 3
                        oom 0
                        oom_kill 0

                        cpu.max: 150000 100000

                        cpu.stat:
                        nr_periods 500
                        nr_throttled 25
                        throttled_usec 1250000

                        cpu.pressure:
                        some avg10=0.00 avg60=0.00 avg300=0.00 total=2500000
                        full avg10=0.00 avg60=0.00 avg300=0.00 total=500000

                        memory.pressure:
                        some avg10=0.00 avg60=0.00 avg300=0.00 total=0
                        full avg10=0.00 avg60=0.00 avg300=0.00 total=0

                        io.pressure:
                        some avg10=0.00 avg60=0.00 avg300=0.00 total=750000
                        full avg10=0.00 avg60=0.00 avg300=0.00 total=250000
                        """);
    }

    private static void openFile(Path process) throws IOException {
        Files.createFile(Files.createDirectories(process.resolve("fd")).resolve("0"));
    }

    /** A ratio is known from the second sample on. */
    private boolean hasRatio() {
        return sampler.monitors().stream()
                .flatMap(monitor -> monitor.latest().stream())
                .anyMatch(sample -> !Double.isNaN(sample.value(SampleField.GC_OVERHEAD_RATIO)));
    }

    private boolean hasPause() {
        return sampler.monitors().stream()
                .flatMap(monitor -> monitor.latest().stream())
                .anyMatch(sample -> !sample.pauses().histograms().isEmpty());
    }

    @Override
    public void close() {
        sampler.close();
    }
}
