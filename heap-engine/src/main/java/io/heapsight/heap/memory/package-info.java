/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Reserves memory outside the Java heap from one {@link MemoryBudget}, as arrays and lists of
 * numbers, or as temporary files if memory does not suffice.
 *
 * <p>A phase computes and reserves its memory before it starts. A reservation that does not fit
 * fails with {@link BudgetExceededException} before any allocation. {@code reserveOrSpill} maps a
 * file instead ({@link SpillFile}); {@link MemoryBudget#checkReads} limits its reads from the disk.
 *
 * <p>An element takes 4 bytes in an {@link IntArray}, 8 in a {@link LongArray}, 5 in a {@link
 * FiveByteArray}, 1 in a {@link ByteArray} and 1 bit in a {@link BitArray}.
 *
 * <p>Tests: {@code MemoryBudgetTest}; with little memory for a whole analysis, {@code
 * LittleMemoryTest}.
 */
@NullMarked
package io.heapsight.heap.memory;

import org.jspecify.annotations.NullMarked;
