/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Reads a dump for the first time, and finds its objects by address from then on.
 *
 * <p>{@link HeapLoader} returns a {@link DumpedHeap}: the {@link ObjectIndex}, the classes, and the
 * GC roots. The index takes 32 bytes for each 512 bytes of used heap, however many objects there
 * are; {@link FilePositions} another 5 bytes an object for dumps that are not in the order of
 * addresses. A root takes 24 bytes.
 *
 * <p>Tests: {@code GoldenAnalysisTest}, {@code RandomHeapOracleTest}, {@code MutatedAnalysisTest};
 * decision 9 says why no references are stored.
 */
@NullMarked
package io.heapsight.heap.index;

import org.jspecify.annotations.NullMarked;
