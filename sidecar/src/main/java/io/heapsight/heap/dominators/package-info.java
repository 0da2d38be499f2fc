/* SPDX-License-Identifier: Apache-2.0 */
/** Computes the dominator tree of any graph, and retained sizes from it. Knows nothing of dumps. */
@NullMarked
package io.heapsight.heap.dominators;

import org.jspecify.annotations.NullMarked;
