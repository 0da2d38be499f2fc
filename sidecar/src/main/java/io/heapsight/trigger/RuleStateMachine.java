/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.trigger;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether one rule may fire on one target. It fires once while its condition holds for the
 * required time. It fires again after the value has returned to {@link
 * Condition.Beyond#rearmLevel}, or a total has risen, and after the cool-down. Until then, retries
 * only undone actions, while the condition holds. Not thread-safe.
 */
final class RuleStateMachine {
    /** The time before a retry of an action that could not be done. */
    static final Duration RETRY = Duration.ofSeconds(30);

    /** Whether the condition holds, regardless of its window. */
    private enum Holds {
        YES,
        /**
         * The condition does not hold, but the value has not returned far enough to rearm the rule.
         */
        HARDLY,
        NO,
        UNKNOWN
    }

    private final Rule rule;
    private final long coolDownNanos;
    private final Optional<RisingTrend> trend;
    private boolean armed = true;
    private boolean firedInLife;

    /** The minimum time between two firings. */
    private Delay coolDown = Delay.NONE;

    /** The cool-down that began with the first attempt of the last firing. */
    private Delay coolDownOfFiring = Delay.NONE;

    /** The delay after actions that were not done, or that the rate limit held back. */
    private Delay retryDelay = Delay.NONE;

    /** The actions of the last firing that were not done. */
    private List<TriggerAction> undone = List.of();

    private double value = Double.NaN;
    private long valueNanos;
    private double before = Double.NaN;
    private long beforeNanos;
    private Holds holds = Holds.UNKNOWN;
    private long sinceNanos;
    private @Nullable Extreme extreme;
    private long longestNanos;

    /** The highest observed value; the lowest one for rules about low values. */
    private record Extreme(double value, long nanos) {}

    /** A time without firings. No value of {@code System.nanoTime} is always past. */
    private record Delay(boolean isSet, long end) {
        static final Delay NONE = new Delay(false, 0);

        static Delay until(long end) {
            return new Delay(true, end);
        }

        boolean lasts(long nanos) {
            return isSet && nanos - end < 0;
        }
    }

    /**
     * The state of the rule.
     *
     * @param value NaN if missing
     * @param shown the value, formatted; "" if missing
     * @param since start of the time for which the condition holds
     * @param whyNot why the rule does not fire
     */
    record Look(double value, String shown, Optional<Instant> since, String whyNot) {}

    RuleStateMachine(Rule rule, Duration usualCoolDown) {
        this.rule = rule;
        this.coolDownNanos = rule.limits().coolDown().orElse(usualCoolDown).toNanos();
        this.trend =
                rule.condition() instanceof Condition.Rising(RuleFigure figure, Duration window)
                        ? Optional.of(
                                new RisingTrend(
                                        window, figure.unit() == FigureUnit.SHARE ? 1 : Double.NaN))
                        : Optional.empty();
    }

    Rule rule() {
        return rule;
    }

    /** Returns the actions that are due: all of a new firing, or those that were not done. */
    List<TriggerAction> actions(long nanos) {
        return startsAnew(nanos) ? rule.actions() : undone;
    }

    /** Returns whether it would be a new firing, and not a retry of the last one. */
    boolean startsAnew(long nanos) {
        return armed && !coolDown.lasts(nanos) && !hasFiredForLife();
    }

    /** Returns the last value; NaN if missing. */
    double value() {
        return value;
    }

    /**
     * Processes a moment.
     *
     * @return whether the rule is due
     */
    boolean isDue(FigureValues values, long nanos) {
        Holds before = holds;
        holds = holds(values, nanos);
        armed |= holds == Holds.NO;
        if (holds != Holds.YES) {
            return false;
        }
        if (before != Holds.YES) {
            sinceNanos = nanos;
        }
        longestNanos = Math.max(longestNanos, nanos - sinceNanos);
        return nanos - sinceNanos >= windowNanos() && mayFire(nanos);
    }

    /**
     * Extrapolates the nanoseconds until the container's memory reaches the level from the last two
     * samples. Empty if it doesn't rise, has reached the level, or the rule uses another figure.
     */
    OptionalLong nanosToLevel() {
        double perNano = (value - before) / (valueNanos - beforeNanos);
        return rule.condition() instanceof Condition.Beyond beyond
                        && beyond.side() == Condition.Side.ABOVE
                        && beyond.figure().isOfContainerMemory()
                        && value <= beyond.level()
                        && perNano > 0
                ? OptionalLong.of((long) ((beyond.level() - value) / perNano))
                : OptionalLong.empty();
    }

    /** Returns whether the rule is due at the target's end. */
    boolean isDueAtDeath(long nanos) {
        return rule.condition() instanceof Condition.OnDeath && mayFire(nanos);
    }

    private boolean mayFire(long nanos) {
        return !retryDelay.lasts(nanos) && (startsAnew(nanos) || !undone.isEmpty());
    }

    private boolean hasFiredForLife() {
        return rule.limits().oncePerLife() && firedInLife;
    }

    private Holds holds(FigureValues values, long nanos) {
        if (rule.condition() instanceof Condition.Beyond beyond) {
            see(values.value(beyond.figure(), beyond.ofMax()), nanos);
            if (Double.isNaN(value)) {
                return Holds.UNKNOWN;
            }
            return beyond.holds(value)
                    ? Holds.YES
                    : beyond.side().holds(value, beyond.rearmLevel()) ? Holds.HARDLY : Holds.NO;
        }
        if (rule.condition() instanceof Condition.Rising(RuleFigure figure, _)) {
            see(values.value(figure, false), nanos);
            RisingTrend its = trend.orElseThrow();
            its.add(nanos, values.forTrend(figure));
            return its.isRising() ? Holds.YES : its.isFull() ? Holds.NO : Holds.UNKNOWN;
        }
        return rule.condition() instanceof Condition.OnStart ? Holds.YES : Holds.UNKNOWN;
    }

    private void see(double now, long nanos) {
        before = value;
        beforeNanos = valueNanos;
        value = now;
        valueNanos = nanos;
        if (!Double.isNaN(now) && (extreme == null || side().holds(now, extreme.value()))) {
            armed |= extreme != null && isOfTotal();
            extreme = new Extreme(now, nanos);
        }
    }

    private boolean isOfTotal() {
        return rule.condition() instanceof Condition.Beyond beyond && beyond.isOfTotal();
    }

    private Condition.Side side() {
        return rule.condition() instanceof Condition.Beyond beyond
                ? beyond.side()
                : Condition.Side.ABOVE;
    }

    private long windowNanos() {
        return rule.condition() instanceof Condition.Beyond beyond ? beyond.window().toNanos() : 0;
    }

    /**
     * Restores a firing before a restart of the sidecar.
     *
     * @param ago time since that firing
     * @param done whether its actions succeeded: then the value must fall before the next firing
     */
    void firedBefore(Duration ago, boolean done, long nanos) {
        armed = !done;
        firedInLife = done;
        coolDown = Delay.until(nanos + Math.max(0, coolDownNanos - ago.toNanos()));
    }

    /** Records the start of the actions. */
    void fired(long nanos) {
        boolean isFirst = startsAnew(nanos);
        armed &= !isFirst;
        firedInLife = true;
        undone = List.of();
        coolDown = Delay.until(nanos + coolDownNanos);
        coolDownOfFiring = isFirst ? coolDown : coolDownOfFiring;
    }

    /** Records that the rate limit held back the actions: they are due again. */
    void heldBack(long nanos) {
        retryDelay = Delay.until(nanos + RETRY.toNanos());
    }

    /**
     * Records actions that were not done: they are due again if the condition still holds.
     *
     * @param remaining the actions
     */
    void notDone(List<TriggerAction> remaining, long nanos) {
        firedInLife = remaining.size() < rule.actions().size();
        undone = remaining;
        coolDown = coolDownOfFiring;
        retryDelay = Delay.until(nanos + RETRY.toNanos());
    }

    /**
     * Returns the current state.
     *
     * @param times converts moments to times of day
     */
    Look look(long nanos, LongFunction<Instant> times) {
        return new Look(
                value,
                Double.isNaN(value) ? "" : shown(value),
                holds == Holds.YES ? Optional.of(times.apply(sinceNanos)) : Optional.empty(),
                whyNot(nanos, times));
    }

    private String whyNot(long nanos, LongFunction<Instant> times) {
        if (rule.condition() instanceof Condition.OnDeath) {
            return "the target is running";
        }
        if (hasFiredForLife() && undone.isEmpty()) {
            return "it has already fired for this target";
        }
        if (holds != Holds.YES) {
            return notHolding();
        }
        if (nanos - sinceNanos < windowNanos()) {
            return "it has held for %s of %s"
                    .formatted(
                            seconds(nanos - sinceNanos),
                            Condition.shown(Duration.ofNanos(windowNanos())));
        }
        if (retryDelay.lasts(nanos)) {
            return "it is retried at " + times.apply(retryDelay.end());
        }
        if (!armed && undone.isEmpty()) {
            return "it has fired; " + rearming();
        }
        if (coolDown.lasts(nanos) && undone.isEmpty()) {
            return "its cool-down lasts until " + times.apply(coolDown.end());
        }
        return "it is about to fire";
    }

    private String rearming() {
        return switch (rule.condition()) {
            case Condition.Beyond beyond when beyond.isOfTotal() ->
                    "it is rearmed when the figure rises";
            case Condition.Beyond beyond ->
                    "it is rearmed at %s or %s"
                            .formatted(
                                    shown(beyond.rearmLevel()),
                                    beyond.side() == Condition.Side.ABOVE ? "less" : "more");
            case Condition.Rising _ -> "it is rearmed when the figure no longer rises";
            case Condition.OnStart _, Condition.OnDeath _ -> "a target starts only once";
        };
    }

    private String notHolding() {
        return switch (rule.condition()) {
            case Condition.OnStart _, Condition.OnDeath _ -> "no sample yet";
            case Condition.Rising(RuleFigure figure, Duration window) ->
                    Double.isNaN(value)
                            ? unknown(figure, false)
                            : holds == Holds.NO
                                    ? figure.label() + " does not rise"
                                    : "only %s of %s were observed"
                                            .formatted(
                                                    seconds(trend.orElseThrow().seen().toNanos()),
                                                    Condition.shown(window));
            case Condition.Beyond beyond ->
                    Double.isNaN(value)
                            ? unknown(beyond.figure(), beyond.ofMax())
                            : "%s is not %s %s"
                                    .formatted(shown(value), beyond.side(), beyond.text());
        };
    }

    private static String unknown(RuleFigure figure, boolean ofMax) {
        return ofMax && figure.isOfMetaspace()
                ? "the target has no -XX:MaxMetaspaceSize, or " + figure.label() + " is unknown"
                : ofMax
                        ? figure.label() + " is unknown, or has no maximum here"
                        : figure.label() + " is unknown (yet)";
    }

    /**
     * Returns why it never fired in all processed moments.
     *
     * @param times converts moments to times of day
     */
    String whyNever(LongFunction<Instant> times) {
        Extreme most = extreme;
        return switch (rule.condition()) {
            case Condition.OnDeath _ -> "the target is running";
            case Condition.OnStart _ -> "no sample";
            case Condition.Rising rising ->
                    most == null ? unknown(rising.figure(), false) : notHolding();
            case Condition.Beyond beyond -> {
                if (most == null) {
                    yield unknown(beyond.figure(), beyond.ofMax());
                }
                String told =
                        "the %s value was %s, at %s"
                                .formatted(
                                        beyond.side() == Condition.Side.ABOVE
                                                ? "highest"
                                                : "lowest",
                                        shown(most.value()),
                                        times.apply(most.nanos()));
                String level = beyond.side() + " " + beyond.text();
                yield beyond.holds(most.value())
                        ? "%s; it was %s for %s at a time at most, of %s"
                                .formatted(
                                        told,
                                        level,
                                        seconds(longestNanos),
                                        Condition.shown(beyond.window()))
                        : told + ": not " + level;
            }
        };
    }

    /** Formats a value of the condition's figure. */
    String shown(double of) {
        return switch (rule.condition()) {
            case Condition.Beyond beyond -> beyond.unit().shown(of);
            case Condition.Rising(RuleFigure figure, _) -> figure.unit().shown(of);
            case Condition.OnStart _, Condition.OnDeath _ -> "";
        };
    }

    private static String seconds(long nanos) {
        return Duration.ofNanos(nanos).toSeconds() + " s";
    }
}
