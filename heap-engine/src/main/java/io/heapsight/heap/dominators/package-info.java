/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Computes the dominator tree of any {@link Graph}, retained sizes, and shortest paths to its
 * roots.
 *
 * <p>Object A dominates object B when every path from a GC root to B goes through A. A's retained
 * size is the bytes of all objects that it dominates, and its own. {@link DominatorTree} takes 20
 * bytes per node, plus 4 bytes per edge while it is built; {@link RetainedBytes} takes 5 bytes per
 * node. Nothing here reads a dump: nodes and leaves are numbers.
 *
 * <p>Tests: {@code DominatorTreeTest} and {@code RetainedBytesTest} (random graphs against brute
 * force), {@code DeepGraphTest}, {@code CommonDominatorsTest}, {@code ShortestPathToRootTest},
 * {@code StoredGraphTest}, {@code PrunedDominatorTreeTest}; decision 7 explains the choice of
 * Semi-NCA.
 */
@NullMarked
package io.heapsight.heap.dominators;

import org.jspecify.annotations.NullMarked;
