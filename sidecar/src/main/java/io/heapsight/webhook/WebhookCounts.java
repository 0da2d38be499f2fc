/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.webhook;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/** How many events came to which end. Thread-safe. */
public final class WebhookCounts {
    /** What became of an event. */
    public enum Outcome {
        /** The receiver has it. */
        DELIVERED,
        /** It was tried, and given up. */
        FAILED,
        /** Too many waited already. */
        DROPPED;

        /** "delivered". */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private final Map<Outcome, Long> counts = new EnumMap<>(Outcome.class);

    /** None yet. */
    public WebhookCounts() {
        for (Outcome each : Outcome.values()) {
            counts.put(each, 0L);
        }
    }

    synchronized void add(Outcome outcome) {
        counts.merge(outcome, 1L, Long::sum);
    }

    /** All of them, also those of which there is none. */
    public synchronized Map<Outcome, Long> all() {
        return new EnumMap<>(counts);
    }
}
