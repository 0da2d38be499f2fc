/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.memory;

import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import io.heapsight.hprof.MadviseReadAhead;
import io.heapsight.hprof.RawMemory;
import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Stores numbers of 8 bytes each by a long index in memory of a {@link MemoryBudget}; zero at
 * first.
 */
public final class LongArray implements InPlaceSort.Numbers, AutoCloseable {
    private final @Nullable MemoryBudget budget;
    private final MemorySegment segment;
    private final long base;
    private final long length;

    private LongArray(@Nullable MemoryBudget budget, MemorySegment segment, long length) {
        this.budget = budget;
        this.segment = segment;
        this.base = segment.address();
        this.length = length;
    }

    /** Creates an array in memory: see {@link MemoryBudget#reserve}. */
    public static LongArray reserve(MemoryBudget budget, long length, String purpose)
            throws BudgetExceededException {
        return new LongArray(budget, budget.reserve(bytesNeeded(length), purpose), length);
    }

    /** Creates an array in memory or a file: see {@link MemoryBudget#reserveOrSpill}. */
    public static LongArray reserveOrSpill(MemoryBudget budget, long length, String purpose)
            throws BudgetExceededException {
        return new LongArray(budget, budget.reserveOrSpill(bytesNeeded(length), purpose), length);
    }

    /** A view of memory that another object releases; closing the view does nothing. */
    public static LongArray over(MemorySegment segment) {
        return new LongArray(null, segment, segment.byteSize() / Long.BYTES);
    }

    public static long bytesNeeded(long length) {
        return Math.multiplyExact(length, Long.BYTES);
    }

    @Override
    public long get(long index) {
        return RawMemory.ALL.get(JAVA_LONG_UNALIGNED, at(index));
    }

    @Override
    public void set(long index, long value) {
        RawMemory.ALL.set(JAVA_LONG_UNALIGNED, at(index), value);
    }

    /** The address of a number. */
    private long at(long index) {
        return base + Objects.checkIndex(index, length) * Long.BYTES;
    }

    /** Sorts the numbers from an index up to, but not including, another, with little memory. */
    public void sort(long from, long end) {
        InPlaceSort.sort(this, from, end);
    }

    /**
     * Announces that some numbers are read next, in order: see {@link MadviseReadAhead#willRead}.
     */
    public void willRead(long from, long end) {
        MadviseReadAhead.willRead(segment, from * Long.BYTES, end * Long.BYTES);
    }

    /** Frees the memory; the array must not be used afterwards. */
    @Override
    public void close() {
        if (budget != null) {
            budget.release(segment);
        }
    }
}
