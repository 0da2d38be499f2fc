/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.otlp;

import io.heapsight.unit.Labelled;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/** Counts pushes by outcome, and keeps the last failure. Thread-safe. */
public final class OtlpPushCounts {
    /** The outcome of a push. */
    public enum Outcome implements Labelled {
        /** The receiver accepted everything. */
        ACCEPTED,
        /** The receiver dropped some points. */
        PARTIAL,
        /** All attempts failed, or the receiver refused. */
        FAILED
    }

    private final Map<Outcome, Long> counts = new EnumMap<>(Outcome.class);
    private Optional<String> fault = Optional.empty();

    public OtlpPushCounts() {
        for (Outcome each : Outcome.values()) {
            counts.put(each, 0L);
        }
    }

    synchronized void add(Outcome outcome, String reason) {
        counts.merge(outcome, 1L, Long::sum);
        fault = outcome == Outcome.ACCEPTED ? Optional.empty() : Optional.of(reason);
    }

    /** All counts, including outcomes that never occurred. */
    public synchronized Map<Outcome, Long> all() {
        return new EnumMap<>(counts);
    }

    /** Why the last push did not succeed; empty if it did, or if there was none. */
    public synchronized Optional<String> fault() {
        return fault;
    }
}
