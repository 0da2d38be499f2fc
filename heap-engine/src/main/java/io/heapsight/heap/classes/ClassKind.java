/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.classes;

/** Says whether the instances of a class are objects or arrays of some kind. */
public enum ClassKind {
    INSTANCE,
    OBJECT_ARRAY,
    PRIMITIVE_ARRAY
}
