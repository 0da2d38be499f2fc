/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.profile;

import io.heapsight.perfdata.CounterNames;
import io.heapsight.perfdata.Counters;
import java.time.Instant;
import java.util.Optional;

/**
 * Computes when the last collection of a stop-the-world collector started, from the target's
 * counters. For objects allocated later, no collection has decided yet whether they are alive.
 */
final class LastCollectionStart {
    /** Counters of the young and the full collections; others are pauses of concurrent cycles. */
    private static final int COLLECTORS = 2;

    private static final double NANOS_PER_SECOND = 1e9;

    private LastCollectionStart() {}

    /** Returns the start; before the first collection, that of the JVM; empty without counters. */
    static Optional<Instant> of(Counters counters) {
        long started = counters.number(CounterNames.VM_STARTED, 0);
        long frequency = counters.number(CounterNames.TICKS_PER_SECOND, 0);
        if (started <= 0 || frequency <= 0) {
            return Optional.empty();
        }
        long ticks = 0;
        for (int i = 0; i < COLLECTORS; i++) {
            String begun = CounterNames.collector(i) + ".lastEntryTime";
            ticks = Math.max(ticks, counters.number(begun, 0));
        }
        double nanos = ticks * (NANOS_PER_SECOND / frequency);
        return Optional.of(Instant.ofEpochMilli(started).plusNanos(Math.round(nanos)));
    }
}
