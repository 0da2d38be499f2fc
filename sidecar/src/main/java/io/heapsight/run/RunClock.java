/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.run;

import io.heapsight.unit.SteadyClock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/**
 * The clock of a run: the time of day at its start, and what passed since then. So times in a run
 * are ordered and have the measured distances, even if the machine's clock is changed. Not
 * thread-safe, except {@link #now}.
 */
final class RunClock {
    private final SteadyClock clock;
    private final Instant started;
    private final long startedNanos;
    private long toldNanos;

    /**
     * A clock that starts now.
     *
     * @param sinceNanos when the run before it began: from then on the clock must not have been set
     *     for the order of both to be known
     */
    RunClock(SteadyClock clock, long sinceNanos) {
        this.clock = clock;
        clock.follow();
        this.startedNanos = clock.nanoTime();
        this.started = clock.at(startedNanos).truncatedTo(ChronoUnit.MILLIS);
        this.toldNanos = sinceNanos;
    }

    Instant started() {
        return started;
    }

    /** The time of this clock at a moment. */
    Instant at(long nanos) {
        return started.plusNanos(nanos - startedNanos).truncatedTo(ChronoUnit.MILLIS);
    }

    Instant now() {
        return at(clock.nanoTime());
    }

    /** New changes of the machine's clock, in sentences. */
    List<String> news() {
        List<SteadyClock.Jump> jumps = clock.jumpsSince(toldNanos);
        if (!jumps.isEmpty()) {
            toldNanos = jumps.getLast().nanos();
        }
        return jumps.stream().map(SteadyClock.Jump::toString).toList();
    }
}
