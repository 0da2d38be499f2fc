/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.dominators;

/**
 * A graph whose nodes have been ranked, for the passes that find semidominators.
 *
 * @param arrays the pairs, by node: rank, and how many late edges lead to it; less than 0 where
 *     edges to it are left out. The spare ones, by rank: the first referrer
 * @param reached the highest rank
 */
record DepthFirstOrder(Graph graph, DominatorTreeArrays arrays, int reached) {}
