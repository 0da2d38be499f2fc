/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.waste;

import io.heapsight.heap.memory.BudgetExceededException;
import io.heapsight.heap.memory.MemoryBudget;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * One shard of a {@link ContentTable}: a hash table with open addressing and linear probing, at
 * most three quarters full, in memory of the budget. An entry takes 24 bytes:
 *
 * <pre>
 *    0  hash     of the content; 0 is a free entry
 *    8  example  address of a string with that content
 *   16  count    of the arrays with it (u4)
 *   20  size     of the example, in units of 8 bytes (u4)
 * </pre>
 *
 * Thread-safe.
 */
final class ContentShard {
    /** Receives entries. */
    @FunctionalInterface
    interface Visitor {
        void content(long hash, long example, long count, long bytesEach);
    }

    private static final int EXAMPLE = 8;
    private static final int COUNT = 16;
    private static final int SIZE = 20;
    static final long ENTRY = 24;
    private static final int UNIT_SHIFT = 3;
    private static final long FIRST_CAPACITY = 1_024;

    private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG_UNALIGNED;
    private static final ValueLayout.OfInt HALF_WORD = ValueLayout.JAVA_INT_UNALIGNED;

    private final MemoryBudget budget;
    private MemorySegment entries = MemorySegment.NULL;
    private long capacity;
    private long used;
    private long redundantBytes;
    private boolean givenUp;

    /** The capacity of a shard with this many contents, at least one. */
    static long capacity(long contents) {
        long capacity = FIRST_CAPACITY;
        while (contents > most(capacity)) {
            capacity *= 2;
        }
        return capacity;
    }

    /** The maximum number of contents of a shard of this capacity. */
    static long most(long capacity) {
        return capacity / 4 * 3;
    }

    ContentShard(MemoryBudget budget) {
        this.budget = budget;
    }

    /**
     * Counts an array; returns whether one with its content was counted before. Does nothing if the
     * shard was given up.
     */
    synchronized boolean add(long hash, long address, long bytes) throws BudgetExceededException {
        if (givenUp) {
            return false;
        }
        if (4 * (used + 1) > 3 * capacity) {
            grow();
        }
        long at = entry(entries, capacity, hash);
        boolean isNew = entries.get(WORD, at) == 0;
        if (isNew) {
            entries.set(WORD, at, hash);
            entries.set(WORD, at + EXAMPLE, address);
            entries.set(HALF_WORD, at + SIZE, (int) (bytes >>> UNIT_SHIFT));
            used++;
        } else {
            redundantBytes += bytes;
        }
        entries.set(HALF_WORD, at + COUNT, entries.get(HALF_WORD, at + COUNT) + 1);
        return !isNew;
    }

    private static long entry(MemorySegment table, long capacity, long hash) {
        long slot = hash & (capacity - 1);
        long found = table.get(WORD, slot * ENTRY);
        while (found != 0 && found != hash) {
            slot = (slot + 1) & (capacity - 1);
            found = table.get(WORD, slot * ENTRY);
        }
        return slot * ENTRY;
    }

    private void grow() throws BudgetExceededException {
        long larger = Math.max(FIRST_CAPACITY, 2 * capacity);
        MemorySegment grown = budget.reserve(larger * ENTRY, "hashes of strings");
        for (long at = 0; at < capacity * ENTRY; at += ENTRY) {
            long hash = entries.get(WORD, at);
            if (hash != 0) {
                MemorySegment.copy(entries, at, grown, entry(grown, larger, hash), ENTRY);
            }
        }
        freeEntries();
        entries = grown;
        capacity = larger;
    }

    private void freeEntries() {
        if (capacity > 0) {
            budget.release(entries);
            capacity = 0;
        }
    }

    /** Clears the shard, and counts nothing until {@link #begin}. */
    synchronized void giveUp() {
        givenUp = true;
        freeEntries();
        used = 0;
        redundantBytes = 0;
    }

    /** Starts counting. */
    synchronized void begin() {
        giveUp();
        givenUp = false;
    }

    synchronized void forEach(Visitor visitor) {
        for (long at = 0; at < capacity * ENTRY; at += ENTRY) {
            long hash = entries.get(WORD, at);
            if (hash != 0) {
                visitor.content(
                        hash,
                        entries.get(WORD, at + EXAMPLE),
                        entries.get(HALF_WORD, at + COUNT) & 0xFFFF_FFFFL,
                        (entries.get(HALF_WORD, at + SIZE) & 0xFFFF_FFFFL) << UNIT_SHIFT);
            }
        }
    }

    /** Number of different contents. */
    synchronized long distinct() {
        return used;
    }

    /** Bytes of all arrays except the first one of each content. */
    synchronized long redundantBytes() {
        return redundantBytes;
    }
}
