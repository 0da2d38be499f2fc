/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.trigger;

import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Counts the firings of each trigger since the start. Thread-safe. */
public final class TriggerCounts {
    /**
     * A trigger and what became of it.
     *
     * @param counts by outcome; all are there
     */
    public record Row(Trigger trigger, Map<FiringOutcome, Long> counts, Optional<Firing> last) {}

    /**
     * The last time that a trigger fired.
     *
     * @param target its name
     * @param percent what the signal's value was
     * @param result where it is served; "" where it isn't
     */
    public record Firing(
            Instant at, String target, double percent, FiringOutcome outcome, String result) {}

    private static final class Counts {
        private final Map<FiringOutcome, Long> byOutcome = new EnumMap<>(FiringOutcome.class);
        private @Nullable Firing last;

        Counts() {
            for (FiringOutcome outcome : FiringOutcome.values()) {
                byOutcome.put(outcome, 0L);
            }
        }
    }

    private final Map<Trigger, Counts> all = new LinkedHashMap<>();

    public TriggerCounts(List<Trigger> triggers) {
        triggers.forEach(trigger -> all.put(trigger, new Counts()));
    }

    /** Counts a firing. */
    public synchronized void add(Trigger trigger, Firing firing) {
        Counts counts = all.computeIfAbsent(trigger, _ -> new Counts());
        counts.byOutcome.merge(firing.outcome(), 1L, Long::sum);
        counts.last = firing;
    }

    /** One row a trigger, in the order of the configuration. */
    public synchronized List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        all.forEach(
                (trigger, counts) ->
                        rows.add(
                                new Row(
                                        trigger,
                                        new EnumMap<>(counts.byOutcome),
                                        Optional.ofNullable(counts.last))));
        return rows;
    }
}
