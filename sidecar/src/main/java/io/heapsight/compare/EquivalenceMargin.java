/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The user's equivalence margin. A metric is equivalent if its interval is inside the margin.
 *
 * @param rules the last one that matches a metric applies
 */
public record EquivalenceMargin(List<Rule> rules) {
    /** The default: every change is relevant. */
    public static final EquivalenceMargin NONE = new EquivalenceMargin(List.of());

    /** Numbers above 0, and up to 1000. */
    private static final String PERCENT =
            "(?:1000|[1-9][0-9]{0,2}(?:\\.[0-9]{1,4})?|0?\\.[0-9]{0,3}[1-9])";

    /** The expected syntax: {@code 2%}, {@code gc.*=5%}, {@code 2%,gc.overhead=5%}. */
    public static final String PATTERN =
            "(?:%1$s=)?%2$s%%?(?:,(?:%1$s=)?%2$s%%?){0,40}"
                    .formatted(MetricPattern.PATTERN, PERCENT);

    /** The syntax in words. */
    public static final String EXPECTED =
            "2% for all metrics, gc.overhead=5% for one, separated by commas";

    private static final Pattern RULE =
            Pattern.compile("(?:(?<metrics>[^=]+)=)?(?<percent>" + PERCENT + ")%?");

    /** The relevant change of some metrics, in per cent in either direction. */
    public record Rule(MetricPattern metrics, double percent) {}

    public EquivalenceMargin {
        rules = List.copyOf(rules);
    }

    /**
     * Parses a margin.
     *
     * @throws IllegalArgumentException if it is invalid, or names an unknown metric
     */
    public static EquivalenceMargin parse(String text) {
        List<Rule> rules = new ArrayList<>();
        for (String each : text.split(",", -1)) {
            Matcher rule = RULE.matcher(each.strip());
            if (!rule.matches()) {
                throw new IllegalArgumentException(
                        "\"%s\" is not a relevant change (expected %s)".formatted(each, EXPECTED));
            }
            String metrics = Objects.requireNonNullElse(rule.group("metrics"), "*");
            rules.add(
                    new Rule(
                            new MetricPattern(metrics), Double.parseDouble(rule.group("percent"))));
        }
        return new EquivalenceMargin(rules);
    }

    /** Returns the margin in per cent; empty if every change is relevant. */
    public OptionalDouble percent(Metric metric) {
        OptionalDouble found = OptionalDouble.empty();
        for (Rule rule : rules) {
            if (rule.metrics().includes(metric)) {
                found = OptionalDouble.of(rule.percent());
            }
        }
        return found;
    }
}
