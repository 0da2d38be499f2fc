/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Compares two indexed heaps: by class, by package, and by holders in their dominator trees.
 *
 * <p>Objects of two dumps cannot be identified with each other, because a collection moves them. So
 * the comparison is between paths of class names from the top of the tree; all objects of a class
 * under one path count together. {@link io.heapsight.heap.diff.HolderGrowth} descends level by
 * level, only along paths that grew: one reading of each index per level.
 *
 * <p>Memory: 4 bytes per object that may dominate others, of both dumps, in memory or a file; about
 * 200 bytes per path of a level.
 *
 * <p>Tests: {@code HeapDiffTest} (golden dumps and random heaps against brute force).
 */
@NullMarked
package io.heapsight.heap.diff;

import org.jspecify.annotations.NullMarked;
