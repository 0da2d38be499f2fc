/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.memory;

import io.heapsight.attach.JcmdCommand;
import io.heapsight.heap.layout.HeapFlags;
import io.heapsight.jstat.HeapInfo;
import io.heapsight.jstat.Sample;
import io.heapsight.jstat.SampleField;
import io.heapsight.jstat.SampleRing;
import io.heapsight.jstat.TargetMonitor;
import io.heapsight.memory.MemoryTable.Told;
import io.heapsight.proc.AddressSpace;
import io.heapsight.target.TargetConnection;
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
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * Measures where a target's memory is.
 *
 * @param commandTimeout of each of the two questions to the target
 * @param memories where what it says of its native memory is kept
 */
public record MemoryObserver(
        Duration commandTimeout, NativeMemoryCache memories, InstantSource clock) {
    /** Looks; asks the target for its flags and its own count, if commands reach it. */
    public MemoryView observe(TargetMonitor monitor, CancelSignal cancel) {
        List<String> notes = new ArrayList<>();
        TargetConnection target = monitor.connection();
        Optional<Sample> sample = monitor.latest();
        Told told =
                new Told(
                        heap(target, cancel),
                        heapMax(target, sample, cancel),
                        bytes(sample, SampleField.HEAP_COMMITTED_BYTES),
                        bytes(sample, SampleField.NONHEAP_COMMITTED_BYTES),
                        nativeMemory(target, cancel, notes));
        Reading<MemoryTable> table = table(target, told, notes);
        monitor.samples().jumps().forEach(jump -> notes.add(jump.toString()));
        return new MemoryView(
                monitor.jvm(),
                clock.instant(),
                table,
                notes,
                container(sample),
                forecast(monitor, sample));
    }

    /** What of the heap is resident now; empty when its pages can't be told. */
    public OptionalLong heapResidentBytes(TargetMonitor monitor, CancelSignal cancel) {
        TargetConnection target = monitor.connection();
        Optional<Sample> sample = monitor.latest();
        Told told =
                new Told(
                        heap(target, cancel),
                        bytes(sample, SampleField.HEAP_MAX_BYTES),
                        bytes(sample, SampleField.HEAP_COMMITTED_BYTES),
                        OptionalLong.empty(),
                        Optional.empty());
        return table(target, told, new ArrayList<>()).toOptional().stream()
                .flatMap(table -> table.rows().stream())
                .filter(row -> row.part() == Part.HEAP)
                .mapToLong(MemoryTable.Row::residentBytes)
                .findFirst();
    }

    private static Reading<MemoryTable> table(
            TargetConnection target, Told told, List<String> notes) {
        AddressSpace space;
        try {
            space = target.procFs().addressSpace(target.jvm().pid());
        } catch (IOException e) {
            return Reading.missing(
                    "the target's mappings can't be read: "
                            + IoReason.of(e)
                            + "; /doctor names the line to change");
        }
        if (!space.isComplete()) {
            notes.add(
                    "the target has more mappings than heapsight reads: the table lacks the others");
        }
        MemoryTable table = MemoryTable.of(space, told);
        if (table.rows().stream().noneMatch(row -> row.part() == Part.HEAP)) {
            notes.add("the heap was not found among the mappings: it is part of the rest");
        }
        return Reading.of(table);
    }

    private Optional<HeapInfo.Range> heap(TargetConnection target, CancelSignal cancel) {
        try {
            return HeapInfo.parse(target.jcmd(JcmdCommand.HEAP_INFO, commandTimeout, cancel))
                    .reserved()
                    .toOptional();
        } catch (ProblemException _) {
            return Optional.empty(); // it is looked for by its size
        }
    }

    private OptionalLong heapMax(
            TargetConnection target, Optional<Sample> sample, CancelSignal cancel) {
        try {
            String flags = target.jcmd(JcmdCommand.FLAGS, commandTimeout, cancel);
            String size = HeapFlags.parse(flags).values().get("MaxHeapSize");
            if (size != null) {
                return OptionalLong.of(ByteSize.parse(size).bytes());
            }
        } catch (ProblemException | IllegalArgumentException _) {
            // What follows is nearly as good.
        }
        return bytes(sample, SampleField.HEAP_MAX_BYTES); // which leaves out a survivor space
    }

    private Optional<NativeMemory> nativeMemory(
            TargetConnection target, CancelSignal cancel, List<String> notes) {
        Reading<NativeMemory> read;
        try {
            read = memories.ask(target, commandTimeout, cancel);
        } catch (ProblemException e) {
            read = Reading.missing("the JVM can't be asked: " + e.problem().title());
        }
        if (read instanceof Reading.Missing<NativeMemory>(String reason)) {
            notes.add(
                    "direct buffers, the collector's own and large malloc blocks can't be told"
                            + " apart: "
                            + reason);
        }
        return read.toOptional();
    }

    private static MemoryView.Container container(Optional<Sample> sample) {
        return new MemoryView.Container(
                bytes(sample, SampleField.CONTAINER_MEMORY_LIMIT_BYTES),
                bytes(sample, SampleField.CONTAINER_MEMORY_SOFT_LIMIT_BYTES),
                bytes(sample, SampleField.CONTAINER_MEMORY_USAGE_BYTES),
                bytes(sample, SampleField.CONTAINER_MEMORY_WORKING_SET_BYTES),
                bytes(sample, SampleField.CONTAINER_MEMORY_ANON_BYTES),
                bytes(sample, SampleField.CONTAINER_MEMORY_FILE_BYTES),
                bytes(sample, SampleField.CONTAINER_MEMORY_KERNEL_BYTES),
                bytes(sample, SampleField.CONTAINER_MEMORY_SWAP_BYTES));
    }

    private static Forecast forecast(TargetMonitor monitor, Optional<Sample> sample) {
        SampleRing ring = monitor.samples();
        long[] times = ring.epochMillis();
        double[] bytes = new double[times.length];
        for (int i = 0; i < times.length; i++) {
            double[] row = ring.row(i);
            double anon = SampleField.CONTAINER_MEMORY_ANON_BYTES.in(row);
            double kernel = SampleField.CONTAINER_MEMORY_KERNEL_BYTES.in(row);
            bytes[i] =
                    Double.isNaN(anon)
                            ? SampleField.RESIDENT_BYTES.in(row)
                            : anon + (Double.isNaN(kernel) ? 0 : kernel);
        }
        OptionalLong limit = bytes(sample, SampleField.CONTAINER_MEMORY_LIMIT_BYTES);
        return Forecast.of(
                times,
                bytes,
                limit.isPresent() ? OptionalDouble.of(limit.getAsLong()) : OptionalDouble.empty(),
                monitor.startMillis());
    }

    private static OptionalLong bytes(Optional<Sample> sample, SampleField signal) {
        double value = sample.map(each -> each.value(signal)).orElse(Double.NaN);
        return Double.isNaN(value) ? OptionalLong.empty() : OptionalLong.of((long) value);
    }
}
