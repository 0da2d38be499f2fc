/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.trigger;

import io.heapsight.unit.Durations;
import io.heapsight.unit.SpellingSuggestion;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The condition of a rule: {@code container.memory > 90% for 10s}, {@code allocation < 1m/s for
 * 5m}, {@code old_after_gc rising for 15m}, {@code on start}, {@code on death}.
 */
public sealed interface Condition {
    /** The side of a level. */
    enum Side {
        ABOVE('>'),
        BELOW('<');

        private final char sign;

        Side(char sign) {
            this.sign = sign;
        }

        boolean holds(double value, double level) {
            return this == ABOVE ? value > level : value < level;
        }

        private static Side of(String sign) {
            return sign.charAt(0) == ABOVE.sign ? ABOVE : BELOW;
        }

        /** Returns "above" or "below". */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * A figure is above or below a level for a time.
     *
     * @param ofMax whether the level is a share of the figure's maximum
     * @param text of the level in the rule
     * @param window the time; zero for one sample
     */
    record Beyond(
            RuleFigure figure, Side side, double level, boolean ofMax, String text, Duration window)
            implements Condition {
        private static final double HYSTERESIS = 0.05;

        /** Factor for rounding to a hundredth of a per cent, above the rounding error of sums. */
        private static final double ROUNDED = 10_000;

        @Override
        public Optional<RuleFigure> subject() {
            return Optional.of(figure);
        }

        /** Returns the unit of values that are compared with the level. */
        FigureUnit unit() {
            return ofMax ? FigureUnit.SHARE : figure.unit();
        }

        boolean holds(double value) {
            return side.holds(value, level);
        }

        /**
         * Returns the value to which a figure must return before the rule fires again. For a share,
         * it is {@value #HYSTERESIS} from the level, or half the distance to the share's bound if
         * that is less. For another level, the distance is {@value #HYSTERESIS} of the level.
         */
        double rearmLevel() {
            if (unit() != FigureUnit.SHARE) {
                return level * (side == Side.ABOVE ? 1 - HYSTERESIS : 1 + HYSTERESIS);
            }
            double share =
                    side == Side.ABOVE
                            ? Math.max(level - HYSTERESIS, level / 2)
                            : Math.min(level + HYSTERESIS, (1 + level) / 2);
            return Math.round(share * ROUNDED) / ROUNDED;
        }

        /**
         * Returns whether the value is a total, which never falls, so that a rise rearms the rule.
         */
        boolean isOfTotal() {
            return figure == RuleFigure.OOM_KILLS;
        }

        @Override
        public String toString() {
            return "%s %s %s%s"
                    .formatted(
                            figure.label(),
                            side.sign,
                            text,
                            window.isZero() ? "" : " for " + shown(window));
        }
    }

    /** A figure has a rising trend over a time. */
    record Rising(RuleFigure figure, Duration window) implements Condition {
        @Override
        public Optional<RuleFigure> subject() {
            return Optional.of(figure);
        }

        @Override
        public String toString() {
            return figure.label() + " rising for " + shown(window);
        }
    }

    /** A target has started. */
    record OnStart() implements Condition {
        @Override
        public Optional<RuleFigure> subject() {
            return Optional.empty();
        }

        @Override
        public String toString() {
            return ON_START;
        }
    }

    /** A target has ended. */
    record OnDeath() implements Condition {
        @Override
        public Optional<RuleFigure> subject() {
            return Optional.empty();
        }

        @Override
        public String toString() {
            return ON_DEATH;
        }
    }

    /** The syntax of {@link #parse} in one phrase. */
    String EXPECTED =
            "FIGURE > LEVEL for 10s, FIGURE < LEVEL for 5m, FIGURE rising for 15m, on start or on"
                    + " death";

    String ON_START = "on start";
    String ON_DEATH = "on death";
    Duration LONGEST = Duration.ofHours(24);

    /**
     * The shortest window of a trend: see the minimum number of values of {@link
     * io.heapsight.stats.LinearTrend}.
     */
    Duration LEAST_RISING = Duration.ofMinutes(2);

    /** Returns the figure; empty for a condition on the life of a target. */
    Optional<RuleFigure> subject();

    /** Returns the pattern of all conditions, without bounds of numbers, for the schema. */
    static String pattern() {
        String window = "\\s+for\\s+\\d{1,9}\\s*(?:ms|s|m|h|d)?";
        String levels =
                Arrays.stream(FigureUnit.values())
                        .map(
                                unit ->
                                        names(figure -> figure.unit() == unit)
                                                + "\\s*[<>]\\s*"
                                                + unit.pattern())
                        .collect(Collectors.joining("|"));
        return "^\\s*(?:on\\s+(?:start|death)|%s\\s+rising%s|(?:%s|%s\\s*[<>]\\s*%s(?:\\s+of\\s+max)?)(?:%s)?)\\s*$"
                .formatted(
                        names(_ -> true),
                        window,
                        levels,
                        names(RuleFigure::hasMax),
                        FigureUnit.SHARE.pattern(),
                        window);
    }

