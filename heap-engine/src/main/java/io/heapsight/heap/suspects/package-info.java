/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Finds leak suspects: the points of the dominator tree where many objects below a few take much of
 * the heap.
 *
 * <p>{@link SuspectFinder} follows {@link DominatedGroups} down the tree to each {@link
 * AccumulationPoint}, asks for its holders, and describes it. Memory: two bytes a node, and 16 a
 * node while paths are merged ({@link MergedPaths}).
 *
 * <p>Tests: {@code SuspectFinderTest}, {@code LargeLeavesTest}; decision 14 says why it is a
 * descent in groups.
 */
@NullMarked
package io.heapsight.heap.suspects;

import org.jspecify.annotations.NullMarked;
