/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.reachability;

import io.heapsight.heap.index.ObjectIndex;
import io.heapsight.heap.memory.BudgetExceededException;
import io.heapsight.heap.memory.MemoryBudget;
import io.heapsight.hprof.RawMemory;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * Numbers the reachable objects in the order of their addresses: from 0 for the inner objects, and
 * from 0 again for the others, the leaves. 16 bytes per 512 bytes of heap. One memory access finds
 * a number, two find the number of a leaf:
 *
 * <pre>
 *    0  inner   one bit per 8 bytes of heap: an inner object begins here
 *    8  inner objects before this block (u4)
 *   12  leaves before this block (u4)
 * </pre>
 *
 * The address of a number is found by binary search.
 */
public final class ObjectNumbers implements AutoCloseable {
    /** No reachable object is at this address. */
    public static final int NONE = -1;

    private static final int FIRST_INNER = 8;
    private static final int FIRST_LEAF = 12;
    private static final int RECORD_BYTES = 16;

    private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG_UNALIGNED;
    private static final ValueLayout.OfInt HALF_WORD = ValueLayout.JAVA_INT_UNALIGNED;
    private static final VarHandle WORDS = ValueLayout.JAVA_LONG.varHandle();

    private final MemoryBudget budget;
    private final ObjectIndex index;
    private final MemorySegment records;
    private final long base;
    private final int[] pages;
    private final int[] innerBeforePage;
    private int inner;
    private int leaves;

    private ObjectNumbers(MemoryBudget budget, ObjectIndex index) throws BudgetExceededException {
        this.budget = budget;
        this.index = index;
        this.records =
                budget.reserveOrSpill((long) index.blocks() * RECORD_BYTES, "numbers of objects");
        this.base = records.address();
        this.pages = index.pagesByAddress();
        this.innerBeforePage = new int[pages.length];
    }

    /** The memory for an index of this many pages. */
    public static long bytesNeeded(long pages) {
        return pages * ObjectIndex.BLOCKS * RECORD_BYTES;
    }

    /** Creates numbers with all objects as leaves. */
    static ObjectNumbers reserve(MemoryBudget budget, ObjectIndex index)
            throws BudgetExceededException {
        return new ObjectNumbers(budget, index);
    }

    /** Makes an object of the index an inner object. Thread-safe. */
    void setInner(long address) {
        WORDS.getAndBitwiseOr(RawMemory.ALL, record(index.block(address)), index.bit(address));
    }

    /** Assigns the numbers. Call it once all inner objects are set. */
    void number() {
        for (int i = 0; i < pages.length; i++) {
            innerBeforePage[i] = inner;
            int firstBlock = pages[i] * ObjectIndex.BLOCKS;
            for (int block = firstBlock; block < firstBlock + ObjectIndex.BLOCKS; block++) {
                long at = record(block);
                RawMemory.ALL.set(HALF_WORD, at + FIRST_INNER, inner);
                RawMemory.ALL.set(HALF_WORD, at + FIRST_LEAF, leaves);
                int innerHere = Long.bitCount(word(block));
                inner += innerHere;
                leaves += Long.bitCount(index.word(block, ObjectIndex.MARKS)) - innerHere;
            }
        }
    }

    private long record(int block) {
        return base + (long) block * RECORD_BYTES;
    }

    private long word(int block) {
        return RawMemory.ALL.get(WORD, record(block));
    }

    /** The number of inner objects before a block, in the order of addresses. */
    public int firstInner(int block) {
        return RawMemory.ALL.get(HALF_WORD, record(block) + FIRST_INNER);
    }

    /** The number of inner objects. */
    public int inner() {
        return inner;
    }

    /** The number of leaves. */
    public int leaves() {
        return leaves;
    }

