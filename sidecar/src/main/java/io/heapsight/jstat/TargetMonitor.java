/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jstat;

import io.heapsight.jvm.TargetConnection;
import io.heapsight.jvm.TargetJvm;
import io.heapsight.jvm.Vm;
import io.heapsight.perfdata.CounterUpdateTiming;
import io.heapsight.perfdata.Counters;
import io.heapsight.perfdata.CountersGoneException;
import io.heapsight.perfdata.GcutilSpace;
import io.heapsight.proc.ProcessFigures;
import io.heapsight.safepoint.GcPauses;
import io.heapsight.safepoint.PauseEvent;
import io.heapsight.safepoint.PauseHistory;
import io.heapsight.safepoint.Safepoints;
import io.heapsight.threadcpu.VmThreadCpuSeconds;
import io.heapsight.threadcpu.VmThreadProbe;
import io.heapsight.unit.EventLog;
import io.heapsight.unit.Reading;
import io.heapsight.unit.SteadyClock;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * One target that the sampler follows: its connection, its last sample and earlier samples. Only
 * the sampler's thread may call {@link #sample}; any thread may call the other methods.
 */
public final class TargetMonitor {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final String label;
    private final TargetConnection connection;
    private final SampleRing ring;
    private final SteadyClock clock;
    private final long startedNanos;
    private final @Nullable HeapInfoPoller heapInfo;
    private final CodeHeapPoller codeHeaps;
    private final EventLog log;
    private final ContainerProbe container;
    private final VmThreadProbe threads;
    private final LimitWatch limits = new LimitWatch();
    private final MemoryHistory memory = new MemoryHistory();
    private final PauseHistory pauseHistory = new PauseHistory();
    private final ResidentHeapPoller heapPages;
    private final LiveSetSampler liveSet = new LiveSetSampler();
    private final CounterlessFigures counterless;
    private volatile TargetJvm jvm;
    private @Nullable CounterReader reader;
    private double lastPauseSeconds = Double.NaN;
    private long lastNanos;
    private volatile double heapResidentBytes = Double.NaN;
    private boolean isOutsideContainers;
    private volatile @Nullable Sample latest;
    private volatile @Nullable ProcessFigures process;

    TargetMonitor(
            String label,
            TargetConnection connection,
            SamplerSettings settings,
            Executor executor,
            SteadyClock clock,
            EventLog log) {
        this.label = label;
        this.connection = connection;
        this.log = log;
        this.jvm = connection.jvm();
        this.container = new ContainerProbe(connection, settings.taskLimits());
        this.threads = new VmThreadProbe(connection.procFs(), connection.jvm().pid());
        this.clock = clock;
        this.startedNanos = clock.nanosOf(connection.probe().startedAt());
        this.ring = new SampleRing(SampleField.COUNT, settings.samplesKept(), clock);
        this.heapPages = new ResidentHeapPoller(connection, executor, this::heapRead);
        this.heapInfo =
                settings.heapInfoInterval()
                        .filter(
                                _ ->
                                        connection.jvm().vm()
                                                != Vm.NATIVE_IMAGE) // the JVM has no such command
                        .map(
                                interval ->
                                        new HeapInfoPoller(
                                                connection,
                                                executor,
                                                log,
                                                interval,
                                                settings.attachTimeout()))
                        .orElse(null);
        this.codeHeaps = new CodeHeapPoller(connection, executor, settings);
        this.counterless = new CounterlessFigures(connection, heapInfo, executor);
    }

    /** The name in metrics, unique among the followed targets. */
    public String label() {
        return label;
    }

    /** The JVM as of the last scan. */
    public TargetJvm jvm() {
        return jvm;
    }

    /** Updates the JVM: one that was found during its start publishes more properties later. */
    void seenAs(TargetJvm now) {
        if (!now.isSameProcessAs(jvm)) {
            throw new IllegalArgumentException(now.label() + " is not " + jvm.label());
        }
        jvm = counterless.learnt(now);
    }

    /**
     * The counters of a target without counters, from its answers and its GC log; empty if it has
     * counters, or if nothing is known.
     */
    public Optional<Counters> answerCounters() {
        return counterless.counters().map(each -> each);
    }

    /** Notes for readers about a target without counters: sources and missing values. */
    public List<String> notes() {
        return counterless.notes(clock.nanoTime());
    }

    public TargetConnection connection() {
        return connection;
    }

    /** Returns the latest sample; empty before the first one. */
    public Optional<Sample> latest() {
        return Optional.ofNullable(latest);
    }

    /** The kernel's figures of the process at the last tick. */
    public Optional<ProcessFigures> process() {
        return Optional.ofNullable(process);
    }

