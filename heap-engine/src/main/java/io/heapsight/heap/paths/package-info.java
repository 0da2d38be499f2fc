/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Finds a shortest path from a GC root to each object of a class, and merges them, as Eclipse MAT's
 * "Merge Shortest Paths to GC Roots".
 *
 * <p>{@link BreadthFirstSearch} searches the whole heap once from its roots, breadth first, and
 * builds a {@link PathTree}; {@link MergedPathFinder} shows the part that leads to most objects of
 * the class. If only soft, weak or phantom references hold some of the objects, a second search
 * finds these.
 *
 * <p>Memory: twelve bytes and one bit per reachable object, used in order and possibly in a file;
 * one bit per eight bytes of the heap's pages, twice for a second search. All of it is reserved
 * before the search begins. Tests: {@code MergedPathsTest}.
 */
@NullMarked
package io.heapsight.heap.paths;

import org.jspecify.annotations.NullMarked;
