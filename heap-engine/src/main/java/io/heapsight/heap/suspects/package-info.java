/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Finds leak suspects: points of the dominator tree where few objects dominate many that take much
 * of the heap.
 *
 * <p>{@link SuspectFinder} follows {@link DominatedGroups} down the tree to each {@link
 * AccumulationPoint}, looks up its holders, and describes it. Memory: two bytes per node, and 16
 * per node while paths are merged ({@link PathMerger}).
 *
 * <p>Tests: {@code SuspectFinderTest}, {@code MergedSuspectsTest}, {@code LargeLeavesTest};
 * decision 14 explains the descent in groups.
 */
@NullMarked
package io.heapsight.heap.suspects;

import org.jspecify.annotations.NullMarked;