    /** Rows of all {@link SampleField}s, in their order. */
    public SampleRing samples() {
        return ring;
    }

    /** Returns its memory over its whole life; times are by the present setting of the clock. */
    public MemoryHistory.Rows memory() {
        MemoryHistory.Rows rows = memory.rows();
        long shift = clock.epochMillis(startedNanos) - startedNanos / NANOS_PER_MILLI;
        for (int i = 0; i < rows.epochMillis().length; i++) {
            rows.epochMillis()[i] += shift;
        }
        return rows;
    }

    /** Sets the addresses of the heap that the target reports. */
    public void heapAt(HeapInfo.Range range) {
        heapPages.at(range);
    }

    /**
     * The reason if the split between heap and other memory is based on committed memory; else
     * empty.
     */
    public Optional<String> heapPagesMissing() {
        return heapPages.whyNot();
    }

    /** Age of the process. */
    public Duration age() {
        return clock.since(startedNanos);
    }

    /**
     * Start time of the process in milliseconds since the epoch, by the current setting of the
     * clock.
     */
    public long startMillis() {
        return clock.epochMillis(startedNanos);
    }

    /** The pauses of the last hour. */
    public PauseHistory pauseHistory() {
        return pauseHistory;
    }

    /** Start time of a pause, within 50 ms, by the current setting of the clock. */
    public Instant timeOf(PauseEvent pause) {
        return clock.at(startedNanos + Math.round(pause.uptimeSeconds() * NANOS_PER_SECOND));
    }

    /** Samples the target; false if it has ended. */
    boolean sample(long nanos) {
        if (!(connection.probe().read() instanceof Reading.Present<ProcessFigures>(var figures))) {
            return false;
        }
        process = figures;
        SampleValues values = new SampleValues();
        VmThreadCpuSeconds times = threads.read(nanos, figures);
        kernel(values, figures, times);
        container.read(values, nanos);
        limits.update(values::get).forEach(change -> change.tell(log, label, jvm.pid()));
        List<Sample.Pool> pools = List.of();
        List<Sample.Collector> collectors = List.of();
        GcPauses pauses = GcPauses.NONE;
        Safepoints safepoints = null;
        Set<GcutilSpace> fresh = EnumSet.noneOf(GcutilSpace.class);
        CounterReader counters = counterReader();
        if (counters != null) {
            counterless.forget();
            try {
                counters.look(nanos);
                counters.read(values);
                pools = counters.pools();
                collectors = counters.collectors();
                pauses = counters.pauses();
                safepoints = counters.safepoints();
                fresh = EnumSet.copyOf(counters.fresh());
            } catch (CountersGoneException e) {
                reader = null;
                return connection.alive();
            }
        }
        if (counters == null) {
            CounterlessSample answers = counterless.sample(jvm, nanos);
            jvm = counterless.learnt(jvm);
            answers.heapRange().ifPresent(heapPages::at);
            answers.read(values, fresh);
            counterless.liveSet(answers, values);
            pools = answers.pools();
            collectors = answers.collectors();
        } else if (heapInfo != null && isStale(counters)) {
            HeapInfo info = polled(heapInfo, nanos, collections(collectors));
            if (info != null) {
                pools = new HeapInfoOverlay(info, values, fresh).apply(pools);
            }
        }
        if (counters != null) {
            pools = codeHeaps.addTo(pools, nanos);
            liveSet.read(values, counters.liveSet(), heapInfo, nanos);
        }
        liveSet.readMeasured(values);
        values.set(SampleField.HEAP_RESIDENT_BYTES, heapResidentBytes);
        heapResidentBytes = Double.NaN;
        overhead(values, nanos);
        Sample.VmActivity activity = new Sample.VmActivity(pauses, safepoints, times);
        Sample sample = new Sample(nanos, values, pools, collectors, activity, fresh);
        latest = sample;
        ring.add(nanos, values.values());
        remember(sample, pauses);
        return true;
    }

    /** The last answer of GC.heap_info since the last collection; requests a new one if due. */
    private @Nullable HeapInfo polled(HeapInfoPoller poller, long nanos, double collections) {
        poller.poll(nanos, collections, true);
        if (!(poller.recent(nanos, collections) instanceof Reading.Present<HeapInfo>(var info))) {
            return null;
        }
        if (info.reserved() instanceof Reading.Present<HeapInfo.Range>(var range)) {
            heapPages.at(range);
        }
        return info;
    }

