/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap;

/** What the instances of a class are. */
enum ClassKind {
    INSTANCE,
    OBJECT_ARRAY,
    PRIMITIVE_ARRAY
}
