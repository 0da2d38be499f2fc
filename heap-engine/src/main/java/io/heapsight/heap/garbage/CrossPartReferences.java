/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.garbage;

import io.heapsight.heap.memory.BudgetExceededException;
import io.heapsight.heap.memory.LongArray;
import io.heapsight.heap.memory.MemoryBudget;
import io.heapsight.heap.unreachable.UnreachableHistogram;
import org.jspecify.annotations.Nullable;

/**
 * Stores references of unreachable objects from one part of the heap to another, which are followed
 * once all parts were traced. Each part has room for as many as it can have: {@link
 * UnreachableHistogram} has counted them. The notes of a part are, for each root that leads to any,
 * words of 8 bytes:
 *
 * <pre>
 *   how many references, the root's address, objects and bytes below it in its part, references
 * </pre>
 *
 * with 0 after the last one, where there is room left.
 */
final class CrossPartReferences implements AutoCloseable {
    static final int ROOT = 1;
    static final int OBJECTS = 2;
    static final int BYTES = 3;
    static final int HEADER = 4;

    private final LongArray words;
    private final long[] begins;

    private CrossPartReferences(LongArray words, long[] begins) {
        this.words = words;
        this.begins = begins;
    }

    /** Room for the notes of all parts; null when there is no memory for it. */
    static @Nullable CrossPartReferences reserve(
            UnreachableHistogram histogram, MemoryBudget budget) throws BudgetExceededException {
        int parts = histogram.parts().count();
        long[] begins = new long[parts + 1];
        for (int part = 0; part < parts; part++) {
            begins[part + 1] = begins[part] + histogram.crossing(part) * (HEADER + 1);
        }
        return LongArray.bytesNeeded(begins[parts]) > budget.availableBytes()
                ? null
                : new CrossPartReferences(
                        LongArray.reserve(
                                budget, begins[parts], "references between parts of the heap"),
                        begins);
    }

    /** Where the notes of a part begin; of one after the last, where all end. */
    long begin(int part) {
        return begins[part];
    }

    long get(long at) {
        return words.get(at);
    }

    void set(long at, long word) {
        words.set(at, word);
    }

    @Override
    public void close() {
        words.close();
    }
}
