/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.dominators;

/**
 * A graph with ranked nodes, for the passes that find semidominators.
 *
 * @param arrays pairs, by node: rank and number of late edges to it; negative if edges to it are
 *     ignored. Spare, by rank: the first referrer
 * @param reached the highest rank
 */
record DepthFirstOrder(Graph graph, DominatorTreeArrays arrays, int reached) {}
