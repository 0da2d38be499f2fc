/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.fleet;

import io.heapsight.prometheus.MetricSeries;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;

/**
 * The times at which figures are evaluated: every step of a window, both ends included.
 *
 * @param from the first time
 * @param step between two times
 * @param size number of times
 */
public record TimeGrid(Instant from, Duration step, int size) {
    /** The time for which Prometheus repeats the last value of a series. */
    static final Duration STALENESS = Duration.ofMinutes(5);

    /** The default step, a usual scrape interval. */
    private static final Duration LEAST_STEP = Duration.ofSeconds(15);

    /** The number of times above which the default step grows. */
    private static final int USUAL_SIZE = 1000;

    /** The maximum number of times. */
    public static final int MOST_SIZE = 20_000;

    public TimeGrid {
        if (step.toMillis() < 1 || size < 1 || size > MOST_SIZE) {
            throw new IllegalArgumentException(size + " times every " + step);
        }
    }

    /** Returns the grid of a window that ends at a time, which is rounded down to a step. */
    public static TimeGrid of(Instant end, Duration window, Duration step) {
        long millis = step.toMillis();
        long last = Math.floorDiv(end.toEpochMilli(), millis) * millis;
        int steps = Math.toIntExact(Math.max(1, window.toMillis() / millis));
        return new TimeGrid(Instant.ofEpochMilli(last - steps * millis), step, steps + 1);
    }

    /** Returns the default step of a window: 15 s, or a multiple for long windows. */
    public static Duration usualStep(Duration window) {
        long multiple = window.toMillis() / LEAST_STEP.toMillis() / USUAL_SIZE;
        return LEAST_STEP.multipliedBy(Math.max(1, multiple));
    }

    public Instant end() {
        return at(size - 1);
    }

    /** Returns the time from the first to the last. */
    public Duration length() {
        return step.multipliedBy(size - 1L);
    }

    /**
     * Returns three of the times, including the last one, which suffice to see any pod that ran for
     * a while.
     */
    List<Instant> samples() {
        return List.of(at(size / 8), at(size / 2), end());
    }

    /** Returns the expression of the last value of each series in the window, for its end. */
    String lastOf(String vector) {
        return "last_over_time(%s[%s])".formatted(vector, window());
    }

    /** Returns its length in PromQL syntax, extended by the time for which values repeat. */
    String window() {
        return length().plus(STALENESS).toSeconds() + "s";
    }

    /** Returns one of the times; 0 is the first. */
    public Instant at(int index) {
        return Instant.ofEpochMilli(epochMillis(index));
    }

    /** Returns one of the times in milliseconds since the Unix epoch. */
    public long epochMillis(int index) {
        return from.toEpochMilli() + index * step.toMillis();
    }

    /** Returns the part from one index to another, both included. */
    public TimeGrid part(int first, int last) {
        return new TimeGrid(at(first), step, last - first + 1);
    }

    /** Returns one value for each time, NaN for a gap. */
    public double[] values(MetricSeries series) {
        double[] values = new double[size];
        Arrays.fill(values, Double.NaN);
        long first = from.toEpochMilli();
        long each = step.toMillis();
        for (int i = 0; i < series.size(); i++) {
            long index = Math.round((double) (series.epochMillis()[i] - first) / each);
            if (index >= 0 && index < size) {
                values[(int) index] = series.values()[i];
            }
        }
        return values;
    }
}
