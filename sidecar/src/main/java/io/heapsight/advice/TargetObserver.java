/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.advice;

import io.heapsight.jstat.SampleField;
import io.heapsight.jstat.SampleRing;
import io.heapsight.jstat.TargetMonitor;
import io.heapsight.jvm.TargetJvm;
import io.heapsight.memory.MemoryObserver;
import io.heapsight.memory.MemoryView;
import io.heapsight.proc.MachineMemory;
import io.heapsight.proc.ProcFs;
import io.heapsight.run.Run;
import io.heapsight.run.RunColumn;
import io.heapsight.run.RunSamples;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;

/**
 * Observes a target: samples in memory, flags, resident pages of its heap, its runs.
 *
 * @param runs recorded runs of a target with marks
 */
public record TargetObserver(Function<TargetJvm, List<Run>> runs) {
    /** The fields that the advisors need. */
    private static final Set<SampleField> FIELDS =
            Set.of(
                    SampleField.HEAP_USED_BYTES,
                    SampleField.HEAP_COMMITTED_BYTES,
                    SampleField.HEAP_MAX_BYTES,
                    SampleField.NONHEAP_USED_BYTES,
                    SampleField.NONHEAP_COMMITTED_BYTES,
                    SampleField.GC_PAUSE_SECONDS,
                    SampleField.GC_OVERHEAD_RATIO,
                    SampleField.OLD_AFTER_GC_BYTES,
                    SampleField.OLD_AFTER_ANY_GC_RATIO,
                    SampleField.OLD_PERCENT,
                    SampleField.ALLOCATED_BYTES,
                    SampleField.THREADS,
                    SampleField.CLASSES_LOADED,
                    SampleField.CLASSES_UNLOADED,
                    SampleField.CPU_SECONDS,
                    SampleField.GC_CPU_SECONDS,
                    SampleField.RESIDENT_BYTES,
                    SampleField.HEAP_RESIDENT_BYTES,
                    SampleField.CONTAINER_MEMORY_LIMIT_BYTES,
                    SampleField.CONTAINER_MEMORY_SOFT_LIMIT_BYTES,
                    SampleField.CONTAINER_MEMORY_MIN_BYTES,
                    SampleField.CONTAINER_MEMORY_HIGH_BYTES,
                    SampleField.CONTAINER_MEMORY_HIGH_EVENTS,
                    SampleField.CONTAINER_MEMORY_SWAP_BYTES,
                    SampleField.CONTAINER_MEMORY_ZSWAP_BYTES,
                    SampleField.CONTAINER_MEMORY_USAGE_BYTES,
                    SampleField.CONTAINER_MEMORY_WORKING_SET_BYTES,
                    SampleField.CONTAINER_MEMORY_ANON_BYTES,
                    SampleField.CONTAINER_MEMORY_SHMEM_BYTES,
                    SampleField.CONTAINER_MEMORY_KERNEL_BYTES,
                    SampleField.CONTAINER_MEMORY_SOCKET_BYTES,
                    SampleField.CONTAINER_MEMORY_FILE_BYTES,
                    SampleField.CONTAINER_CPU_SOME_PRESSURE_SECONDS,
                    SampleField.CONTAINER_MEMORY_SOME_PRESSURE_SECONDS,
                    SampleField.CONTAINER_CPU_LIMIT_CORES,
                    SampleField.CONTAINER_CPU_PERIODS,
                    SampleField.CONTAINER_CPU_THROTTLED_PERIODS,
                    SampleField.CONTAINER_CPU_THROTTLED_SECONDS);

    /** Combines the measured memory of a target with its samples and flags. */
    public TargetObservation observe(TargetMonitor monitor, MemoryView memory) {
        return new TargetObservation(
                monitor.jvm(),
                samples(monitor.samples()),
                monitor.startMillis(),
                memory.heapResidentBytes(),
                memory.metaspaceCommittedBytes(),
                memory.flags(),
                MemoryObserver.forecast(monitor, memory.flags()),
                Runtime.getRuntime().availableProcessors(),
                machineBytes(
                        MachineMemory.TOTAL.bytes(ProcFs.system()),
                        MachineMemory.AVAILABLE.bytes(ProcFs.system()),
                        monitor.latest()
                                .map(sample -> sample.value(SampleField.RESIDENT_BYTES))
                                .orElse(Double.NaN)),
                MemoryPeaks.of(monitor.memory()),
                runs.apply(monitor.jvm()),
                notes(monitor),
                TargetObservation.Source.SIDECAR);
    }

    /**
     * Returns the machine's memory that a target uses or may still get, without that of other
     * programs; NaN if unknown.
     */
    static double machineBytes(OptionalLong total, OptionalLong available, double residentBytes) {
        double all = total.isPresent() ? total.getAsLong() : Double.NaN;
        return available.isEmpty() || Double.isNaN(residentBytes)
                ? all
                : Math.min(all, available.getAsLong() + residentBytes);
    }

    private static List<String> notes(TargetMonitor monitor) {
        List<String> notes = new ArrayList<>();
        monitor.samples().jumps().forEach(jump -> notes.add(jump.toString()));
        notes.addAll(monitor.notes());
        return notes;
    }

    private static RunSamples samples(SampleRing ring) {
        Map<SampleField, RunColumn> columns = new EnumMap<>(SampleField.class);
        FIELDS.forEach(field -> columns.put(field, RunColumn.of(field)));
        RunSamples.Builder samples = new RunSamples.Builder(Long.MAX_VALUE);
        long[] times = ring.epochMillis();
        for (int i = 0; i < times.length; i++) {
            double[] row = ring.row(i);
            samples.begin(times[i]);
            columns.forEach((field, column) -> samples.put(column, field.in(row)));
        }
        return samples.build();
    }
}
