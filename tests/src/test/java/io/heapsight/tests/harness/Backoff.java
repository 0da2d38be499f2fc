/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests.harness;

import java.time.Duration;
import org.awaitility.pollinterval.IterativePollInterval;
import org.awaitility.pollinterval.PollInterval;

/**
 * Poll intervals that grow by half up to 300 ms: each poll takes CPU time of the engine or of the
 * sidecar, which tests that run at the same time need.
 */
final class Backoff {
    private static final Duration LONGEST = Duration.ofMillis(300);

    private Backoff() {}

    /** Starts with this interval. */
    static PollInterval from(Duration first) {
        return IterativePollInterval.iterative(Backoff::next, first);
    }

    private static Duration next(Duration last) {
        Duration next = last.multipliedBy(3).dividedBy(2);
        return next.compareTo(LONGEST) < 0 ? next : LONGEST;
    }
}
