/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Stores a growing list of longs in memory of the budget or in a file: see {@link
 * MemoryBudget#reserveOrSpillInOrder}. Takes 8 bytes per entry, up to 16 while the list is small.
 */
public final class LongList {
    private static final long FIRST_CAPACITY = 512;

    private final MemoryBudget budget;
    private final String purpose;
    private MemorySegment entries;
    private long capacity;
    private long size;

    public LongList(MemoryBudget budget, String purpose) {
        this.budget = budget;
        this.purpose = purpose;
        this.entries = MemorySegment.NULL;
    }

    /** Upper bound of the memory of lists with this many entries, while one of them grows. */
    public static long bytesNeeded(long entries, int lists) {
        return (entries + entries / 2 + entries + lists * FIRST_CAPACITY) * Long.BYTES;
    }

    public void add(long value) throws BudgetExceededException {
        if (size == capacity) {
            grow();
        }
        entries.setAtIndex(ValueLayout.JAVA_LONG, size++, value);
    }

    private void grow() throws BudgetExceededException {
        long larger = Math.max(FIRST_CAPACITY, capacity + capacity / 2);
        MemorySegment grown = budget.reserveOrSpillInOrder(larger * Long.BYTES, purpose);
        MemorySegment.copy(entries, 0, grown, 0, size * Long.BYTES);
        release();
        entries = grown;
        capacity = larger;
    }

    public long get(long index) {
        return entries.getAtIndex(ValueLayout.JAVA_LONG, index);
    }

    public long size() {
        return size;
    }

    public void clear() {
        size = 0;
    }

    public void release() {
        if (capacity > 0) {
            budget.release(entries);
            capacity = 0;
        }
    }
}
