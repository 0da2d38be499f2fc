/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.query;

import io.heapsight.explore.query.ComparisonOperator;
import io.heapsight.explore.query.QueryLiteral;
import io.heapsight.hprof.BasicType;

/**
 * Compares a field of instances of one class. If the field has another kind than the value, such as
 * a reference and a number, no comparison is true.
 */
record FieldPredicate(FieldPlace place, ComparisonOperator comparison, QueryLiteral with)
        implements ObjectPredicate {
    @Override
    public boolean isMet(ScannedObject object) {
        return object.has(place) && holds(object.bits(place));
    }

    private boolean holds(long bits) {
        return switch (with) {
            case QueryLiteral.Whole whole -> holdsForNumber(bits, whole.number());
            case QueryLiteral.Decimal decimal -> holdsForDecimal(bits, decimal.number());
            case QueryLiteral.Address address -> comparison.holds(bits, address.address());
            case QueryLiteral.Null() -> comparison.holds(bits, 0);
            case QueryLiteral.Flag flag -> comparison.holds(bits, flag.value() ? 1 : 0);
        };
    }

    private boolean holdsForNumber(long bits, long number) {
        return switch (place.type()) {
            case FLOAT -> comparison.holds((double) Float.intBitsToFloat((int) bits), number);
            case DOUBLE -> comparison.holds(Double.longBitsToDouble(bits), number);
            default -> comparison.holds(bits, number);
        };
    }

    private boolean holdsForDecimal(long bits, double number) {
        return switch (place.type()) {
            case FLOAT -> comparison.holds((double) Float.intBitsToFloat((int) bits), number);
            case DOUBLE -> comparison.holds(Double.longBitsToDouble(bits), number);
            default -> comparison.holds((double) bits, number);
        };
    }

    /** Whether a field of a type can be compared with a value. */
    static boolean canCompare(BasicType type, QueryLiteral with) {
        return switch (with) {
            case QueryLiteral.Null() -> type == BasicType.OBJECT;
            case QueryLiteral.Flag _ -> type == BasicType.BOOLEAN;
            case QueryLiteral.Address _ -> type == BasicType.OBJECT || isWhole(type);
            case QueryLiteral.Whole _, QueryLiteral.Decimal _ ->
                    isWhole(type) || type == BasicType.FLOAT || type == BasicType.DOUBLE;
        };
    }

    private static boolean isWhole(BasicType type) {
        return switch (type) {
            case CHAR, BYTE, SHORT, INT, LONG -> true;
            case OBJECT, BOOLEAN, FLOAT, DOUBLE -> false;
        };
    }

    @Override
    public int cost() {
        return 2;
    }
}
