/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Indexes a dump in a first pass, and then finds its objects by address.
 *
 * <p>{@link HeapLoader} returns a {@link DumpedHeap}: the {@link ObjectIndex}, the classes, and the
 * GC roots. The index takes 32 bytes for each 512 bytes of used heap, for any number of objects;
 * {@link FilePositions} another 5 bytes an object for dumps that are not in the order of addresses.
 * A root takes 24 bytes.
 *
 * <p>Tests: {@code GoldenAnalysisTest}, {@code RandomHeapOracleTest}, {@code MutatedAnalysisTest};
 * decision 9 explains why no references are stored.
 */
@NullMarked
package io.heapsight.heap.index;

import org.jspecify.annotations.NullMarked;
