/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.explore.query;

/** A constant in a query, with which a field is compared. */
public sealed interface QueryLiteral {
    /** A whole number: for fields of any numeric type, and char. */
    record Whole(long number) implements QueryLiteral {}

    /** A decimal number: for fields of any numeric type. */
    record Decimal(double number) implements QueryLiteral {}

    /** An address: for references, and for whole numbers with the same value. */
    record Address(long address) implements QueryLiteral {}

    /** The null reference. */
    record Null() implements QueryLiteral {}

    /** A boolean value, for boolean fields. */
    record Flag(boolean value) implements QueryLiteral {}

    /** Whether values of this kind have an order. */
    default boolean isOrdered() {
        return this instanceof Whole || this instanceof Decimal;
    }
}
