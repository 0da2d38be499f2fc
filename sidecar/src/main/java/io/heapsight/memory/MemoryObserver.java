/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.memory;

import io.heapsight.attach.JcmdCommand;
import io.heapsight.cgroup.Cgroup;
import io.heapsight.heap.layout.HeapFlags;
import io.heapsight.jstat.CodeHeap;
import io.heapsight.jstat.EffectiveMemoryLimit;
import io.heapsight.jstat.HeapInfo;
import io.heapsight.jstat.Sample;
import io.heapsight.jstat.SampleField;
import io.heapsight.jstat.TargetMonitor;
import io.heapsight.jvm.TargetConnection;
import io.heapsight.jvm.TargetJvm;
import io.heapsight.memory.MemoryTable.Told;
import io.heapsight.proc.AddressSpace;
import io.heapsight.proc.ProcessThread;
import io.heapsight.unit.ByteSize;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.IoReason;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Reading;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Measures the memory of a target.
 *
 * @param commandTimeout of each command
 * @param memories stores native memory reports
 */
public record MemoryObserver(
        Duration commandTimeout, NativeMemoryCache memories, InstantSource clock) {
    /**
     * The first JDK that has {@code System.trim_native_heap} in all recent updates; some of JDK 11
     * have it, too.
     */
    public static final int FIRST_WITH_TRIM = 17;

    private static final long LARGE_ARENAS = 64L << 20;

    private static final int FIRST_WITH_CODE_HEAPS = 9;

    /** Reading the names of so many threads takes a tenth of a second. */
    private static final int MOST_THREADS = 5000;

    /** Measures; queries the target for its flags and native memory, if it accepts commands. */
    public MemoryView observe(TargetMonitor monitor, CancelSignal cancel) {
        List<String> notes = new ArrayList<>();
        TargetConnection target = monitor.connection();
        Optional<Sample> sample = monitor.latest();
        Optional<HeapInfo> info = heapInfo(target, cancel);
        HeapFlags flags = flags(target, cancel);
        range(info).ifPresent(monitor::heapAt);
        OptionalLong metaspace = metaspaceCommitted(target, info, cancel);
        Told told =
                new Told(
                        range(info),
                        heapMax(flags, sample),
                        heapCommitted(info, sample),
                        metaspace.isPresent()
                                ? metaspace
                                : bytes(sample, SampleField.NONHEAP_COMMITTED_BYTES),
                        nativeMemory(target, cancel, notes));
        Reading<MemoryTable> table = table(target, told, threads(target, notes), notes);
        table.toOptional().flatMap(found -> trimNote(monitor.jvm(), found)).ifPresent(notes::add);
        groupsAbove(target, notes);
        monitor.heapPagesMissing().ifPresent(reason -> notes.add(byCommitted(reason)));
        monitor.samples().jumps().forEach(jump -> notes.add(jump.toString()));
        notes.addAll(monitor.notes());
        return new MemoryView(
                monitor.jvm(),
                clock.instant(),
                flags,
                metaspace,
                table,
                notes,
                info.map(_ -> codeHeaps(target, cancel)).orElse(List.of()),
                told.nativeMemory().flatMap(_ -> memories.growth(monitor.jvm())),
                container(sample),
                forecast(monitor, flags).whole());
    }

    /** Names the remedy for large arenas, which may contain freed memory. */
    static Optional<String> trimNote(TargetJvm jvm, MemoryTable table) {
        long arenas =
                table.rows().stream()
                        .filter(row -> row.part() == MemoryPart.MALLOC)
                        .mapToLong(MemoryTable.Row::residentBytes)
                        .sum();
        return arenas < LARGE_ARENAS || jvm.javaMajor().orElse(0) < FIRST_WITH_TRIM
                ? Optional.empty()
                : Optional.of(
                        "malloc's arenas hold %s, used or freed: POST /trim gives the freed part"
                                        .formatted(new ByteSize(arenas))
                                + " back to the kernel");
    }

    /** Notes the group that sets the container's limits, if it is not the target's own. */
    private static void groupsAbove(TargetConnection target, List<String> notes) {
        Cgroup.find(target.procFs(), target.jvm().pid())
                .toOptional()
                .ifPresent(group -> notes.addAll(group.above().sentences()));
    }

    private static Reading<MemoryTable> table(
            TargetConnection target, Told told, List<ProcessThread> threads, List<String> notes) {
        AddressSpace space;
        try {
            space = target.procFs().addressSpace(target.jvm().pid());
        } catch (IOException e) {
            return Reading.missing(
                    "the target's mappings can't be read: "
                            + IoReason.of(e)
                            + "; see /doctor for the line to change");
        }
        if (space.mappings().isEmpty()) {
            return Reading.missing("the target has no memory mappings any more: it is ending");
        }
        if (!space.isComplete()) {
            notes.add(
                    "the target has more mappings than heapsight reads: the table omits the"
                            + " others");
        }
        MemoryTable table = MemoryTable.of(space, told, threads);
        if (table.rows().stream().noneMatch(row -> row.part() == MemoryPart.HEAP)) {
            notes.add("the heap was not found among the mappings: it is counted in the rest");
        }
        return Reading.of(table);
    }

    private static List<ProcessThread> threads(TargetConnection target, List<String> notes) {
        try {
            List<ProcessThread> threads = target.procFs().threads(target.jvm().pid(), MOST_THREADS);
            if (threads.size() == MOST_THREADS) {
                notes.add(
                        "the target has more threads than heapsight reads: threadStacks omits"
                                + " the newest");
            }
            return threads;
        } catch (IOException _) {
            return List.of(); // the note about the mappings has the reason
        }
    }

    private List<CodeHeap> codeHeaps(TargetConnection target, CancelSignal cancel) {
        if (target.jvm().javaMajor().orElse(FIRST_WITH_CODE_HEAPS) < FIRST_WITH_CODE_HEAPS) {
            return List.of();
        }
        try {
            return CodeHeap.parse(target.jcmd(JcmdCommand.CODE_CACHE, commandTimeout, cancel));
        } catch (ProblemException _) {
            return List.of(); // the part code-cache has the sum
        }
    }

    private Optional<HeapInfo> heapInfo(TargetConnection target, CancelSignal cancel) {
        try {
            return Optional.of(
                    HeapInfo.parse(target.jcmd(JcmdCommand.HEAP_INFO, commandTimeout, cancel)));
        } catch (ProblemException _) {
            return Optional.empty(); // the heap is found by its size
        }
    }

    private static Optional<HeapInfo.Range> range(Optional<HeapInfo> info) {
        return info.flatMap(each -> each.reserved().toOptional());
    }

    private static OptionalLong committed(Optional<HeapInfo> info, HeapInfo.Space space) {
        return info.flatMap(each -> each.usage(space).toOptional()).stream()
                .mapToLong(HeapInfo.Usage::committedBytes)
                .findFirst();
    }

    private static OptionalLong heapCommitted(Optional<HeapInfo> info, Optional<Sample> sample) {
        OptionalLong now = committed(info, HeapInfo.Space.HEAP);
        return now.isPresent() ? now : bytes(sample, SampleField.HEAP_COMMITTED_BYTES);
    }

    /**
     * Returns the current metaspace; counters show it after the last collection, when it may have
     * been far smaller. Empty if the target can't be queried.
     */
    private OptionalLong metaspaceCommitted(
            TargetConnection target, Optional<HeapInfo> info, CancelSignal cancel) {
        OptionalLong now = committed(info, HeapInfo.Space.METASPACE);
        if (now.isPresent() || info.isEmpty()) {
            return now;
        }
        try {
            String reply = target.jcmd(JcmdCommand.METASPACE, commandTimeout, cancel);
            return MetaspaceReport.committed(reply).toOptional().stream()
                    .mapToLong(ByteSize::bytes)
                    .findFirst();
        } catch (ProblemException _) {
            return OptionalLong.empty();
        }
    }

    private HeapFlags flags(TargetConnection target, CancelSignal cancel) {
        try {
            return HeapFlags.parse(target.jcmd(JcmdCommand.FLAGS, commandTimeout, cancel));
        } catch (ProblemException _) {
            return HeapFlags.NONE;
        }
    }

    private static OptionalLong heapMax(HeapFlags flags, Optional<Sample> sample) {
        try {
            String size = flags.values().get("MaxHeapSize");
            if (size != null) {
                return OptionalLong.of(ByteSize.parse(size).bytes());
            }
        } catch (IllegalArgumentException _) {
            // the fallback is nearly as exact
        }
        return bytes(sample, SampleField.HEAP_MAX_BYTES); // lacks a survivor space
    }

    private Optional<NativeMemory> nativeMemory(
            TargetConnection target, CancelSignal cancel, List<String> notes) {
        Reading<NativeMemory> read;
        try {
            read = memories.ask(target, commandTimeout, cancel);
        } catch (ProblemException e) {
            read = Reading.missing("the JVM does not answer: " + e.problem().title());
        }
        if (read instanceof Reading.Missing<NativeMemory>(String reason)) {
            notes.add(
                    "direct buffers, the collector's own memory and large malloc blocks can't be"
                            + " separated: "
                            + reason);
        }
        return read.toOptional();
    }

    private static MemoryView.Container container(Optional<Sample> sample) {
        return new MemoryView.Container(
                bytes(sample, SampleField.CONTAINER_MEMORY_LIMIT_BYTES),
                bytes(sample, SampleField.CONTAINER_MEMORY_HIGH_BYTES),
                bytes(sample, SampleField.CONTAINER_MEMORY_SOFT_LIMIT_BYTES),
                bytes(sample, SampleField.CONTAINER_MEMORY_MIN_BYTES),
                bytes(sample, SampleField.CONTAINER_MEMORY_SWAP_LIMIT_BYTES),
                bytes(sample, SampleField.CONTAINER_MEMORY_USAGE_BYTES),
                bytes(sample, SampleField.CONTAINER_MEMORY_WORKING_SET_BYTES),
                bytes(sample, SampleField.CONTAINER_MEMORY_ANON_BYTES),
                bytes(sample, SampleField.CONTAINER_MEMORY_FILE_BYTES),
                bytes(sample, SampleField.CONTAINER_MEMORY_SHMEM_BYTES),
                bytes(sample, SampleField.CONTAINER_MEMORY_KERNEL_BYTES),
                bytes(sample, SampleField.CONTAINER_MEMORY_SOCKET_BYTES),
                bytes(sample, SampleField.CONTAINER_MEMORY_SWAP_CACHED_BYTES),
                bytes(sample, SampleField.CONTAINER_MEMORY_SWAP_BYTES),
                bytes(sample, SampleField.CONTAINER_MEMORY_ZSWAPPED_BYTES),
                bytes(sample, SampleField.CONTAINER_MEMORY_ZSWAP_BYTES));
    }

    /** Forecasts by the target's command line and counters; sends it no command. */
    public static MemoryForecast forecast(TargetMonitor monitor) {
        return forecast(monitor, HeapFlags.NONE);
    }

    /**
     * Forecasts the memory of a target.
     *
     * @param flags printed by the target
     */
    public static MemoryForecast forecast(TargetMonitor monitor, HeapFlags flags) {
        Optional<Sample> sample = monitor.latest();
        return MemoryForecast.of(
                monitor.memory(),
                MemoryBounds.of(
                                monitor.jvm(),
                                flags,
                                EffectiveMemoryLimit.of(field -> number(sample, field)),
                                number(sample, SampleField.HEAP_MAX_BYTES))
                        .with(sample.map(Sample::unchargedBytes).orElse(0.0)),
                monitor.startMillis());
    }

    private static double number(Optional<Sample> sample, SampleField field) {
        return sample.map(each -> each.value(field)).orElse(Double.NaN);
    }

    private static String byCommitted(String reason) {
        return "the forecast counts all committed memory as heap because the heap's pages can't be"
                + " read: "
                + reason
                + ". Growth outside the heap may be hidden by heap pages that were never touched";
    }

    private static OptionalLong bytes(Optional<Sample> sample, SampleField signal) {
        double value = sample.map(each -> each.value(signal)).orElse(Double.NaN);
        return Double.isNaN(value) ? OptionalLong.empty() : OptionalLong.of((long) value);
    }
}
