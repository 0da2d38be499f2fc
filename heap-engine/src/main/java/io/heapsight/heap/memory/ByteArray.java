/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.memory;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import io.heapsight.hprof.RawMemory;
import java.lang.foreign.MemorySegment;
import java.util.Objects;

/**
 * Stores numbers from 0 to 255 by a long index in memory of a {@link MemoryBudget}; zero at first.
 */
public final class ByteArray implements AutoCloseable {
    public static final int MAX = 255;

    private final MemoryBudget budget;
    private final MemorySegment segment;
    private final long base;
    private final long length;

    private ByteArray(MemoryBudget budget, MemorySegment segment, long length) {
        this.budget = budget;
        this.segment = segment;
        this.base = segment.address();
        this.length = length;
    }

    /** Creates an array in memory or a file: see {@link MemoryBudget#reserveOrSpill}. */
    public static ByteArray reserveOrSpill(MemoryBudget budget, long length, String purpose)
            throws BudgetExceededException {
        return new ByteArray(budget, budget.reserveOrSpill(length, purpose), length);
    }

    public int get(long index) {
        return RawMemory.ALL.get(JAVA_BYTE, base + Objects.checkIndex(index, length)) & MAX;
    }

    public void set(long index, int value) {
        RawMemory.ALL.set(JAVA_BYTE, base + Objects.checkIndex(index, length), (byte) value);
    }

    @Override
    public void close() {
        budget.release(segment);
    }
}
