/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.layout;

import java.util.List;

/**
 * The fields that one class adds to those of its super class in HotSpot, including injected fields,
 * which only the VM knows.
 *
 * @param plain fields without {@code @Contended}
 * @param contended groups of fields with {@code @Contended}: each group has its own cache lines
 * @param contendedClass whether the class itself is {@code @Contended}
 * @param fixed whether HotSpot up to JDK 14 lays out the fields of this class without packing,
 *     references first
 */
record DeclaredFields(
        FieldCounts plain, List<FieldCounts> contended, boolean contendedClass, boolean fixed) {
    DeclaredFields {
        contended = List.copyOf(contended);
    }

    /** Whether subclasses must keep their distance from these fields. */
    boolean hasContended() {
        return contendedClass || !contended.isEmpty();
    }
}
