/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Marks the objects reachable from the GC roots, by the strength of references, and numbers them
 * for the dominator tree.
 *
 * <p>{@link Reachability} marks on all threads, with the index's mark bits and {@link MarkQueue}: 1
 * bit per 64 KiB of used heap. {@link PossibleDominators} collects the objects that may dominate
 * others, {@link ObjectNumbers} numbers them: 16 bytes per 512 bytes of heap.
 *
 * <p>Tests: {@code RandomHeapOracleTest} (against brute force), {@code GoldenAnalysisTest} (against
 * Eclipse MAT).
 */
@NullMarked
package io.heapsight.heap.reachability;

import org.jspecify.annotations.NullMarked;
