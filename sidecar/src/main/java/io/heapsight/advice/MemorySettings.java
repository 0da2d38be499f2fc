/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.advice;

import io.heapsight.jstat.EffectiveMemoryLimit;
import io.heapsight.memory.MaxHeapSource;
import io.heapsight.unit.ByteSize;

/**
 * The memory settings of a target, present or changed ones; NaN if unbounded.
 *
 * @param limitBytes of the container
 * @param highBytes {@code memory.high}, above which the kernel throttles the container
 * @param softBytes the soft limit
 * @param heap source of the maximum heap size
 * @param initialHeapBytes -Xms
 * @param directBytes -XX:MaxDirectMemorySize; NaN if the maximum heap size is that bound
 * @param metaspaceBytes -XX:MaxMetaspaceSize
 * @param moreOutsideBytes growth of memory outside the heap caused by a setting
 */
record MemorySettings(
        double limitBytes,
        double highBytes,
        double softBytes,
        MaxHeapSource heap,
        double initialHeapBytes,
        double directBytes,
        double metaspaceBytes,
        double moreOutsideBytes) {
    double heapMaxBytes() {
        return heap.under(limitBytes);
    }

    private EffectiveMemoryLimit effective() {
        return EffectiveMemoryLimit.of(limitBytes, highBytes);
    }

    /** Returns the maximum use without throttling: the tighter of limit and {@code memory.high}. */
    double heldBytes() {
        return effective().bytes();
    }

    /** Returns whether the kernel throttles the container before it reaches its limit. */
    boolean isThrottledFirst() {
        return effective().isHigh();
    }

    /** "limit of 512 MiB", "memory.high of 300 MiB". */
    String heldWords() {
        return (isThrottledFirst() ? "memory.high of " : "limit of ")
                + SizeFormatter.words(heldBytes());
    }

    /** Returns the bound of direct memory. */
    double directBound() {
        return Double.isNaN(directBytes) ? heapMaxBytes() : directBytes;
    }

    /**
     * Returns a copy with one setting changed.
     *
     * @param tracking memory of native memory tracking
     */
    MemorySettings with(Advice.Setting setting, double tracking) {
        String value = setting.suggested();
        return switch (setting.option()) {
            case MAX_HEAP -> withHeap(new MaxHeapSource.Fixed(bytes(value)));
            case MAX_RAM_PERCENTAGE ->
                    withHeap(
                            heap instanceof MaxHeapSource.Share share
                                    ? share.with(Double.parseDouble(value))
                                    : heap);
            case INITIAL_HEAP ->
                    with(limitBytes, softBytes, bytes(value), directBytes, metaspaceBytes);
            case MAX_DIRECT_MEMORY ->
                    with(limitBytes, softBytes, initialHeapBytes, bytes(value), metaspaceBytes);
            case MAX_METASPACE ->
                    with(limitBytes, softBytes, initialHeapBytes, directBytes, bytes(value));
            case MEMORY_LIMIT ->
                    with(bytes(value), softBytes, initialHeapBytes, directBytes, metaspaceBytes);
            case SOFT_LIMIT ->
                    with(limitBytes, bytes(value), initialHeapBytes, directBytes, metaspaceBytes);
            case NATIVE_MEMORY_TRACKING -> withMoreOutside(tracking);
            case SOFT_MAX_HEAP, METASPACE, COLLECTOR, CPU_LIMIT, CPU_REQUEST -> this;
        };
    }

    private MemorySettings with(
            double limit, double soft, double initialHeap, double direct, double metaspace) {
        return new MemorySettings(
                limit, highBytes, soft, heap, initialHeap, direct, metaspace, moreOutsideBytes);
    }

    private MemorySettings withMoreOutside(double bytes) {
        return new MemorySettings(
                limitBytes,
                highBytes,
                softBytes,
                heap,
                initialHeapBytes,
                directBytes,
                metaspaceBytes,
                moreOutsideBytes + bytes);
    }

    private MemorySettings withHeap(MaxHeapSource other) {
        return new MemorySettings(
                limitBytes,
                highBytes,
                softBytes,
                other,
                initialHeapBytes,
                directBytes,
                metaspaceBytes,
                moreOutsideBytes);
    }

    private static double bytes(String size) {
        return ByteSize.parse(size).bytes();
    }
}
