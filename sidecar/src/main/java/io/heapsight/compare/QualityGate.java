/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.compare;

import java.math.BigDecimal;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A limit for the change of some metrics, for pipelines: {@code gc.overhead > +5%}. Only a detected
 * change exceeds the limit, never a change that may be chance.
 *
 * @param above whether changes above the limit exceed it, or changes below
 * @param percent of the base
 */
public record QualityGate(MetricPattern metrics, boolean above, double percent) {
    /** The expected syntax, in words. */
    public static final String EXPECTED = "gc.overhead > +5%, or work.rate < -2%";

    private static final Pattern GATE =
            Pattern.compile("\\s*([^\\s<>]+)\\s*([<>])\\s*([+-]?[0-9.]{1,8})\\s*%?\\s*");

    /** The result of a gate for a row. */
    public enum Outcome {
        KEPT,
        PASSED,
        /** The row has no verdict. */
        UNKNOWN
    }

    /**
     * Parses a limit.
     *
     * @throws IllegalArgumentException if it is invalid, or names an unknown metric
     */
    public static QualityGate parse(String text) {
        Matcher gate = GATE.matcher(text);
        if (!gate.matches()) {
            throw new IllegalArgumentException(
                    "\"%s\" is not a limit (expected %s)".formatted(text, EXPECTED));
        }
        try {
            return new QualityGate(
                    new MetricPattern(gate.group(1)),
                    gate.group(2).equals(">"),
                    Double.parseDouble(gate.group(3)));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("\"" + gate.group(3) + "\" is not a number", e);
        }
    }

    /**
     * Returns the result for a matching row.
     *
     * @param difference in the metric's unit
     * @param changePercent empty if the base is zero
     */
    public Outcome of(Verdict verdict, double difference, OptionalDouble changePercent) {
        return switch (verdict) {
            case EQUIVALENT, NO_EVIDENCE -> Outcome.KEPT;
            case TOO_FEW_RUNS, DIFFERS, NOT_COMPARABLE -> Outcome.UNKNOWN;
            case BETTER, WORSE -> {
                double change =
                        changePercent.orElse(Math.copySign(Double.POSITIVE_INFINITY, difference));
                yield (above ? change > percent : change < percent) ? Outcome.PASSED : Outcome.KEPT;
            }
        };
    }

    @Override
    public String toString() {
        String number = BigDecimal.valueOf(percent).stripTrailingZeros().toPlainString();
        String sign = percent > 0 ? "+" : "";
        return metrics.text() + (above ? " > " : " < ") + sign + number + "%";
    }
}
