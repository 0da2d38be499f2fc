/* SPDX-License-Identifier: Apache-2.0 */
/** Marks the objects that the GC roots reach, by the strength of references, and numbers them. */
@NullMarked
package io.heapsight.heap.reachability;

import org.jspecify.annotations.NullMarked;
