/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Computes how large objects are from what HotSpot does to their fields, and infers the layout of a
 * JVM from the distances between its objects. Knows nothing of dumps.
 */
@NullMarked
package io.heapsight.heap.layout;

import org.jspecify.annotations.NullMarked;
