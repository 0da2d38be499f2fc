/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.explore.query;

import java.util.Optional;

/** How a value is compared with another. NaN is equal to nothing, as in Java. */
public enum Comparison {
    EQUAL("="),
    NOT_EQUAL("!="),
    LESS("<"),
    LESS_OR_EQUAL("<="),
    GREATER(">"),
    GREATER_OR_EQUAL(">=");

    private final String sign;

    Comparison(String sign) {
        this.sign = sign;
    }

    /** The one that is written so. */
    static Optional<Comparison> of(String sign) {
        for (Comparison each : values()) {
            if (each.sign.equals(sign)) {
                return Optional.of(each);
            }
        }
        return Optional.empty();
    }

    /** Whether it needs no order of values. */
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
