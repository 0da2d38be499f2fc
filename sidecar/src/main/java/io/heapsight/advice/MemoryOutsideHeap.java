/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.advice;

import io.heapsight.jstat.SampleField;
import io.heapsight.run.RunSamples;
import java.util.Arrays;

/**
 * Lower and upper bounds, at each sample, of the memory outside the heap that can't be reclaimed;
 * NaN if unknown.
 *
 * <p>The kernel shows the presently resident pages of the heap. The resident size at a sample is at
 * least the maximum in use until then, since emptied spaces keep their pages. It is at most the
 * committed size and, while that doesn't shrink, the present resident size.
 *
 * @param most with the smallest possible resident heap
 * @param least with the largest possible one
 * @param now with the present one; NaN if unknown
 */
@SuppressWarnings("ArrayRecordComponent")
record MemoryOutsideHeap(double[] most, double[] least, double now) {
    static MemoryOutsideHeap of(TargetObservation seen) {
        RunSamples samples = seen.samples();
        int size = samples.size();
        double[] held = TargetObservation.heldByGroup(samples);
        double[] used = samples.values(SampleField.HEAP_USED_BYTES);
        double[] committed = samples.values(SampleField.HEAP_COMMITTED_BYTES);
        double committedNow = size == 0 ? Double.NaN : committed[size - 1];
        double resident = resident(seen, committedNow);
        // If its start was not observed, presently resident pages were already resident.
        double touched = seen.isSeenFromStart() || Double.isNaN(resident) ? 0 : resident;
        double[] most = new double[size];
        double[] least = new double[size];
        for (int i = 0; i < size; i++) {
            boolean known = !Double.isNaN(held[i] + used[i] + committed[i]);
            touched = known ? Math.min(committed[i], Math.max(touched, used[i])) : touched;
            boolean bounded = committed[i] <= committedNow && !Double.isNaN(resident);
            double full = bounded ? Math.min(committed[i], resident) : committed[i];
            most[i] = known ? Math.max(0, held[i] - touched) : Double.NaN;
            least[i] = known ? Math.clamp(held[i] - full, 0, most[i]) : Double.NaN;
        }
        double now = size == 0 ? Double.NaN : Math.max(0, held[size - 1] - resident);
        return new MemoryOutsideHeap(most, least, now);
    }

    /**
     * Returns the present resident heap, bounded by the committed size. Older ZGC maps its heap
     * three times, so that the kernel counts a page up to three times.
     */
    private static double resident(TargetObservation seen, double committedNow) {
        return seen.heapResidentBytes().isEmpty()
                ? Double.NaN
                : Double.isNaN(committedNow)
                        ? seen.heapResidentBytes().getAsLong()
                        : Math.min(seen.heapResidentBytes().getAsLong(), committedNow);
    }

    /** Returns the series closest to the present value. */
    double[] likely() {
        double[] likely = most.clone();
        for (int i = 0; i < likely.length && !Double.isNaN(now); i++) {
            likely[i] = Double.isNaN(most[i]) ? Double.NaN : Math.clamp(now, least[i], most[i]);
        }
        return likely;
    }

    /** Returns its growth, at the level of the present value. */
    double[] trend() {
        double last = most.length == 0 ? Double.NaN : most[most.length - 1];
        double tooMuch = Double.isNaN(now + last) ? 0 : Math.max(0, last - now);
        return Arrays.stream(most).map(bytes -> Math.max(0, bytes - tooMuch)).toArray();
    }
}
