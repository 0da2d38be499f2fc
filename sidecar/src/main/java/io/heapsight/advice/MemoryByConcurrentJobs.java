/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.advice;

import static io.heapsight.unit.NanFigures.orZero;

import io.heapsight.jstat.SampleField;
import io.heapsight.run.ProgressMark;
import io.heapsight.run.Run;
import io.heapsight.run.RunSamples;
import java.util.ArrayList;
import java.util.List;

/**
 * The memory of a target with a number of concurrent jobs, from one mark to the next.
 *
 * @param jobs number of concurrent jobs
 * @param liveBytes of the heap after the last collection of the old generation; NaN if none ran
 * @param outsideBytes maximum charged memory outside the heap that can't be reclaimed; all charged
 *     memory if the heap is unknown
 * @param heapBytes maximum resident or else committed heap; 0 if unknown
 * @param isHeapRead whether the kernel showed the resident heap
 */
record MemoryByConcurrentJobs(
        double jobs, double liveBytes, double outsideBytes, double heapBytes, boolean isHeapRead) {
    /** Returns the levels while the number of jobs rises, since a grown heap hardly shrinks. */
    static List<MemoryByConcurrentJobs> rising(Run run) {
        List<ProgressMark> marks =
                run.marks().stream().filter(mark -> mark.kind() == ProgressMark.Kind.JOBS).toList();
        List<MemoryByConcurrentJobs> levels = new ArrayList<>();
        double most = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < marks.size(); i++) {
            ProgressMark mark = marks.get(i);
            if (mark.value() <= most) {
                continue;
            }
            most = mark.value();
            long from = mark.at().toEpochMilli();
            long to = i + 1 < marks.size() ? marks.get(i + 1).at().toEpochMilli() : Long.MAX_VALUE;
            MemoryByConcurrentJobs level = of(run.samples(), mark.value(), from, to);
            if (level.outsideBytes > 0 || !Double.isNaN(level.liveBytes)) {
                levels.add(level);
            }
        }
        return levels;
    }

    private static MemoryByConcurrentJobs of(RunSamples samples, double jobs, long from, long to) {
        double[] held = TargetObservation.heldByGroup(samples);
        double[] process = samples.values(SampleField.RESIDENT_BYTES);
        double live = Double.NaN;
        double resident = Double.NaN;
        double beside = 0;
        double least = 0;
        double committed = 0;
        for (int i = 0; i < samples.size(); i++) {
            long at = samples.epochMillis(i);
            if (at < from || at >= to) {
                continue;
            }
            double kernel = samples.value(SampleField.CONTAINER_MEMORY_KERNEL_BYTES, i);
            double charged = Double.isNaN(held[i]) ? process[i] : held[i] + orZero(kernel);
            double left = samples.value(SampleField.OLD_AFTER_GC_BYTES, i);
            live = Double.isNaN(left) ? live : left;
            double heap = samples.value(SampleField.HEAP_RESIDENT_BYTES, i);
            if (!Double.isNaN(heap)) {
                resident = Double.isNaN(resident) ? heap : Math.max(resident, heap);
                beside = most(beside, charged - heap);
            }
            double reserved = samples.value(SampleField.HEAP_COMMITTED_BYTES, i);
            committed = most(committed, reserved);
            least = most(least, charged - orZero(reserved));
        }
        boolean read = !Double.isNaN(resident);
        return new MemoryByConcurrentJobs(
                jobs, live, read ? beside : least, read ? resident : committed, read);
    }

    private static double most(double most, double bytes) {
        return bytes > most ? bytes : most;
    }
}
