/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.trigger;

import io.heapsight.stats.LinearTrend;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * Says whether a figure rises over a window: chance alone would hardly make its trend, and the rise
 * is at least half a per cent of the value, as in the forecast of {@code GET /memory}. Keeps
 * {@value #POINTS} values at most. Not thread-safe.
 */
final class RisingTrend {
    private static final int POINTS = 240;
    private static final double LEVEL = 0.95;
    private static final double LEAST_RISE = 0.005;

    /** Of the window: what has to be seen of it. */
    private static final double FULL = 0.95;

    private static final double NANOS_PER_SECOND = 1e9;

    private record Point(long nanos, double value) {}

    private final long windowNanos;
    private final Deque<Point> points = new ArrayDeque<>();
    private boolean rising;

    RisingTrend(Duration window) {
        windowNanos = window.toNanos();
    }

    /** Takes in a value; one that comes too soon after the last one is left out. */
    void add(long nanos, double value) {
        boolean soon = !points.isEmpty() && nanos - points.getLast().nanos() < windowNanos / POINTS;
        if (Double.isNaN(value) || soon) {
            return;
        }
        points.addLast(new Point(nanos, value));
        while (nanos - points.getFirst().nanos() > windowNanos) {
            points.removeFirst();
        }
        rising = isFull() && trend().filter(this::rises).isPresent();
    }

    private Optional<LinearTrend> trend() {
        long last = points.getLast().nanos();
        double[] times =
                points.stream().mapToDouble(p -> (p.nanos() - last) / NANOS_PER_SECOND).toArray();
        double[] values = points.stream().mapToDouble(Point::value).toArray();
        return LinearTrend.of(times, values, LEVEL);
    }

    private boolean rises(LinearTrend trend) {
        double rise = trend.slope().value() * windowNanos / NANOS_PER_SECOND;
        return trend.isRising() && rise >= LEAST_RISE * points.getLast().value();
    }

    /** How much of the window was seen. */
    Duration seen() {
        return points.isEmpty()
                ? Duration.ZERO
                : Duration.ofNanos(points.getLast().nanos() - points.getFirst().nanos());
    }

    /** Whether that is enough to tell. */
    boolean isFull() {
        return seen().toNanos() >= FULL * windowNanos && points.size() >= LinearTrend.leastValues();
    }

    boolean isRising() {
        return rising;
    }
}
