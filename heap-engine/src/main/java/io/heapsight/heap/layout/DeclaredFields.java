/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.layout;

import java.util.List;

/**
 * The fields that one class adds to those of its super class, as HotSpot sees them: those that only
 * the VM knows of (injected fields) included.
 *
 * @param plain fields without {@code @Contended}
 * @param contended groups of fields with {@code @Contended}: each group has cache lines to itself
 * @param contendedClass whether the class itself is {@code @Contended}
 * @param fixed whether this is one of the classes whose fields HotSpot up to JDK 14 lays out
 *     without packing, references first
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
