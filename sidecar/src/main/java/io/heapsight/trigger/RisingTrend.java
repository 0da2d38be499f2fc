/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.trigger;

import io.heapsight.stats.SustainedGrowth;
import java.time.Duration;
import java.util.Arrays;

/**
 * Detects whether a figure keeps rising over at least its last window: see {@link SustainedGrowth}.
 * Holds the minimum of each of {@value #ROWS} time spans. Their length doubles when all are full,
 * so that slow rises are also detected. Not thread-safe.
 */
final class RisingTrend {
    private static final int ROWS = 480;
    private static final int ROWS_IN_A_WINDOW = 120;

    /** The share of the window that must have been observed. */
    private static final double FULL = 0.95;

    private static final double NANOS_PER_SECOND = 1e9;

    private final long windowNanos;
    private final double ceiling;
    private final long[] from = new long[ROWS];
    private final double[] least = new double[ROWS];
    private long rowNanos;
    private int size;
    private boolean rising;

    /**
     * Creates a trend without values.
     *
     * @param ceiling of the figure; NaN for none
     */
    RisingTrend(Duration window, double ceiling) {
        windowNanos = window.toNanos();
        rowNanos = windowNanos / ROWS_IN_A_WINDOW;
        this.ceiling = ceiling;
    }

    /** Adds a value. */
    void add(long nanos, double value) {
        if (Double.isNaN(value)) {
            return;
        }
        if (size > 0 && nanos - from[size - 1] < rowNanos) {
            least[size - 1] = Math.min(least[size - 1], value);
            return;
        }
        rising = isFull() && isSustained();
        if (size == ROWS) {
            halve();
        }
        from[size] = nanos;
        least[size] = value;
        size++;
    }

    private void halve() {
        for (int i = 0; i < ROWS; i += 2) {
            from[i / 2] = from[i];
            least[i / 2] = Math.min(least[i], least[i + 1]);
        }
        size = ROWS / 2;
        rowNanos *= 2;
    }

    private boolean isSustained() {
        double[] times = new double[size];
        for (int i = 0; i < size; i++) {
            times[i] = (from[i] - from[size - 1]) / NANOS_PER_SECOND;
        }
        return SustainedGrowth.find(
                        times,
                        Arrays.copyOf(least, size),
                        ceiling,
                        FULL * windowNanos / NANOS_PER_SECOND,
                        SustainedGrowth.Slowing.FILLING)
                .isPresent();
    }

    /** Returns the time from the first value to the last. */
    Duration seen() {
        return size == 0 ? Duration.ZERO : Duration.ofNanos(from[size - 1] - from[0]);
    }

    /** Returns whether enough was observed. */
    boolean isFull() {
        return seen().toNanos() >= FULL * windowNanos && size >= SustainedGrowth.LEAST_STRETCHES;
    }

    boolean isRising() {
        return rising;
    }
}