    /**
     * The number of the inner object at an address, {@link #NONE} if it is unreachable, or for a
     * leaf a value to be decoded by {@link #leaf}.
     */
    public int of(long address) {
        int block = index.block(address);
        if (block < 0 || !index.aligned(address)) {
            return NONE;
        }
        long at = record(block);
        long innerBits = RawMemory.ALL.get(WORD, at);
        long bit = index.bit(address);
        if ((innerBits & bit) != 0) {
            return number(RawMemory.ALL.get(HALF_WORD, at + FIRST_INNER), innerBits, bit);
        }
        long marks = index.word(block, ObjectIndex.MARKS);
        return (marks & bit) == 0
                ? NONE
                : found(
                        number(
                                RawMemory.ALL.get(HALF_WORD, at + FIRST_LEAF),
                                marks & ~innerBits,
                                bit));
    }

    /**
     * The number of an object: that of the first object of its kind in the block plus those before
     * it.
     */
    private static int number(int first, long bits, long bit) {
        return first + Long.bitCount(bits & (bit - 1));
    }

    /** The value that {@link #of} returns for a leaf. */
    private static int found(int leaf) {
        return NONE - 1 - leaf;
    }

    /** The number of the leaf for a result of {@link #of} less than {@link #NONE}. */
    public static int leaf(int found) {
        return NONE - 1 - found;
    }

    /** Looks up numbers one after another, faster for adjacent objects. Not thread-safe. */
    public final class Neighbours {
        private long key = -1;
        private boolean absent;
        private long innerBits;
        private long leafBits;
        private int firstInner;
        private int firstLeaf;

        /** Like {@link ObjectNumbers#of}. */
        public int of(long address) {
            if (index.key(address) >>> ObjectIndex.BLOCK_SHIFT != key) {
                enter(address);
            }
            if (absent || !index.aligned(address)) {
                return NONE;
            }
            long bit = index.bit(address);
            if ((innerBits & bit) != 0) {
                return number(firstInner, innerBits, bit);
            }
            return (leafBits & bit) == 0 ? NONE : found(number(firstLeaf, leafBits, bit));
        }

        private void enter(long address) {
            key = index.key(address) >>> ObjectIndex.BLOCK_SHIFT;
            int block = index.block(address);
            absent = block < 0;
            if (!absent) {
                long at = record(block);
                innerBits = RawMemory.ALL.get(WORD, at);
                leafBits = index.word(block, ObjectIndex.MARKS) & ~innerBits;
                firstInner = RawMemory.ALL.get(HALF_WORD, at + FIRST_INNER);
                firstLeaf = RawMemory.ALL.get(HALF_WORD, at + FIRST_LEAF);
            }
        }
    }

    /** Iterates over the inner objects in the order of their numbers. Not thread-safe. */
    public final class Cursor {
        private int number = -1;
        private int page;
        private int block;
        private long left;

        /** Moves to an object; the one after the last is found without a search. */
        public void moveTo(int target) {
            if (target == number) {
                return;
            }
            if (target != number + 1 || number < 0) {
                search(target);
                return;
            }
            number = target;
            left &= left - 1;
            while (left == 0) {
                nextBlock();
            }
        }

        private void nextBlock() {
            block++;
            if (block == (pages[page] + 1) * ObjectIndex.BLOCKS) {
                page++;
                block = pages[page] * ObjectIndex.BLOCKS;
            }
            left = word(block);
        }

        private void search(int target) {
            page = lastNotAbove(target);
            int low = pages[page] * ObjectIndex.BLOCKS;
            int high = low + ObjectIndex.BLOCKS - 1;
            while (low < high) {
                int middle = (low + high + 1) >>> 1;
                if (firstInner(middle) <= target) {
                    low = middle;
                } else {
                    high = middle - 1;
                }
            }
            block = low;
            left = word(block);
            for (int skip = target - firstInner(block); skip > 0; skip--) {
                left &= left - 1;
            }
            number = target;
        }

        private int lastNotAbove(int target) {
            int low = 0;
            int high = pages.length - 1;
            while (low < high) {
                int middle = (low + high + 1) >>> 1;
                if (innerBeforePage[middle] <= target) {
                    low = middle;
                } else {
                    high = middle - 1;
                }
            }
            return low;
        }

        public long address() {
            return index.addressOf(block, Long.numberOfTrailingZeros(left));
        }
    }

    @Override
    public void close() {
        budget.release(records);
    }
}
