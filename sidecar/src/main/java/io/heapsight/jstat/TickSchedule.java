/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jstat;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Schedules ticks on a fixed grid that starts at the first tick. A tick that is due while the
 * previous one is still running is skipped and counted, so ticks never pile up.
 *
 * <p>Not thread-safe, except for {@link #missed}. Times are from {@link System#nanoTime}.
 */
final class TickSchedule {
    private final long intervalNanos;
    private long next;
    private final AtomicLong missed = new AtomicLong();

    TickSchedule(long firstNanos, long intervalNanos) {
        if (intervalNanos < 1) {
            throw new IllegalArgumentException("interval " + intervalNanos);
        }
        this.next = firstNanos;
        this.intervalNanos = intervalNanos;
    }

    /** Time until the next tick; 0 if it is due. */
    long nanosUntilNext(long now) {
        return Math.max(0, next - now);
    }

    /** Ends a tick: sets the next one, on the grid and in the future. */
    void done(long now) {
        next += intervalNanos;
        long late = now - next;
        if (late > 0) {
            long skipped = (late + intervalNanos - 1) / intervalNanos;
            missed.addAndGet(skipped);
            next += skipped * intervalNanos;
        }
    }

    long missed() {
        return missed.get();
    }
}
