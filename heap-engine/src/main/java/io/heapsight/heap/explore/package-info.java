/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Stores the results of an analysis in an index beside the dump, and queries it for single objects:
 * their referrers, their dominators, and paths from GC roots.
 *
 * <p>{@link IndexWriter} writes the file in the format of {@link IndexLayout}; {@link IndexedHeap}
 * maps it together with the dump, which is read for fields and references. An index that is cut,
 * damaged or of another dump causes an {@link UnusableIndexException}. A forged index leads to
 * wrong answers or an exception, but never to reads outside of the mapped files.
 *
 * <p>Memory: 8 bytes per block for writing; for reading, the classes, the roots and the answer.
 *
 * <p>Tests: {@code RandomHeapExplorerTest} (random heaps against brute force), {@code
 * GoldenExplorerTest} (golden dumps against brute force), {@code UnusableIndexTest}.
 */
@NullMarked
package io.heapsight.heap.explore;

import org.jspecify.annotations.NullMarked;
