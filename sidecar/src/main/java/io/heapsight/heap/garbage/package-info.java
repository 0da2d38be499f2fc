/* SPDX-License-Identifier: Apache-2.0 */
/** Finds where garbage begins and what hangs below it, and tells filler from garbage. */
@NullMarked
package io.heapsight.heap.garbage;

import org.jspecify.annotations.NullMarked;
