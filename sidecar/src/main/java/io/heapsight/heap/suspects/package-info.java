/* SPDX-License-Identifier: Apache-2.0 */
/** Finds leak suspects: places where the objects below a few take much of the heap. */
@NullMarked
package io.heapsight.heap.suspects;

import org.jspecify.annotations.NullMarked;
