/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.advice;

import io.heapsight.memory.HeapSource;
import io.heapsight.unit.ByteSize;

/**
 * The sizes that a target runs under, or would with other settings; NaN for one that has no bound.
 *
 * @param limitBytes of the container
 * @param softBytes the soft limit
 * @param heap what sets the heap's maximum
 * @param initialHeapBytes -Xms
 * @param directBytes -XX:MaxDirectMemorySize; NaN where the heap's maximum is that bound
 * @param metaspaceBytes -XX:MaxMetaspaceSize
 * @param moreOutsideBytes what a setting adds to memory outside the heap
 */
record Bounds(
        double limitBytes,
        double softBytes,
        HeapSource heap,
        double initialHeapBytes,
        double directBytes,
        double metaspaceBytes,
        double moreOutsideBytes) {
    double heapMaxBytes() {
        return heap.under(limitBytes);
    }

    /** The most that direct memory may take. */
    double directBound() {
        return Double.isNaN(directBytes) ? heapMaxBytes() : directBytes;
    }

    /**
     * The same with one setting changed.
     *
     * @param tracking what native memory tracking takes
     */
    Bounds with(Advice.Setting setting, double tracking) {
        String value = setting.suggested();
        return switch (setting.option()) {
            case MAX_HEAP -> withHeap(new HeapSource.Fixed(bytes(value)));
            case MAX_RAM_PERCENTAGE ->
                    withHeap(
                            heap instanceof HeapSource.Share share
                                    ? share.with(Double.parseDouble(value))
                                    : heap);
            case INITIAL_HEAP ->
                    new Bounds(
                            limitBytes,
                            softBytes,
                            heap,
                            bytes(value),
                            directBytes,
                            metaspaceBytes,
                            moreOutsideBytes);
            case MAX_DIRECT_MEMORY ->
                    new Bounds(
                            limitBytes,
                            softBytes,
                            heap,
                            initialHeapBytes,
                            bytes(value),
                            metaspaceBytes,
                            moreOutsideBytes);
            case MAX_METASPACE ->
                    new Bounds(
                            limitBytes,
                            softBytes,
                            heap,
                            initialHeapBytes,
                            directBytes,
                            bytes(value),
                            moreOutsideBytes);
            case MEMORY_LIMIT ->
                    new Bounds(
                            bytes(value),
                            softBytes,
                            heap,
                            initialHeapBytes,
                            directBytes,
                            metaspaceBytes,
                            moreOutsideBytes);
            case SOFT_LIMIT ->
                    new Bounds(
                            limitBytes,
                            bytes(value),
                            heap,
                            initialHeapBytes,
                            directBytes,
                            metaspaceBytes,
                            moreOutsideBytes);
            case NATIVE_MEMORY_TRACKING ->
                    new Bounds(
                            limitBytes,
                            softBytes,
                            heap,
                            initialHeapBytes,
                            directBytes,
                            metaspaceBytes,
                            moreOutsideBytes + tracking);
            case METASPACE, COLLECTOR, CPU_LIMIT -> this;
        };
    }

    private Bounds withHeap(HeapSource other) {
        return new Bounds(
                limitBytes,
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
