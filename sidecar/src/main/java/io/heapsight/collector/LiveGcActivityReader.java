/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.collector;

import io.heapsight.attach.JcmdCommand;
import io.heapsight.gc.GcActivity;
import io.heapsight.gc.GcActivity.GcHeap;
import io.heapsight.gc.GcActivity.GcOverhead;
import io.heapsight.gc.GcActivity.HeapSpace;
import io.heapsight.gc.GcCaller;
import io.heapsight.gc.GcEnvironment;
import io.heapsight.gc.GcTroubles;
import io.heapsight.gc.GcTroubles.Occurrences;
import io.heapsight.gc.GcTroubles.Trouble;
import io.heapsight.heap.layout.HeapFlags;
import io.heapsight.jstat.Sample;
import io.heapsight.jstat.SampleField;
import io.heapsight.jstat.TargetMonitor;
import io.heapsight.jvm.TargetConnection;
import io.heapsight.jvm.TargetJvm;
import io.heapsight.memory.NativeMemory;
import io.heapsight.memory.NativeMemoryCache;
import io.heapsight.safepoint.GcPauses;
import io.heapsight.safepoint.PauseHistory;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Reads the GC activity of a live target over the last hour, from samples in memory and from the
 * flags of the JVM.
 *
 * @param commandTimeout of the command for the flags
 * @param memories last native memory reports
 */
public record LiveGcActivityReader(Duration commandTimeout, NativeMemoryCache memories) {
    private static final double MOST_SECONDS = 3600;

    /** Maximum number of thread names to read, which takes a tenth of a second. */
    private static final int MOST_THREADS = 5000;

    private static final List<SampleField> FIELDS =
            List.of(
                    SampleField.HEAP_MAX_BYTES,
                    SampleField.HEAP_COMMITTED_BYTES,
                    SampleField.OLD_AFTER_GC_BYTES,
                    SampleField.ALLOCATED_BYTES,
                    SampleField.PROMOTED_BYTES,
                    SampleField.GC_PAUSE_SECONDS,
                    SampleField.GC_LONGEST_PAUSE_SECONDS,
                    SampleField.GC_CPU_SECONDS,
                    SampleField.CPU_SECONDS,
                    SampleField.SAFEPOINT_SYNC_SECONDS,
                    SampleField.CONTAINER_CPU_LIMIT_CORES,
                    SampleField.CONTAINER_CPU_PERIODS,
                    SampleField.CONTAINER_CPU_THROTTLED_PERIODS,
                    SampleField.CONTAINER_CPU_SOME_PRESSURE_SECONDS,
                    SampleField.CONTAINER_MEMORY_SOME_PRESSURE_SECONDS,
                    SampleField.CONTAINER_MEMORY_LIMIT_BYTES,
                    SampleField.CONTAINER_MEMORY_SWAP_BYTES,
                    SampleField.METASPACE_CAPACITY_BYTES);

    /** The flags that findings and readers need. */
    private static final Set<String> FLAGS =
            Set.of(
                    "MaxHeapSize",
                    "MaxDirectMemorySize",
                    "ParallelGCThreads",
                    "ConcGCThreads",
                    "G1HeapRegionSize",
                    "G1ReservePercent",
                    "CMSInitiatingOccupancyFraction",
                    "MaxTenuringThreshold",
                    "MaxNewSize",
                    "NewRatio",
                    "MetaspaceSize",
                    "MaxMetaspaceSize",
                    "ReservedCodeCacheSize",
                    "ExplicitGCInvokesConcurrent",
                    "DisableExplicitGC",
                    "UseStringDeduplication");

    /** Prefix of the collectors with counters that do not separate pauses from other phases. */
    private static final String SHENANDOAH = "Shenandoah";

    /** Reads the GC activity; queries the flags of the JVM if the target accepts commands. */
    public GcActivity observe(TargetMonitor monitor, CancelSignal cancel) {
        List<String> notes = new ArrayList<>();
        monitor.samples().jumps().forEach(jump -> notes.add(jump.toString()));
        notes.addAll(monitor.notes());
        Optional<PauseHistory.Window> history = monitor.pauseHistory().lastHour();
        double seconds = history.map(PauseHistory.Window::seconds).orElse(MOST_SECONDS);
        SampleWindow window = SampleWindow.of(monitor.samples(), seconds, FIELDS);
        PauseFigures pauses =
                new PauseFigures(history.map(PauseHistory.Window::pauses).orElse(GcPauses.NONE));
        TargetJvm jvm = monitor.jvm();
        String collector = jvm.collector().toOptional().orElse("");
        notes.addAll(notes(collector, pauses));
        Map<String, String> flags = flags(monitor.connection(), cancel, notes);
        return new GcActivity(
                collector,
                jvm.javaMajor().orElse(0),
                window.seconds(),
                pauses.totals(window.max(SampleField.GC_LONGEST_PAUSE_SECONDS)),
                pauses.causes(),
                pauses.events(monitor::timeOf),
                pauses.full(window.last(SampleField.OLD_AFTER_GC_BYTES)),
                heap(monitor, window, flags),
                overhead(window),
                troubles(monitor, pauses, window, flags),
                environment(monitor, window, flags),
                notes);
    }

