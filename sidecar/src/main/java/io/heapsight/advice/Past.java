/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.advice;

import io.heapsight.jstat.SampleField;
import io.heapsight.memory.HeapSource;
import java.util.Arrays;

/**
 * The recorded past of a target, as sizes.
 *
 * @param now its present sizes
 * @param live its live set
 * @param cost of its collections
 * @param trends of its memory
 * @param outsideBytes maximum outside the heap that can't be reclaimed; NaN if unknown
 * @param kernelBytes maximum of kernel memory; NaN if unknown
 * @param mappedBytes maximum of mapped file pages that it ran from; NaN if unknown
 * @param peakBytes maximum that can't be reclaimed; NaN if unknown
 * @param metaspaceBytes maximum of committed metaspace; NaN if unknown
 */
record Past(
        Observation seen,
        Bounds now,
        LiveSet live,
        CollectionCost cost,
        Trends trends,
        double outsideBytes,
        double kernelBytes,
        double mappedBytes,
        double peakBytes,
        double metaspaceBytes) {
    private static final int MANY_READINGS = 3;

    static Past of(Observation seen) {
        double limit = seen.series(SampleField.CONTAINER_MEMORY_LIMIT_BYTES).last();
        Bounds now =
                new Bounds(
                        limit,
                        seen.series(SampleField.CONTAINER_MEMORY_HIGH_BYTES).last(),
                        seen.series(SampleField.CONTAINER_MEMORY_SOFT_LIMIT_BYTES).last(),
                        HeapSource.of(seen.jvm().flags(), seen.heapMaxBytes(), limit),
                        seen.commandLineBytes("-Xms", "-XX:InitialHeapSize=", "-XX:MinHeapSize="),
                        positive(seen.flagBytes("MaxDirectMemorySize", "-XX:MaxDirectMemorySize=")),
                        seen.flagBytes("MaxMetaspaceSize", "-XX:MaxMetaspaceSize="),
                        0);
        LiveSet live = LiveSet.of(seen);
        double outside = outside(seen);
        double kernel = seen.series(SampleField.CONTAINER_MEMORY_KERNEL_BYTES).max();
        double peak = new Series(seen.unreclaimable()).max();
        return new Past(
                seen,
                now,
                live,
                CollectionCost.of(seen.samples(), usedHeap(seen), live.p95Bytes()),
                Trends.of(seen),
                outside,
                kernel,
                new Series(mapped(seen)).max(),
                peak,
                new Series(MetaspaceSeries.of(seen).committed()).max());
    }

    private static double outside(Observation seen) {
        OutsideHeap outside = OutsideHeap.of(seen);
        Series likely = new Series(outside.likely());
        return likely.isEmpty() ? outside.now() : likely.max();
    }

    /** Returns the size; the JVM reports an unset one as zero. */
    private static double positive(double bytes) {
        return bytes > 0 ? bytes : Double.NaN;
    }

    /** Returns the heap during the recorded collections: committed, or else used. */
    private static double usedHeap(Observation seen) {
        Series committed = seen.series(SampleField.HEAP_COMMITTED_BYTES);
        return committed.isEmpty()
                ? seen.series(SampleField.HEAP_USED_BYTES).max()
                : committed.max();
    }

    /** Returns mapped file pages; the kernel can drop them, but the program runs from them. */
    private static double[] mapped(Observation seen) {
        double[] resident = seen.samples().values(SampleField.RESIDENT_BYTES);
        double[] file = seen.samples().values(SampleField.CONTAINER_MEMORY_FILE_BYTES);
        double[] held = Observation.heldByGroup(seen.samples());
        Arrays.setAll(
                resident, i -> Math.clamp(resident[i] - held[i], 0, Math.max(0, orNone(file[i]))));
        return resident;
    }

    /** Returns the memory that the limit must hold beside the heap. */
    double besideHeap() {
        return orNone(outsideBytes) + pages();
    }

    /**
     * Returns the memory that the limit must hold with a heap of this size, without a reserve. It
     * is an upper bound if the heap is not known separately.
     */
    double full(double heapBytes) {
        double outside = Double.isNaN(outsideBytes) ? peakBytes : outsideBytes;
        double heap = Double.isNaN(heapBytes) ? 0 : heapBytes;
        return Math.max(peakBytes, heap + outside) + pages();
    }

    /** Returns the same memory as a lower bound, from certain values only. */
    double least(double heapBytes) {
        return Double.isNaN(outsideBytes) ? peakBytes + pages() : full(heapBytes);
    }

    /** Returns the maximum charged memory that can't be dropped. */
    double held() {
        return peakBytes + orNone(kernelBytes);
    }

    private double pages() {
        return orNone(kernelBytes) + orNone(mappedBytes);
    }

    /**
     * Returns whether the growth since the last collection of the old generation exceeds the
     * garbage that earlier collections found.
     */
    boolean isStale() {
        double[] after = seen.samples().values(SampleField.OLD_AFTER_GC_BYTES);
        int last = after.length - 1;
        while (last > 0 && Double.isNaN(after[last])) {
            last--;
        }
        double[] used = seen.samples().values(SampleField.HEAP_USED_BYTES);
        double before = new Series(Arrays.copyOf(used, Math.max(0, last))).max();
        boolean isShown = live.readings() >= MANY_READINGS && live.sinceBytes() <= before;
        return live.isStale() && !isShown;
    }

    /**
     * Returns the maximum possible direct memory: the memory outside the heap without metaspace.
     */
    double directBytes() {
        double outside = Double.isNaN(outsideBytes) ? peakBytes : outsideBytes;
        return Math.max(0, outside - orNone(metaspaceBytes));
    }

    static double orNone(double bytes) {
        return Double.isNaN(bytes) ? 0 : bytes;
    }
}
