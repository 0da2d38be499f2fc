/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jstat;

import io.heapsight.unit.SteadyClock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ObjLongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The last samples of one target: a bounded ring of rows of doubles, each with its time.
 *
 * <p>Memory: {@code 8 * (width + 1)} bytes a sample, allocated in blocks of {@value #BLOCK} samples
 * as they fill. One hour with one sample of 60 values per second takes 1.7 MiB. Adding a sample is
 * O(width).
 *
 * <p>Thread-safe: one writer, any reader; a reader copies one row at a time.
 */
public final class SampleRing {
    private static final int BLOCK = 60;

    private final int width;
    private final int capacity;
    private final double[] @Nullable [] blocks;
    private final SteadyClock clock;
    private final long[] moments;
    private long added;

    /**
     * Creates an empty ring.
     *
     * @param width values per row
     * @param capacity maximum number of rows
     * @param clock for their times
     */
    public SampleRing(int width, int capacity, SteadyClock clock) {
        if (width < 1 || capacity < 1) {
            throw new IllegalArgumentException("width " + width + ", capacity " + capacity);
        }
        this.width = width;
        this.capacity = capacity;
        blocks = new double[(capacity + BLOCK - 1) / BLOCK][];
        moments = new long[capacity];
        this.clock = clock;
    }

    /** Adds a row; replaces the oldest one if the ring is full. */
    public synchronized void add(long nanos, double[] row) {
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
        moments[slot] = nanos;
        added++;
    }

    /** The number of rows. */
    public synchronized int size() {
        return (int) Math.min(added, capacity);
    }

    /**
     * The time of each row, oldest first, by the current setting of the clock, the same in each
     * call. Times ascend and keep their original distances.
     */
    public synchronized long[] epochMillis() {
        long[] times = new long[size()];
        Arrays.setAll(times, i -> moments[slot(i)]);
        return clock.epochMillis(times);
    }

    /** The times at which the machine's clock was changed since the oldest row. */
    public synchronized List<SteadyClock.Jump> jumps() {
        return added == 0 ? List.of() : clock.jumpsSince(moments[slot(0)]);
    }

    /**
     * One sampled row.
     *
     * @param epochMillis by the current setting of the clock
     * @param values a copy
     */
    public record Row(long epochMillis, List<Double> values) {}

    /**
     * The last rows, oldest first, thinned: only the last row of each step of the window remains,
     * so differences of counters between rows are complete.
     *
     * @param window length in milliseconds
     * @param step in milliseconds
     * @param columns the requested columns, in this order
     */
    public synchronized List<Row> last(long window, long step, List<Integer> columns) {
        long[] times = epochMillis();
        List<Row> kept = new ArrayList<>();
        for (int i = 0; i < times.length; i++) {
            boolean last = i == times.length - 1;
            if (times[times.length - 1] - times[i] < window
                    && (last || times[i] / step < times[i + 1] / step)) {
                double[] row = row(i);
                kept.add(new Row(times[i], columns.stream().map(column -> row[column]).toList()));
            }
        }
        return kept;
    }

    /**
     * Passes the rows of a time span to a consumer, oldest first: a copy of each, and its time.
     *
     * @param from in milliseconds since the epoch, by the current setting of the clock
     * @param to the last millisecond
     */
    public synchronized void between(long from, long to, ObjLongConsumer<double[]> each) {
        long[] times = epochMillis();
        for (int i = 0; i < times.length; i++) {
            if (times[i] >= from && times[i] <= to) {
                each.accept(row(i), times[i]);
            }
        }
    }

    /** Copies a row; 0 is the oldest. */
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
