/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.memory;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;

import io.heapsight.hprof.MadviseReadAhead;
import io.heapsight.hprof.RawMemory;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Stores numbers of 4 bytes each by a long index in memory of a {@link MemoryBudget}; zero at
 * first.
 */
public final class IntArray implements AutoCloseable {
    private static final VarHandle NUMBERS = JAVA_INT.varHandle();

    private final @Nullable MemoryBudget budget;
    private final MemorySegment segment;
    private final long base;
    private final long length;

    private IntArray(@Nullable MemoryBudget budget, MemorySegment segment, long length) {
        this.budget = budget;
        this.segment = segment;
        this.base = segment.address();
        this.length = length;
    }

    /** Creates an array in memory or a file: see {@link MemoryBudget#reserveOrSpill}. */
    public static IntArray reserveOrSpill(MemoryBudget budget, long length, String purpose)
            throws BudgetExceededException {
        return reserveOrSpill(budget, length, 0, purpose);
    }

    /**
     * Like {@link #reserveOrSpill(MemoryBudget, long, String)}, but leaves this many bytes of
     * memory free.
     */
    public static IntArray reserveOrSpill(
            MemoryBudget budget, long length, long spared, String purpose)
            throws BudgetExceededException {
        MemorySegment segment = budget.reserveOrSpill(bytesNeeded(length), spared, purpose);
        return new IntArray(budget, segment, length);
    }

    /** Creates an array for sequential use: see {@link MemoryBudget#reserveOrSpillInOrder}. */
    public static IntArray reserveOrSpillInOrder(MemoryBudget budget, long length, String purpose)
            throws BudgetExceededException {
        MemorySegment segment = budget.reserveOrSpillInOrder(bytesNeeded(length), purpose);
        return new IntArray(budget, segment, length);
    }

    /** A view of memory that another object releases; closing the view does nothing. */
    public static IntArray over(MemorySegment segment) {
        return new IntArray(null, segment, segment.byteSize() / Integer.BYTES);
    }

    public static long bytesNeeded(long length) {
        return Math.multiplyExact(length, Integer.BYTES);
    }

    public long length() {
        return length;
    }

    public int get(long index) {
        return RawMemory.ALL.get(JAVA_INT_UNALIGNED, at(index));
    }

    public void set(long index, int value) {
        RawMemory.ALL.set(JAVA_INT_UNALIGNED, at(index), value);
    }

    /** Adds to a number and returns the sum. Not atomic. */
    public int add(long index, int difference) {
        int sum = RawMemory.ALL.get(JAVA_INT_UNALIGNED, at(index)) + difference;
        RawMemory.ALL.set(JAVA_INT_UNALIGNED, at(index), sum);
        return sum;
    }

    /** The address of a number. */
    private long at(long index) {
        return base + Objects.checkIndex(index, length) * Integer.BYTES;
    }

    /** Sets a number if it has the expected value; returns whether it had. Thread-safe. */
    public boolean compareAndSet(long index, int expected, int value) {
        return NUMBERS.compareAndSet(RawMemory.ALL, at(index), expected, value);
    }

    /** Sets all numbers to zero. */
    public void clear() {
        segment.fill((byte) 0);
    }

    /** Sorts the numbers from an index up to, but not including, another, with little memory. */
    public void sort(long from, long end) {
        InPlaceSort.sort(
                new InPlaceSort.Numbers() {
                    @Override
                    public long get(long index) {
                        return IntArray.this.get(index);
                    }

                    @Override
                    public void set(long index, long value) {
                        IntArray.this.set(index, (int) value);
                    }
                },
                from,
                end);
    }

    /**
     * Announces that some numbers are read next, in order: see {@link MadviseReadAhead#willRead}.
     */
    public void willRead(long from, long end) {
        MadviseReadAhead.willRead(segment, from * Integer.BYTES, end * Integer.BYTES);
    }

    /** Frees the memory; the array must not be used afterwards. */
    @Override
    public void close() {
        if (budget != null) {
            budget.release(segment);
        }
    }
}
