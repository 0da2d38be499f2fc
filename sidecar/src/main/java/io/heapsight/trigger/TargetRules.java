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
     * A rule whose actions are wanted now.
     *
     * @param value of its condition's figure; NaN where that has none
     * @param shown the value for people
     * @param allowed false when the target has had enough for now
     * @param actions what is still to be done
     */
    record Due(
            Rule rule, double value, String shown, boolean allowed, List<TriggerAction> actions) {}

    /** On the way to a level: what fills a container often does so faster and faster. */
    private static final int LOOKS = 8;

    private static final Duration LEAST_WAIT = Duration.ofMillis(20);

    private record Watched(RuleState state, SlidingLimit limit) {}

    private final Map<String, Watched> watched = new LinkedHashMap<>();

    /**
     * @param rules that are for this target
     */
    TargetRules(List<Rule> rules, TriggerSettings settings) {
        SlidingLimit shared = new SlidingLimit(settings.mostPerHour(), Duration.ofHours(1));
        for (Rule rule : rules) {
            Limits limits = rule.limits();
            watched.put(
                    rule.name(),
                    new Watched(
                            new RuleState(rule, settings.coolDown()),
                            limits.count().isPresent()
                                    ? new SlidingLimit(limits.count().getAsInt(), limits.window())
                                    : shared));
        }
    }

    /**
     * Takes in the values of a moment; in order of configuration, what is to be done.
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
     * When the next moment is wanted: what fills a container does so faster than the usual interval
     * tells. Empty when no rule about its memory nears its level.
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

    /** What is to be done when the target is gone. */
    List<Due> atDeath(long nanos) {
        return watched.values().stream()
                .filter(each -> each.state.isDueAtDeath(nanos))
                .map(each -> due(each, nanos))
                .toList();
    }

    private static Due due(Watched each, long nanos) {
        RuleState state = each.state;
        boolean allowed = each.limit.take(nanos);
        Due due =
                new Due(
                        state.rule(),
                        state.value(),
                        Double.isNaN(state.value()) ? "" : state.shown(state.value()),
                        allowed,
                        state.actions());
        if (allowed) {
            state.fired(nanos);
        } else {
            state.notDone(state.actions(), nanos);
        }
        return due;
    }

    /** A rule fired in the life of an earlier sidecar. */
    void firedBefore(Rule rule, Duration ago, boolean done, long nanos) {
        state(rule).firedBefore(ago, done, nanos);
    }

    /** Actions of a rule could not be done. */
    void notDone(Rule rule, List<TriggerAction> remaining, long nanos) {
        state(rule).notDone(remaining, nanos);
    }

    /** All actions of a rule were done. */
    void done(Rule rule) {
        state(rule).done();
    }

    /** What can be said of a rule now; of one that is for other targets, too. */
    RuleState.Look look(Rule rule, long nanos, LongFunction<Instant> times) {
        return watched.containsKey(rule.name())
                ? state(rule).look(nanos, times)
                : new RuleState.Look(Double.NaN, "", Optional.empty(), rule.notForThis());
    }

    /** Why a rule never fired; one that is for other targets, too. */
    String whyNever(Rule rule, LongFunction<Instant> times) {
        return watched.containsKey(rule.name()) ? state(rule).whyNever(times) : rule.notForThis();
    }

    private RuleState state(Rule rule) {
        Watched each = watched.get(rule.name());
        if (each == null) {
            throw new IllegalArgumentException("not watched: " + rule);
        }
        return each.state;
    }
}
