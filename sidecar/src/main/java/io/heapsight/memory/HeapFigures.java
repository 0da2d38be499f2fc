/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.memory;

import io.heapsight.heap.layout.HeapFlags;
import io.heapsight.jstat.EffectiveMemoryLimit;
import io.heapsight.jstat.MemoryHistory;
import io.heapsight.jstat.SampleField;
import io.heapsight.jstat.TargetMonitor;
import java.util.Arrays;

/**
 * Figures of the heap and the limit of a target from its samples; NaN if unknown.
 *
 * @param limit of the container
 * @param heapMax maximum heap size
 * @param committed of the heap, at the end
 * @param live heap in use after the last collection of the old generation, or else its recent
 *     minimum, an upper bound
 * @param outside maximum charged memory outside the heap
 * @param floorRises whether the minimum in use was clearly lower before
 * @param outsideRises the same of the memory outside the heap
 */
record HeapFigures(
        double limit,
        double heapMax,
        double committed,
        double live,
        double outside,
        boolean floorRises,
        boolean outsideRises) {
    private static final double STEADY = 1.3;
    private static final double STEADY_BYTES = 16 << 20;
    private static final int QUARTERS = 4;

    static HeapFigures of(TargetMonitor monitor) {
        EffectiveMemoryLimit limit = EffectiveMemoryLimit.of(field -> last(monitor, field));
        double counted = last(monitor, SampleField.HEAP_MAX_BYTES);
        MemoryHistory.Rows rows = monitor.memory();
        double[] heap = rows.heapUsed();
        double kept = last(rows.kept());
        return new HeapFigures(
                limit.bytes(),
                MemoryBounds.of(monitor.jvm(), HeapFlags.NONE, limit, counted).heapBytes(),
                last(monitor, SampleField.HEAP_COMMITTED_BYTES),
                Double.isNaN(kept) ? least(heap, heap.length / 2, heap.length) : kept,
                Arrays.stream(rows.outside())
                        .filter(bytes -> !Double.isNaN(bytes))
                        .max()
                        .orElse(Double.NaN),
                Double.isNaN(kept) && rises(heap),
                rises(rows.outside()));
    }

    /** Compares the second half with the second quarter: the first one is the start. */
    static boolean rises(double[] values) {
        int size = values.length;
        if (size < QUARTERS) {
            return false;
        }
        double before = least(values, size / QUARTERS, size / 2);
        return least(values, size / 2, size) > STEADY * before + STEADY_BYTES;
    }

    private static double last(TargetMonitor monitor, SampleField field) {
        return monitor.latest().map(sample -> sample.value(field)).orElse(Double.NaN);
    }

    private static double last(double[] values) {
        for (int i = values.length - 1; i >= 0; i--) {
            if (!Double.isNaN(values[i])) {
                return values[i];
            }
        }
        return Double.NaN;
    }

    private static double least(double[] values, int from, int to) {
        return Arrays.stream(values, from, to)
                .filter(bytes -> !Double.isNaN(bytes))
                .min()
                .orElse(Double.NaN);
    }
}
