/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.classes;

/** What the instances of a class are. */
public enum ClassKind {
    INSTANCE,
    OBJECT_ARRAY,
    PRIMITIVE_ARRAY
}
