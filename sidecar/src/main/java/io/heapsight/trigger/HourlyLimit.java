/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.trigger;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/** A rate limit: at most so many in any hour. Not thread-safe. */
final class HourlyLimit {
    private static final long HOUR = Duration.ofHours(1).toNanos();

    private final int most;
    private final Deque<Long> taken = new ArrayDeque<>();

    HourlyLimit(int most) {
        this.most = most;
    }

    /** Takes one, if the last hour has not had all of them. */
    boolean take(long nanos) {
        while (!taken.isEmpty() && nanos - taken.getFirst() >= HOUR) {
            taken.removeFirst();
        }
        if (taken.size() >= most) {
            return false;
        }
        taken.addLast(nanos);
        return true;
    }
}
