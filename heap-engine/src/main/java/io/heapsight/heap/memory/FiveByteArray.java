/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.memory;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import io.heapsight.hprof.MadviseReadAhead;
import io.heapsight.hprof.RawMemory;
import java.lang.foreign.MemorySegment;
import java.util.Objects;

/**
 * Stores numbers of 5 bytes each, such as sizes below 1 TiB, in memory of a {@link MemoryBudget};
 * zero at first.
 */
public final class FiveByteArray implements AutoCloseable {
    private static final int WIDTH = 5;
    private static final long MAX = (1L << 40) - 1;

    private final MemoryBudget budget;
    private final MemorySegment segment;

    private FiveByteArray(MemoryBudget budget, MemorySegment segment) {
        this.budget = budget;
        this.segment = segment;
    }

    public static FiveByteArray reserveOrSpill(MemoryBudget budget, long length, String purpose)
            throws BudgetExceededException {
        return new FiveByteArray(budget, budget.reserveOrSpill(bytesNeeded(length), purpose));
    }

    public static long bytesNeeded(long length) {
        // The last number is read as a long, too.
        return Math.multiplyExact(length, WIDTH) + Long.BYTES - WIDTH;
    }

    /** The address of a number; eight bytes from there can be read. */
    private long at(long index) {
        return segment.address()
                + Objects.checkIndex(index * WIDTH, segment.byteSize() - Long.BYTES + 1);
    }

    public long get(long index) {
        return RawMemory.ALL.get(JAVA_LONG_UNALIGNED, at(index)) & MAX;
    }

    /**
     * Adds to a number.
     *
     * @throws ArithmeticException if the sum is negative, or 1 TiB or more
     */
    public void add(long index, long bytes) {
        long sum = get(index) + bytes;
        if ((sum & ~MAX) != 0) {
            throw new ArithmeticException("more than 40 bits: " + sum);
        }
        long at = at(index);
        RawMemory.ALL.set(JAVA_INT_UNALIGNED, at, (int) sum);
        RawMemory.ALL.set(JAVA_BYTE, at + Integer.BYTES, (byte) (sum >> Integer.SIZE));
    }

    /**
     * Announces that some numbers are read next, in order: see {@link MadviseReadAhead#willRead}.
     */
    public void willRead(long from, long end) {
        MadviseReadAhead.willRead(segment, from * WIDTH, end * WIDTH);
    }

    @Override
    public void close() {
        budget.release(segment);
    }
}
