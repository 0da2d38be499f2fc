/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.profile;

import io.heapsight.jvm.TargetConnection;
import io.heapsight.perfdata.Collector;
import io.heapsight.perfdata.CounterNames;
import io.heapsight.perfdata.Counters;
import io.heapsight.perfdata.CountersGoneException;
import io.heapsight.unit.Reading;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;

/**
 * Finds the time up to which collections have decided which objects live, during a profile. An
 * object allocated later may be garbage that no collection has seen.
 *
 * <p>For a stop-the-world collector, this time is the start of its last pause. ZGC and Shenandoah
 * mark while the program runs, so objects allocated after the start of marking survive until the
 * next cycle. Their counters show only the last pause and, during a cycle, its cause. So the time
 * is that of the last reading before the newest completed cycle. For generational ZGC, only major
 * cycles count: minor ones keep the profiler's sampled objects alive.
 *
 * <p>Not thread-safe.
 */
final class LivenessCutoff {
    private static final String NO_GC = "No GC";

    /** Index of ZGC's pause counters: those of major collections if ZGC is generational. */
    private static final int ZGC_CYCLES = 2;

    /** Index of Shenandoah's pause counters. */
    private static final int SHENANDOAH_CYCLES = 1;

    private final InstantSource clock;
    private Quiet quiet = new Quiet(Instant.EPOCH, -1);
    private Optional<Instant> collectedAt = Optional.empty();

    /** A reading outside of a cycle, and the number of pauses so far. */
    private record Quiet(Instant time, long pauses) {}

    LivenessCutoff(InstantSource clock) {
        this.clock = clock;
    }

    /** Reads the counters; called several times a second. */
    void look(TargetConnection target) {
        if (target.counters() instanceof Reading.Present<Counters>(Counters counters)) {
            look(counters);
        }
    }

    void look(Counters counters) {
        try {
            switch (Collector.of(counters)) {
                case ZGC, ZGC_GENERATIONAL -> lookAtCycles(counters, ZGC_CYCLES);
                case SHENANDOAH, SHENANDOAH_GENERATIONAL ->
                        lookAtCycles(counters, SHENANDOAH_CYCLES);
                default -> collectedAt = LastCollectionStart.of(counters);
            }
        } catch (CountersGoneException _) {
            return; // the target has ended
        }
    }

    private void lookAtCycles(Counters counters, int collector) {
        String name = CounterNames.collector(collector) + ".invocations";
        Instant now = clock.instant();
        long pauses = counters.number(name, 0);
        boolean isQuiet =
                NO_GC.equals(counters.text(CounterNames.GC_CAUSE))
                        && counters.number(name, 0) == pauses;
        if (collectedAt.isEmpty()) {
            collectedAt = Optional.of(now); // the profile begins
        }
        if (isQuiet) {
            if (quiet.pauses >= 0 && quiet.pauses != pauses) {
                collectedAt = Optional.of(quiet.time);
            }
            quiet = new Quiet(now, pauses);
        }
    }

    /**
     * Returns the time; before the first cycle, the start of the profile; empty without counters.
     */
    Optional<Instant> collectedAt() {
        return collectedAt;
    }
}