    private static List<String> notes(String collector, PauseFigures pauses) {
        if (collector.startsWith(SHENANDOAH)) {
            return List.of(
                    "Shenandoah's counters do not separate pauses from concurrent phases, so the"
                            + " time in pauses is that in all safepoints, an upper bound; single"
                            + " pauses, degenerated and full cycles are in its GC log only");
        }
        return pauses.isKnown()
                ? List.of()
                : List.of("the target has no counters of single pauses: see its GC log");
    }

    private Map<String, String> flags(
            TargetConnection target, CancelSignal cancel, List<String> notes) {
        try {
            String answer = target.jcmd(JcmdCommand.FLAGS, commandTimeout, cancel);
            return HeapFlags.parse(answer).values().entrySet().stream()
                    .filter(each -> FLAGS.contains(each.getKey()))
                    .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
        } catch (ProblemException e) {
            notes.add("the JVM's flags are unknown: " + e.problem().title());
            return Map.of();
        }
    }

    private static GcHeap heap(
            TargetMonitor monitor, SampleWindow window, Map<String, String> flags) {
        double max = number(flags, "MaxHeapSize");
        return new GcHeap(
                Double.isNaN(max) ? window.last(SampleField.HEAP_MAX_BYTES) : max,
                window.last(SampleField.HEAP_COMMITTED_BYTES),
                window.last(SampleField.OLD_AFTER_GC_BYTES),
                window.rate(SampleField.ALLOCATED_BYTES),
                window.rate(SampleField.PROMOTED_BYTES),
                monitor.latest().map(LiveGcActivityReader::spaces).orElse(List.of()),
                false);
    }

    private static List<HeapSpace> spaces(Sample sample) {
        return sample.pools().stream()
                .filter(Sample.Pool::isHeap)
                .map(pool -> new HeapSpace(pool.name(), pool.usedBytes(), pool.committedBytes()))
                .toList();
    }

    private static GcOverhead overhead(SampleWindow window) {
        return new GcOverhead(
                window.rate(SampleField.GC_PAUSE_SECONDS),
                window.worstMinute(SampleField.GC_PAUSE_SECONDS),
                window.increase(SampleField.GC_CPU_SECONDS),
                window.ratio(SampleField.GC_CPU_SECONDS, SampleField.CPU_SECONDS));
    }

    private GcTroubles troubles(
            TargetMonitor monitor,
            PauseFigures pauses,
            SampleWindow window,
            Map<String, String> flags) {
        Map<Trouble, Occurrences> found = pauses.troubles();
        double sync = window.increase(SampleField.SAFEPOINT_SYNC_SECONDS);
        if (!Double.isNaN(sync)) {
            found.put(Trouble.TIME_TO_SAFEPOINT, new Occurrences(Double.NaN, sync, Double.NaN));
        }
        Occurrences calls = found.getOrDefault(Trouble.EXPLICIT_GC, Occurrences.NONE);
        return new GcTroubles(
                found, calls.count() >= 1 ? callers(monitor, flags, window.seconds()) : List.of());
    }

    private List<GcCaller> callers(
            TargetMonitor monitor, Map<String, String> flags, double periodSeconds) {
        TargetJvm jvm = monitor.jvm();
        List<String> threads;
        try {
            threads = monitor.connection().procFs().threadNames(jvm.pid(), MOST_THREADS);
        } catch (IOException _) {
            threads = List.of(); // the process ends, or its threads are hidden
        }
        OptionalLong direct =
                memories.of(jvm.pid()).stream()
                        .mapToLong(NativeMemory::directPeakBytes)
                        .findFirst();
        return new ExplicitGcCallers(
                        threads, jvm.flags(), direct, ExplicitGcCallers.directMax(flags))
                .find(periodSeconds);
    }

    private static GcEnvironment environment(
            TargetMonitor monitor, SampleWindow window, Map<String, String> flags) {
        return new GcEnvironment(
                cpus(monitor, window.last(SampleField.CONTAINER_CPU_LIMIT_CORES)),
                number(flags, "ParallelGCThreads"),
                number(flags, "ConcGCThreads"),
                window.ratio(
                        SampleField.CONTAINER_CPU_THROTTLED_PERIODS,
                        SampleField.CONTAINER_CPU_PERIODS),
                window.rate(SampleField.CONTAINER_CPU_SOME_PRESSURE_SECONDS),
                window.rate(SampleField.CONTAINER_MEMORY_SOME_PRESSURE_SECONDS),
                window.last(SampleField.CONTAINER_MEMORY_LIMIT_BYTES),
                window.last(SampleField.CONTAINER_MEMORY_SWAP_BYTES),
                window.last(SampleField.METASPACE_CAPACITY_BYTES),
                flags);
    }

    /**
     * Returns the CPU limit, or the CPUs that the kernel allows the process if these are fewer; NaN
     * without a limit.
     */
    private static double cpus(TargetMonitor monitor, double limit) {
        try {
            int allowed = monitor.connection().procFs().status(monitor.jvm().pid()).cpusAllowed();
            return allowed > 0 ? Math.min(limit, allowed) : limit;
        } catch (IOException _) {
            return limit; // the process ends
        }
    }

    private static double number(Map<String, String> flags, String name) {
        String text = flags.getOrDefault(name, "");
        return text.matches("\\d{1,18}") ? Double.parseDouble(text) : Double.NaN;
    }
}