    private void remember(Sample sample, GcPauses pauses) {
        pauseHistory.add(sample.nanos(), pauses);
        isOutsideContainers = sample.isOutsideContainers(isOutsideContainers);
        double charged = sample.chargedBytes(isOutsideContainers);
        memory.add(
                sample.nanos() / NANOS_PER_MILLI,
                charged,
                sample.value(SampleField.HEAP_USED_BYTES),
                sample.value(SampleField.OLD_AFTER_GC_BYTES),
                sample.value(SampleField.NONHEAP_COMMITTED_BYTES));
        heapPages.poll(
                sample.nanos(),
                new ResidentHeapPoller.Figures(
                        charged,
                        sample.value(SampleField.CONTAINER_MEMORY_SHMEM_BYTES),
                        isOutsideContainers ? 0 : sample.swappedBytes(),
                        sample.value(SampleField.HEAP_USED_BYTES),
                        sample.value(SampleField.HEAP_COMMITTED_BYTES),
                        sample.value(SampleField.HEAP_MAX_BYTES)));
    }

    private void heapRead(long nanos, double charged, double heapBytes, double residentBytes) {
        memory.addHeap(nanos / NANOS_PER_MILLI, charged, heapBytes);
        heapResidentBytes = residentBytes;
    }

    /**
     * Reads the counters of allocation, live set and pauses if due; called between samples, because
     * each collection overwrites the values of the one before.
     *
     * @return time of the next reading, in nanoseconds from now
     */
    long lookWhenDue(long nanos) {
        CounterReader counters = reader;
        if (counters == null) {
            return Long.MAX_VALUE;
        }
        try {
            long wait = counters.lookWhenDue(nanos);
            if (heapInfo != null && liveSet.isAsking(counters.liveSet(), nanos)) {
                heapInfo.hurry(nanos);
                heapInfo.poll(nanos, collections(counters.collectors()), true);
            }
            return wait;
        } catch (CountersGoneException _) {
            reader = null; // the next sample shows whether the target has ended
            return Long.MAX_VALUE;
        }
    }

    /**
     * Records the live set measured by a live histogram, exact for every collector; the next sample
     * contains it. Callable from any thread.
     */
    public void liveSetMeasured(long bytes) {
        liveSet.measured(bytes);
    }

    private static double collections(List<Sample.Collector> collectors) {
        return collectors.stream().mapToDouble(Sample.Collector::count).sum();
    }

    void close() {
        if (heapInfo != null) {
            heapInfo.close();
        }
        codeHeaps.close();
        threads.close();
        container.close();
        connection.close();
    }

    /** Returns the reader of the current counters, which may appear late or be replaced. */
    private @Nullable CounterReader counterReader() {
        if (!(connection.counters() instanceof Reading.Present<Counters>(var counters))) {
            reader = null;
            return null;
        }
        try {
            if (reader == null || !reader.reads(counters)) {
                reader = new CounterReader(counters, reader);
            }
        } catch (CountersGoneException e) {
            reader = null;
        }
        return reader;
    }

    private static boolean isStale(CounterReader counters) {
        return counters.freshness(GcutilSpace.E) == CounterUpdateTiming.AT_GC
                || counters.freshness(GcutilSpace.O) == CounterUpdateTiming.AT_GC;
    }

    private static void kernel(
            SampleValues values, ProcessFigures figures, VmThreadCpuSeconds times) {
        values.set(SampleField.CPU_SECONDS, figures.cpuSeconds());
        values.set(SampleField.GC_CPU_SECONDS, times.gcSeconds());
        values.set(SampleField.COMPILER_CPU_SECONDS, times.compilerSeconds());
        values.set(SampleField.RESIDENT_BYTES, figures.residentBytes());
        values.set(SampleField.PROCESS_THREADS, figures.threads());
        values.set(SampleField.OPEN_FDS, number(figures.openFds()));
        values.set(SampleField.IO_WRITE_BYTES, number(figures.writeBytes()));
        values.set(SampleField.IO_WRITE_SYSCALLS, number(figures.writeSyscalls()));
    }

    private static double number(Reading<Long> reading) {
        return reading.toOptional().map(Long::doubleValue).orElse(Double.NaN);
    }

    private void overhead(SampleValues values, long nanos) {
        double pause = values.get(SampleField.GC_PAUSE_SECONDS);
        double elapsed = (nanos - lastNanos) / NANOS_PER_SECOND;
        if (elapsed > 0) {
            values.set(
                    SampleField.GC_OVERHEAD_RATIO,
                    Math.clamp((pause - lastPauseSeconds) / elapsed, 0.0, 1.0));
        }
        lastPauseSeconds = pause;
        lastNanos = nanos;
    }
}
