/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.webhook;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/** Counts events by outcome. Thread-safe. */
public final class WebhookCounts {
    /** The outcome of an event. */
    public enum Outcome {
        /** The receiver accepted the event. */
        DELIVERED,
        /** All attempts failed. */
        FAILED,
        /** The queue was full. */
        DROPPED;

        /** "delivered". */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private final Map<Outcome, Long> counts = new EnumMap<>(Outcome.class);

    public WebhookCounts() {
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
