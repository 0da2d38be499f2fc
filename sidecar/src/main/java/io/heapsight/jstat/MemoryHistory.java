/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jstat;

import java.util.Arrays;

/**
 * Stores the memory figures of one target over its whole life in fixed space. At first, a row
 * covers a few seconds. When all rows are full, rows are merged in pairs, so that each covers twice
 * the time.
 *
 * <p>Memory: {@value #ROWS} rows of six values, 41 KiB a target. Adding is O(1), halving O(rows).
 *
 * <p>Thread-safe.
 */
public final class MemoryHistory {
    private static final int ROWS = 720;
    private static final long FIRST_MILLIS = 5000;

    private final long[] from = new long[ROWS];
    private final double[] charged = none();
    private final double[] heap = none();
    private final double[] outside = none();
    private final double[] heapUsed = none();
    private final double[] kept = none();
    private final double[] metaspace = none();
    private long rowMillis = FIRST_MILLIS;
    private int size;

    /**
     * Rows, oldest first.
     *
     * @param epochMillis start of each row
     * @param charged minimum of the container's charged memory that can't be reclaimed, with swap
     * @param heap bytes of the heap in memory and swap at the last reading; NaN without one
     * @param outside minimum of charged memory outside the heap; NaN without a reading
     * @param heapUsed minimum of the heap in use
     * @param kept minimum of heap use after a collection of the old generation; NaN without one
     * @param metaspace committed, at the end
     */
    @SuppressWarnings("ArrayRecordComponent") // copies
    public record Rows(
            long[] epochMillis,
            double[] charged,
            double[] heap,
            double[] outside,
            double[] heapUsed,
            double[] kept,
            double[] metaspace) {}

    private static double[] none() {
        double[] values = new double[ROWS];
        Arrays.fill(values, Double.NaN);
        return values;
    }

    /** Adds a sample; NaN for unknown values. Times ascend. */
    public synchronized void add(
            long millis,
            double chargedBytes,
            double heapUsedBytes,
            double keptBytes,
            double metaspaceBytes) {
        int row = row(millis);
        charged[row] = least(charged[row], chargedBytes);
        heapUsed[row] = least(heapUsed[row], heapUsedBytes);
        kept[row] = least(kept[row], keptBytes);
        metaspace[row] = last(metaspace[row], metaspaceBytes);
    }

    /** Adds the size of the heap in memory and swap, and the charged memory at that moment. */
    public synchronized void addHeap(long millis, double chargedBytes, double heapBytes) {
        if (Double.isNaN(chargedBytes + heapBytes)) {
            return;
        }
        int row = row(millis);
        heap[row] = heapBytes;
        outside[row] = least(outside[row], Math.max(0, chargedBytes - heapBytes));
    }

    /** Copies all rows. */
    public synchronized Rows rows() {
        return new Rows(
                Arrays.copyOf(from, size),
                Arrays.copyOf(charged, size),
                Arrays.copyOf(heap, size),
                Arrays.copyOf(outside, size),
                Arrays.copyOf(heapUsed, size),
                Arrays.copyOf(kept, size),
                Arrays.copyOf(metaspace, size));
    }

    private int row(long millis) {
        if (size > 0 && millis < from[size - 1] + rowMillis) {
            return size - 1;
        }
        if (size == ROWS) {
            halve();
            return row(millis);
        }
        from[size] = millis;
        size++;
        return size - 1;
    }

    private void halve() {
        for (int i = 0; i < ROWS; i += 2) {
            int to = i / 2;
            from[to] = from[i];
            charged[to] = least(charged[i], charged[i + 1]);
            heap[to] = last(heap[i], heap[i + 1]);
            outside[to] = least(outside[i], outside[i + 1]);
            heapUsed[to] = least(heapUsed[i], heapUsed[i + 1]);
            kept[to] = least(kept[i], kept[i + 1]);
            metaspace[to] = last(metaspace[i], metaspace[i + 1]);
        }
        size = ROWS / 2;
        rowMillis *= 2;
        clear(charged, heap, outside, heapUsed, kept, metaspace);
    }

    private void clear(double[]... columns) {
        for (double[] column : columns) {
            Arrays.fill(column, size, ROWS, Double.NaN);
        }
    }

    private static double least(double a, double b) {
        return Double.isNaN(a) || b < a ? b : a;
    }

    private static double last(double a, double b) {
        return Double.isNaN(b) ? a : b;
    }
}
