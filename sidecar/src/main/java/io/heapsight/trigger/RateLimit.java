/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.trigger;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/** Limits the number of events in a sliding window. Not thread-safe. */
final class RateLimit {
    private final int most;
    private final long windowNanos;
    private final Deque<Long> taken = new ArrayDeque<>();

    RateLimit(int most, Duration window) {
        this.most = most;
        this.windowNanos = window.toNanos();
    }

    /** Takes one slot, if the window has one left. */
    boolean take(long nanos) {
        while (!taken.isEmpty() && nanos - taken.getFirst() >= windowNanos) {
            taken.removeFirst();
        }
        if (taken.size() >= most) {
            return false;
        }
        taken.addLast(nanos);
        return true;
    }
}
