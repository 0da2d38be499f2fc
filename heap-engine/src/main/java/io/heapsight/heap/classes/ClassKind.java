/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.classes;

/** The kind of a class' instances: objects, or arrays of some kind. */
public enum ClassKind {
    INSTANCE,
    OBJECT_ARRAY,
    PRIMITIVE_ARRAY
}
