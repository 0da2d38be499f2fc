/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.explore.query;

/** What a field is compared with. */
public sealed interface FieldValue {
    /** A whole number: for fields of any numeric type, and char. */
    record Whole(long number) implements FieldValue {}

    /** A decimal number: for fields of any numeric type. */
    record Decimal(double number) implements FieldValue {}

    /** An address: for references, and for whole numbers that are the same. */
    record Address(long address) implements FieldValue {}

    /** No reference. */
    record Null() implements FieldValue {}

    /** For boolean fields. */
    record Flag(boolean value) implements FieldValue {}

    /** Whether there are smaller and larger ones. */
    default boolean isOrdered() {
        return this instanceof Whole || this instanceof Decimal;
    }
}
