/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Finds a shortest path from a GC root to each object of a class, and merges them, as Eclipse MAT's
 * "Merge Shortest Paths to GC Roots".
 *
 * <p>{@link PathSearch} searches the whole heap once from its roots, breadth first, and leaves a
 * {@link PathTree}; {@link MergedPathFinder} shows what of it leads to most objects of the class.
 * Where some objects are held by soft, weak and phantom references only, a second search finds
 * these.
 *
 * <p>Memory: twelve bytes and a bit for each reachable object, which are used in order and may be a
 * file, and a bit for each eight bytes of the heap's pages, twice where there is a second search.
 * It is reserved before the search begins. Tests: {@code MergedPathsTest}.
 */
@NullMarked
package io.heapsight.heap.paths;

import org.jspecify.annotations.NullMarked;
