/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Keeps what an analysis has found in an index beside the dump, and answers questions about single
 * objects from it: what refers to an object, what dominates it, how a GC root reaches it.
 *
 * <p>{@link IndexWriter} writes the file that {@link IndexLayout} draws; {@link IndexedHeap} maps
 * it beside the dump, whose bytes are read again for fields and references. An index that is cut,
 * damaged or of another dump is a {@link StaleIndexException}; one that was made to mislead leads
 * to wrong answers or an exception, but not out of the mapped files.
 *
 * <p>Memory: 8 bytes a block while it is written; when it is read, that of the classes and roots,
 * and of what an answer holds.
 *
 * <p>Tests: {@code IndexedHeapTest} (random heaps against brute force), {@code HeapExplorerTest}
 * (golden dumps against brute force), {@code StaleIndexTest}.
 */
@NullMarked
package io.heapsight.heap.explore;

import org.jspecify.annotations.NullMarked;
