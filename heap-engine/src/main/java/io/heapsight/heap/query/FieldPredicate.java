/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.query;

import io.heapsight.explore.query.ComparisonOperator;
import io.heapsight.explore.query.FieldValue;
import io.heapsight.hprof.BasicType;

/**
 * Compares a field of instances of one class. If the field has another kind than the value, such as
 * a reference and a number, no comparison is true.
 */
record FieldPredicate(FieldPlace place, ComparisonOperator comparison, FieldValue with)
        implements ObjectPredicate {
    @Override
    public boolean isMet(ScannedObject object) {
        return object.has(place) && holds(object.bits(place));
    }

    private boolean holds(long bits) {
        return switch (with) {
            case FieldValue.Whole whole -> holdsForNumber(bits, whole.number());
            case FieldValue.Decimal decimal -> holdsForDecimal(bits, decimal.number());
            case FieldValue.Address address -> comparison.holds(bits, address.address());
            case FieldValue.Null() -> comparison.holds(bits, 0);
            case FieldValue.Flag flag -> comparison.holds(bits, flag.value() ? 1 : 0);
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
    static boolean canCompare(BasicType type, FieldValue with) {
        return switch (with) {
            case FieldValue.Null() -> type == BasicType.OBJECT;
            case FieldValue.Flag _ -> type == BasicType.BOOLEAN;
            case FieldValue.Address _ -> type == BasicType.OBJECT || isWhole(type);
            case FieldValue.Whole _, FieldValue.Decimal _ ->
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
