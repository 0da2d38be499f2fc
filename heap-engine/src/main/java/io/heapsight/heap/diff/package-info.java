/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Compares two indexed heaps: by class, by package, and by who holds what in their dominator trees.
 *
 * <p>Objects of two dumps can't be told to be the same: a collection moves them. What is compared
 * is the path of class names from the top of the tree, with all objects of a class under one path
 * taken together. {@link io.heapsight.heap.diff.HolderGrowth} goes down level by level, and only
 * into the paths that grew: one reading of each index for each level.
 *
 * <p>Memory: 4 bytes for each object that may dominate others, of both dumps, in memory or a file;
 * some 200 bytes for each path that a level has.
 *
 * <p>Tests: {@code HeapDiffTest} (golden dumps and random heaps against brute force).
 */
@NullMarked
package io.heapsight.heap.diff;

import org.jspecify.annotations.NullMarked;
