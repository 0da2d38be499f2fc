/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.garbage;

import io.heapsight.heap.memory.BudgetExceededException;
import io.heapsight.heap.memory.LongArray;
import io.heapsight.heap.memory.MemoryBudget;
import io.heapsight.heap.unreachable.UnreachableHistogram;
import org.jspecify.annotations.Nullable;

/**
 * Stores references of unreachable objects from one part of the heap to another, which are followed
 * once all parts are traced. Each part has a fixed capacity, the number counted by {@link
 * UnreachableHistogram}. The entries of a part, one per root that leads to such references, are
 * words of 8 bytes:
 *
 * <pre>
 *   number of references, address of the root, objects and bytes below it in its part, references
 * </pre>
 *
 * followed by 0 unless the part is full.
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

    /** The memory of the entries of all parts. */
    static long bytesNeeded(UnreachableHistogram histogram) {
        long references = 0;
        for (int part = 0; part < histogram.parts().count(); part++) {
            references += histogram.crossing(part);
        }
        return LongArray.bytesNeeded(references * (HEADER + 1));
    }

    /** Reserves the entries of all parts; null if memory does not suffice. */
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

    /** The start of a part's entries; for the part after the last, the end of all entries. */
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
