/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.trigger;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongFunction;

/** The state of all rules of one target. Not thread-safe. */
final class TargetRules {
    /**
     * A rule whose actions are due.
     *
     * @param value of its condition's figure; NaN if missing
     * @param shown the value, formatted
     * @param allowed false if a limit of the target is reached
     * @param actions remaining ones
     */
    record Due(
            Rule rule, double value, String shown, boolean allowed, List<TriggerAction> actions) {}

    /**
     * The number of checks within the predicted time to a level: container memory often rises
     * faster and faster.
     */
    private static final int LOOKS = 8;

    private static final Duration LEAST_WAIT = Duration.ofMillis(20);

    /**
     * A rule and its limits.
     *
     * @param limit of its firings, which rules without their own limit share
     * @param retries limit of repeated actions of a firing, of this rule alone
     */
    private record Watched(RuleStateMachine state, RateLimit limit, RateLimit retries) {
        boolean take(long nanos) {
            return (state.startsAnew(nanos) ? limit : retries).take(nanos);
        }
    }

    private final Map<String, Watched> watched = new LinkedHashMap<>();

    /**
     * @param rules that apply to this target
     */
    TargetRules(List<Rule> rules, TriggerSettings settings) {
        RateLimit shared = new RateLimit(settings.mostPerHour(), Duration.ofHours(1));
        for (Rule rule : rules) {
            FiringLimits limits = rule.limits();
            RateLimit own =
                    new RateLimit(
                            limits.count().orElse(settings.mostPerHour()),
                            limits.count().isPresent() ? limits.window() : Duration.ofHours(1));
            watched.put(
                    rule.name(),
                    new Watched(
                            new RuleStateMachine(rule, settings.coolDown()),
                            limits.count().isPresent() ? own : shared,
                            own));
        }
    }

    /**
     * Processes the values of a moment; returns due rules in order of configuration.
     *
     * @param values of the figures
     */
    List<Due> evaluate(FigureValues values, long nanos) {
        List<Due> due = new ArrayList<>();
        for (Watched each : watched.values()) {
            if (each.state.isDue(values, nanos)) {
                due.add(due(each, nanos));
            }
        }
        return due;
    }

    /**
     * Returns the time of the next evaluation, since container memory may rise faster than the
     * sample interval shows. Empty if no memory rule is close to its level.
     */
    Optional<Duration> nextWanted() {
        return watched.values().stream()
                .map(Watched::state)
                .flatMapToLong(state -> state.nanosToLevel().stream())
                .min()
                .stream()
                .mapToObj(nanos -> Duration.ofNanos(Math.max(nanos / LOOKS, LEAST_WAIT.toNanos())))
                .findFirst();
    }

    /** Returns the rules that are due at the target's end. */
    List<Due> atDeath(long nanos) {
        return watched.values().stream()
                .filter(each -> each.state.isDueAtDeath(nanos))
                .map(each -> due(each, nanos))
                .toList();
    }

    private static Due due(Watched each, long nanos) {
        RuleStateMachine state = each.state;
        boolean allowed = each.take(nanos);
        Due due =
                new Due(
                        state.rule(),
                        state.value(),
                        Double.isNaN(state.value()) ? "" : state.shown(state.value()),
                        allowed,
                        state.actions(nanos));
        if (allowed) {
            state.fired(nanos);
        } else {
            state.heldBack(nanos);
        }
        return due;
    }

    /** Restores a firing under an earlier sidecar. */
    void firedBefore(Rule rule, Duration ago, boolean done, long nanos) {
        state(rule).firedBefore(ago, done, nanos);
    }

    /** Records actions of a rule that could not be done. */
    void notDone(Rule rule, List<TriggerAction> remaining, long nanos) {
        state(rule).notDone(remaining, nanos);
    }

    /** Returns the current state of a rule, also of one for other targets. */
    RuleStateMachine.Look look(Rule rule, long nanos, LongFunction<Instant> times) {
        return watched.containsKey(rule.name())
                ? state(rule).look(nanos, times)
                : new RuleStateMachine.Look(Double.NaN, "", Optional.empty(), rule.notForThis());
    }

    /** Returns why a rule never fired, also for one for other targets. */
    String whyNever(Rule rule, LongFunction<Instant> times) {
        return watched.containsKey(rule.name()) ? state(rule).whyNever(times) : rule.notForThis();
    }

    private RuleStateMachine state(Rule rule) {
        Watched each = watched.get(rule.name());
        if (each == null) {
            throw new IllegalArgumentException("not watched: " + rule);
        }
        return each.state;
    }
}
