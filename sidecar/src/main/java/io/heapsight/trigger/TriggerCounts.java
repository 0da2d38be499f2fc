/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.trigger;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Counts the firings of each rule since the start, and stores the last ones. Thread-safe. */
public final class TriggerCounts {
    private static final int MOST_FIRINGS = 5;

    /**
     * A rule and its firings.
     *
     * @param counts by outcome, including zero
     * @param firings the last ones, newest first
     */
    public record Row(Rule rule, Map<FiringOutcome, Long> counts, List<Firing> firings) {
        /** Returns the last firing, if there is one. */
        public Optional<Firing> last() {
            return firings.stream().findFirst();
        }
    }

    /**
     * One firing of a rule.
     *
     * @param target its name
     * @param value of the condition's figure, 0 to 1 for a share; NaN if missing
     * @param shown the value, formatted
     * @param actions their outcomes
     */
    public record Firing(
            Instant at,
            String target,
            double value,
            String shown,
            FiringOutcome outcome,
            List<ActionResult> actions) {
        public Firing {
            actions = List.copyOf(actions);
        }

        /** Returns the path of the first result; "" if there is none. */
        public String result() {
            return actions.stream()
                    .map(ActionResult::result)
                    .filter(result -> !result.isEmpty())
                    .findFirst()
                    .orElse("");
        }
    }

    private static final class Counts {
        private final Rule rule;
        private final Map<FiringOutcome, Long> byOutcome = new EnumMap<>(FiringOutcome.class);
        private final Deque<Firing> firings = new ArrayDeque<>();

        Counts(Rule rule) {
            this.rule = rule;
            for (FiringOutcome outcome : FiringOutcome.values()) {
                byOutcome.put(outcome, 0L);
            }
        }
    }

    private final Map<String, Counts> all = new LinkedHashMap<>();

    public TriggerCounts(List<Rule> rules) {
        rules.forEach(rule -> all.put(rule.name(), new Counts(rule)));
    }

    /** Counts a firing. */
    public synchronized void add(Rule rule, Firing firing) {
        Counts counts = all.computeIfAbsent(rule.name(), _ -> new Counts(rule));
        counts.byOutcome.merge(firing.outcome(), 1L, Long::sum);
        counts.firings.addFirst(firing);
        if (counts.firings.size() > MOST_FIRINGS) {
            counts.firings.removeLast();
        }
    }

    /** Returns one row per rule, in the order of the configuration. */
    public synchronized List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        for (Counts counts : all.values()) {
            rows.add(
                    new Row(
                            counts.rule,
                            new EnumMap<>(counts.byOutcome),
                            List.copyOf(counts.firings)));
        }
        return rows;
    }
}
