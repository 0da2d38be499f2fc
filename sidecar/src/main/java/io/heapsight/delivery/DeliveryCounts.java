/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.delivery;

import io.heapsight.unit.Labelled;
import java.util.EnumMap;
import java.util.Map;

/** Counts deliveries by outcome. Thread-safe. */
public final class DeliveryCounts {
    /** The outcome of a delivery. */
    public enum Outcome implements Labelled {
        /** The receiver accepted it. */
        DELIVERED,
        /** All attempts failed. */
        FAILED,
        /** The queue was full. */
        DROPPED
    }

    private final Map<Outcome, Long> counts = new EnumMap<>(Outcome.class);

    public DeliveryCounts() {
        for (Outcome each : Outcome.values()) {
            counts.put(each, 0L);
        }
    }

    synchronized void add(Outcome outcome) {
        counts.merge(outcome, 1L, Long::sum);
    }

    /** All counts, including outcomes that never occurred. */
    public synchronized Map<Outcome, Long> all() {
        return new EnumMap<>(counts);
    }
}
