/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.memory;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;

/**
 * Stores bits by a long index in memory of a {@link MemoryBudget}; all are clear at first. Not
 * atomic.
 */
public final class BitArray implements AutoCloseable {
    private final MemoryBudget budget;
    private final MemorySegment segment;

    private BitArray(MemoryBudget budget, MemorySegment segment) {
        this.budget = budget;
        this.segment = segment;
    }

    /** Creates an array in memory or a file: see {@link MemoryBudget#reserveOrSpill}. */
    public static BitArray reserveOrSpill(MemoryBudget budget, long length, String purpose)
            throws BudgetExceededException {
        return new BitArray(budget, budget.reserveOrSpill(bytesNeeded(length), purpose));
    }

    public static long bytesNeeded(long length) {
        return ((length + Long.SIZE - 1) / Long.SIZE) * Long.BYTES;
    }

    public boolean get(long index) {
        return (segment.getAtIndex(JAVA_LONG, index >>> 6) & (1L << index)) != 0;
    }

    /** Sets a bit; returns whether it was clear before. */
    public boolean set(long index) {
        long word = segment.getAtIndex(JAVA_LONG, index >>> 6);
        segment.setAtIndex(JAVA_LONG, index >>> 6, word | (1L << index));
        return (word & (1L << index)) == 0;
    }

    /** Frees the memory; the array must not be used afterwards. */
    @Override
    public void close() {
        budget.release(segment);
    }
}
