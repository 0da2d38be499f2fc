/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.explore.query;

import java.util.Optional;

/** Compares two values. NaN is not equal to any value, as in Java. */
public enum ComparisonOperator {
    EQUAL("="),
    NOT_EQUAL("!="),
    LESS("<"),
    LESS_OR_EQUAL("<="),
    GREATER(">"),
    GREATER_OR_EQUAL(">=");

    private final String sign;

    ComparisonOperator(String sign) {
        this.sign = sign;
    }

    /** Returns the operator with this sign. */
    static Optional<ComparisonOperator> of(String sign) {
        for (ComparisonOperator each : values()) {
            if (each.sign.equals(sign)) {
                return Optional.of(each);
            }
        }
        return Optional.empty();
    }

    /** Returns whether the operator also applies to values without an order. */
    public boolean isEquality() {
        return this == EQUAL || this == NOT_EQUAL;
    }

    public boolean holds(long value, long other) {
        return switch (this) {
            case EQUAL -> value == other;
            case NOT_EQUAL -> value != other;
            case LESS -> value < other;
            case LESS_OR_EQUAL -> value <= other;
            case GREATER -> value > other;
            case GREATER_OR_EQUAL -> value >= other;
        };
    }

    public boolean holds(double value, double other) {
        return switch (this) {
            case EQUAL -> value == other;
            case NOT_EQUAL -> value != other;
            case LESS -> value < other;
            case LESS_OR_EQUAL -> value <= other;
            case GREATER -> value > other;
            case GREATER_OR_EQUAL -> value >= other;
        };
    }
}
