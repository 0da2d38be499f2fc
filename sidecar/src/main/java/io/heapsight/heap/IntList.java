/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap;

import java.util.ArrayList;
import java.util.List;

/** Ints that become more, in pieces of 1 MiB from a {@link MemoryBudget}; below 2^31 of them. */
final class IntList implements AutoCloseable {
    static final long PIECE_BYTES = 1 << 20;

    private static final int PIECE_BITS = 18;
    private static final int IN_PIECE = (1 << PIECE_BITS) - 1;

    private final MemoryBudget budget;
    private final String purpose;
    private final List<IntArray> pieces = new ArrayList<>();
    private int size;

    IntList(MemoryBudget budget, String purpose) {
        this.budget = budget;
        this.purpose = purpose;
    }

    int size() {
        return size;
    }

    int get(int index) {
        return pieces.get(index >>> PIECE_BITS).get(index & IN_PIECE);
    }

    /** Appends the first so many of an array. */
    void addAll(int[] values, int count) throws BudgetExceededException {
        for (int i = 0; i < count; i++) {
            if ((size & IN_PIECE) == 0) {
                pieces.add(IntArray.reserve(budget, IN_PIECE + 1L, purpose));
            }
            pieces.getLast().set(size & IN_PIECE, values[i]);
            size = Math.incrementExact(size);
        }
    }

    @Override
    public void close() {
        pieces.forEach(IntArray::close);
        pieces.clear();
    }
}
