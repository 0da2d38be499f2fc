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
 * @param liveMayRise whether the live set may have grown since
 * @param outsideRises whether the minimum outside the heap was clearly lower before
 */
record HeapFigures(
        double limit,
        double heapMax,
        double committed,
        double live,
        double outside,
        boolean liveMayRise,
        boolean outsideRises) {
    private static final double STEADY = 1.3;
    private static final double STEADY_BYTES = 16 << 20;
    private static final int QUARTERS = 4;

    static HeapFigures of(TargetMonitor monitor) {
        EffectiveMemoryLimit limit = EffectiveMemoryLimit.of(field -> last(monitor, field));
        double counted = last(monitor, SampleField.HEAP_MAX_BYTES);
        return of(
                monitor.memory(),
                limit.bytes(),
                MemoryBounds.of(monitor.jvm(), HeapFlags.NONE, limit, counted).heapBytes(),
                last(monitor, SampleField.HEAP_COMMITTED_BYTES));
    }

    static HeapFigures of(MemoryHistory.Rows rows, double limit, double heapMax, double committed) {
        double[] heap = rows.heapUsed();
        double[] kept = rows.kept();
        int readings = (int) Arrays.stream(kept).filter(bytes -> !Double.isNaN(bytes)).count();
        int half = heap.length / 2;
        double live = readings > 0 ? kept[lastKnown(kept)] : least(heap, half, heap.length);
        boolean isOld =
                readings > 0 && HeapSinceReading.of(heap, lastKnown(kept)).outdates(live, readings);
        boolean mayRise = rises(heap) || isOld;
        return new HeapFigures(
                limit,
                heapMax,
                committed,
                mayRise && readings == 0 ? Double.NaN : live,
                Arrays.stream(rows.outside())
                        .filter(bytes -> !Double.isNaN(bytes))
                        .max()
                        .orElse(Double.NaN),
                mayRise,
                rises(rows.outside()));
    }

    /** Compares the second half with the second quarter; the first quarter is the start. */
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

    private static int lastKnown(double[] values) {
        int last = values.length - 1;
        while (Double.isNaN(values[last])) {
            last--;
        }
        return last;
    }

    private static double least(double[] values, int from, int to) {
        return Arrays.stream(values, from, to)
                .filter(bytes -> !Double.isNaN(bytes))
                .min()
                .orElse(Double.NaN);
    }
}
