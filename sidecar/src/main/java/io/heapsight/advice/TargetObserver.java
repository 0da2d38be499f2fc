/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.advice;

import io.heapsight.attach.JcmdCommand;
import io.heapsight.heap.layout.HeapFlags;
import io.heapsight.jstat.SampleRing;
import io.heapsight.jstat.Signal;
import io.heapsight.jstat.TargetMonitor;
import io.heapsight.memory.MemoryObserver;
import io.heapsight.run.Run;
import io.heapsight.run.RunColumn;
import io.heapsight.run.RunSamples;
import io.heapsight.target.TargetConnection;
import io.heapsight.target.TargetJvm;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.ProblemException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * Gathers what is known of a target: the samples that are in memory, its flags, the pages of its
 * heap, runs of it.
 *
 * @param runs that were recorded of a target, with marks
 * @param memory tells what of the heap is resident
 * @param commandTimeout of the question for the flags
 */
public record TargetObserver(
        Function<TargetJvm, List<Run>> runs, MemoryObserver memory, Duration commandTimeout) {
    /** What the advisors look at. */
    private static final Set<Signal> SIGNALS =
            Set.of(
                    Signal.HEAP_USED_BYTES,
                    Signal.HEAP_COMMITTED_BYTES,
                    Signal.HEAP_MAX_BYTES,
                    Signal.NONHEAP_USED_BYTES,
                    Signal.NONHEAP_COMMITTED_BYTES,
                    Signal.GC_PAUSE_SECONDS,
                    Signal.GC_OVERHEAD_RATIO,
                    Signal.OLD_AFTER_GC_BYTES,
                    Signal.CLASSES_LOADED,
                    Signal.CLASSES_UNLOADED,
                    Signal.CPU_SECONDS,
                    Signal.RESIDENT_BYTES,
                    Signal.CONTAINER_MEMORY_LIMIT_BYTES,
                    Signal.CONTAINER_MEMORY_SOFT_LIMIT_BYTES,
                    Signal.CONTAINER_MEMORY_WORKING_SET_BYTES,
                    Signal.CONTAINER_MEMORY_ANON_BYTES,
                    Signal.CONTAINER_MEMORY_KERNEL_BYTES,
                    Signal.CONTAINER_CPU_LIMIT_CORES,
                    Signal.CONTAINER_CPU_PERIODS,
                    Signal.CONTAINER_CPU_THROTTLED_PERIODS,
                    Signal.CONTAINER_CPU_THROTTLED_SECONDS);

    /** Looks; asks the target for its flags, if commands reach it. */
    public Observation observe(TargetMonitor monitor, CancelSignal cancel) {
        return new Observation(
                monitor.jvm(),
                samples(monitor.samples()),
                monitor.startMillis(),
                memory.heapResidentBytes(monitor, cancel),
                flags(monitor.connection(), cancel),
                Runtime.getRuntime().availableProcessors(),
                runs.apply(monitor.jvm()),
                monitor.samples().jumps().stream().map(Object::toString).toList());
    }

    private HeapFlags flags(TargetConnection target, CancelSignal cancel) {
        try {
            return HeapFlags.parse(target.jcmd(JcmdCommand.FLAGS, commandTimeout, cancel));
        } catch (ProblemException _) {
            return HeapFlags.NONE; // advice says what can't be told for that
        }
    }

    private static RunSamples samples(SampleRing ring) {
        Map<Signal, RunColumn> columns = new EnumMap<>(Signal.class);
        SIGNALS.forEach(signal -> columns.put(signal, RunColumn.of(signal)));
        RunSamples.Builder samples = new RunSamples.Builder(Long.MAX_VALUE);
        long[] times = ring.epochMillis();
        for (int i = 0; i < times.length; i++) {
            double[] row = ring.row(i);
            samples.begin(times[i]);
            columns.forEach((signal, column) -> samples.put(column, signal.in(row)));
        }
        return samples.build();
    }
}