    private static String names(Predicate<RuleFigure> which) {
        return Arrays.stream(RuleFigure.values())
                .filter(which)
                .map(figure -> figure.label().replace(".", "\\."))
                .collect(Collectors.joining("|", "(?:", ")"));
    }

    /**
     * Parses a condition.
     *
     * @throws IllegalArgumentException if it is invalid; the message contains the expected syntax
     */
    static Condition parse(String text) {
        String plain = text.replaceAll("\\s+", " ").replaceAll("^ | $", "");
        if (plain.equals(ON_START)) {
            return new OnStart();
        }
        if (plain.equals(ON_DEATH)) {
            return new OnDeath();
        }
        Matcher rising = ConditionWords.RISING.matcher(plain);
        if (rising.matches()) {
            return new Rising(figure(rising.group(1)), window(rising.group(2), LEAST_RISING));
        }
        Matcher beyond = ConditionWords.BEYOND.matcher(plain);
        if (!beyond.matches()) {
            throw new IllegalArgumentException("not a condition (expected " + EXPECTED + ")");
        }
        RuleFigure figure = figure(beyond.group(1));
        Duration window =
                beyond.group(4) == null
                        ? Duration.ZERO
                        : window(beyond.group(4), Duration.ofSeconds(1));
        return beyond(figure, Side.of(beyond.group(2)), beyond.group(3), window);
    }

    private static Beyond beyond(RuleFigure figure, Side side, String level, Duration window) {
        boolean ofMax = figure.unit() != FigureUnit.SHARE && level.contains("%");
        FigureUnit unit = ofMax ? FigureUnit.SHARE : figure.unit();
        String number = ofMax ? level.replaceFirst(" of max$", "") : level;
        if (ofMax && !figure.hasMax()) {
            throw new IllegalArgumentException(
                    "%s has no maximum (expected %s)"
                            .formatted(figure.label(), figure.unit().expected()));
        }
        try {
            double parsed = unit.parse(number);
            if (side == Side.BELOW && parsed == 0) {
                throw new IllegalArgumentException("no value is below 0");
            }
            return new Beyond(figure, side, parsed, ofMax, level, window);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "%s is not the level of %s (expected %s%s)"
                            .formatted(
                                    level,
                                    figure.label(),
                                    figure.unit().expected(),
                                    figure.hasMax() ? ", or 1% to 100% of its maximum" : ""),
                    e);
        }
    }

    private static RuleFigure figure(String label) {
        return RuleFigure.of(label)
                .orElseThrow(
                        () ->
                                new IllegalArgumentException(
                                        "\"%s\" is not a figure: %s"
                                                .formatted(
                                                        label,
                                                        SpellingSuggestion.of(
                                                                        label, RuleFigure.labels())
                                                                .map(
                                                                        near ->
                                                                                "did you mean "
                                                                                        + near
                                                                                        + "?")
                                                                .orElse(
                                                                        "expected one of "
                                                                                + String.join(
                                                                                        ", ",
                                                                                        RuleFigure
                                                                                                .labels())))));
    }

    private static Duration window(String text, Duration least) {
        Duration window;
        try {
            window = Durations.parse(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(text + " is not a duration (expected 10s, 15m)", e);
        }
        if (window.compareTo(least) < 0 || window.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(
                    "%s is out of bounds (expected %s to %s)"
                            .formatted(text, shown(least), shown(LONGEST)));
        }
        return window;
    }

    /** Formats "90s", "15m", "24h", which {@link Durations} parses. */
    static String shown(Duration duration) {
        if (duration.toMillisPart() > 0) {
            return duration.toMillis() + "ms";
        }
        if (duration.toSecondsPart() > 0) {
            return duration.toSeconds() + "s";
        }
        return duration.toMinutesPart() > 0 ? duration.toMinutes() + "m" : duration.toHours() + "h";
    }

    /** Patterns of the words around the parsed parts. */
    final class ConditionWords {
        private static final Pattern RISING = Pattern.compile("(\\S+) rising for (.+)");
        private static final Pattern BEYOND =
                Pattern.compile("([^\\s<>]+) ?([<>]) ?(.+?)(?: for (.+))?");

        private ConditionWords() {}
    }
}
