/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jstat;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The last samples of one target: a bounded ring of rows of doubles, each with the time it was
 * taken.
 *
 * <p>Memory: {@code 8 * (width + 1)} bytes a sample, taken in blocks of {@value #BLOCK} samples as
 * they fill: an hour at one sample a second of 60 values is 1.7 MiB. Adding a sample is O(width).
 *
 * <p>Thread-safe: one writer, any reader; a reader copies one row at a time.
 */
public final class SampleRing {
    private static final int BLOCK = 60;

    private final int width;
    private final int capacity;
    private final double[] @Nullable [] blocks;
    private final long[] times;
    private long added;

    /**
     * An empty ring.
     *
     * @param width values in a row
     * @param capacity rows that are kept
     */
    public SampleRing(int width, int capacity) {
        if (width < 1 || capacity < 1) {
            throw new IllegalArgumentException("width " + width + ", capacity " + capacity);
        }
        this.width = width;
        this.capacity = capacity;
        blocks = new double[(capacity + BLOCK - 1) / BLOCK][];
        times = new long[capacity];
    }

    /** Takes in a row, over the oldest one when the ring is full. */
    public synchronized void add(long epochMillis, double[] row) {
        if (row.length != width) {
            throw new IllegalArgumentException(row.length + " values, not " + width);
        }
        int slot = (int) (added % capacity);
        double[] block = blocks[slot / BLOCK];
        if (block == null) {
            block = new double[BLOCK * width];
            blocks[slot / BLOCK] = block;
        }
        System.arraycopy(row, 0, block, slot % BLOCK * width, width);
        times[slot] = epochMillis;
        added++;
    }

    /** How many rows there are. */
    public synchronized int size() {
        return (int) Math.min(added, capacity);
    }

    /** When the row was taken; 0 is the oldest row. */
    public synchronized long epochMillis(int index) {
        return times[slot(index)];
    }

    /** A copy of a row; 0 is the oldest. */
    public synchronized double[] row(int index) {
        int slot = slot(index);
        double[] block = blocks[slot / BLOCK];
        if (block == null) {
            throw new IllegalStateException("no block for row " + index);
        }
        int from = slot % BLOCK * width;
        return Arrays.copyOfRange(block, from, from + width);
    }

    private int slot(int index) {
        if (index < 0 || index >= size()) {
            throw new IndexOutOfBoundsException(index + " of " + size());
        }
        return (int) ((added - size() + index) % capacity);
    }
}
