/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.explore.query;

/** The value with which a field is compared. */
public sealed interface FieldValue {
    /** A whole number: for fields of any numeric type, and char. */
    record Whole(long number) implements FieldValue {}

    /** A decimal number: for fields of any numeric type. */
    record Decimal(double number) implements FieldValue {}

    /** An address: for references, and for whole numbers with the same value. */
    record Address(long address) implements FieldValue {}

    /** The null reference. */
    record Null() implements FieldValue {}

    /** For boolean fields. */
    record Flag(boolean value) implements FieldValue {}

    /** Whether values of this kind have an order. */
    default boolean isOrdered() {
        return this instanceof Whole || this instanceof Decimal;
    }
}
