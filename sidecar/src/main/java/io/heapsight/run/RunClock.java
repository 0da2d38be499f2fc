/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.run;

import io.heapsight.unit.SteadyClock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/**
 * The clock of a run: the time of day at its start plus the elapsed monotonic time. Times in a run
 * are therefore in order even if the machine's clock is changed. Not thread-safe, except {@link
 * #now}.
 */
final class RunClock {
    private final SteadyClock clock;
    private final Instant started;
    private final long startedNanos;
    private long toldNanos;

    /**
     * A clock that starts now.
     *
     * @param sinceNanos start of the previous run: a clock set back since then makes the order of
     *     both unknown
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

    /** Returns the time of this clock at a moment of the monotonic clock. */
    Instant at(long nanos) {
        return started.plusNanos(nanos - startedNanos).truncatedTo(ChronoUnit.MILLIS);
    }

    Instant now() {
        return at(clock.nanoTime());
    }

    /** Returns new changes of the machine's clock, in sentences. */
    List<String> news() {
        List<SteadyClock.Jump> jumps = clock.jumpsSince(toldNanos);
        if (!jumps.isEmpty()) {
            toldNanos = jumps.getLast().nanos();
        }
        return jumps.stream().map(SteadyClock.Jump::toString).toList();
    }
}
