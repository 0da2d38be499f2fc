/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap;

import io.heapsight.hprof.HprofBytes;
import io.heapsight.hprof.SubRecord;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * Where the objects of a dump are, and bits about each of them, by address.
 *
 * <p>The heap is taken in pages of 64 KiB that exist once an object was seen in them, each of 128
 * blocks of 512 bytes. A block is one record, so that a look-up touches one cache line:
 *
 * <pre>
 *    0  starts   one bit per 8 bytes of heap: an object begins here
 *    8  marks    one bit per 8 bytes: the object is reachable
 *   16  spare    one bit per 8 bytes, for the phase that runs
 *   24  first    where the first record of the lower 256 bytes is in the file, from the page's base
 *   28  second   the same for the upper 256 bytes
 * </pre>
 *
 * That is 64 bytes per KiB of used heap. An object is found by going to the first record of its
 * half block and stepping over those before it; HotSpot's collectors dump neighbours next to each
 * other. Where a dump doesn't keep that order, {@link Positions} has a position for each object,
 * and the last eight bytes of a block hold how many objects begin before it.
 */
final class ObjectIndex {
    /** Bits a position holds no matter which phase runs. */
    static final int STARTS = 0;

    static final int MARKS = 8;
    static final int SPARE = 16;
    private static final int FIRST = 24;
    private static final int SECOND = 28;

    static final int PAGE_SHIFT = 16;
    static final int BLOCK_SHIFT = 9;
    static final int BLOCKS = 1 << (PAGE_SHIFT - BLOCK_SHIFT);
    static final int WORD_SHIFT = 3;
    private static final int BLOCK_BYTES = 32;
    private static final int PAGE_BYTES = BLOCKS * BLOCK_BYTES;
    private static final int SLAB_SHIFT = 8;
    private static final int SLAB_PAGES = 1 << SLAB_SHIFT;
    private static final long UPPER_HALF = 0xFFFF_FFFF_0000_0000L;
    private static final long NO_PAGE = -1;
    private static final long SPREAD = 0x9E37_79B9_7F4A_7C15L;

    private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG;
    private static final ValueLayout.OfInt HALF_WORD = ValueLayout.JAVA_INT;
    private static final VarHandle WORDS = WORD.varHandle();
    private static final VarHandle HALF_WORDS = HALF_WORD.varHandle();

    private final MemoryBudget budget;
    private final int scale;

    private MemorySegment[] slabs = new MemorySegment[0];
    private long[] pageKeys = filled(1024);
    private int[] pageSlots = new int[1024];
    private int keyShift = Long.SIZE - 10;
    private long[] pages = new long[1024];
    private long[] bases = new long[1024];
    private int pageCount;

    /**
     * @param scale how far addresses are shifted to the left so that objects are 8 apart: 0 for
     *     HotSpot's, 3 for identifiers that are no addresses
     */
    ObjectIndex(MemoryBudget budget, int scale) {
        this.budget = budget;
        this.scale = scale;
    }

    private static long[] filled(int length) {
        long[] keys = new long[length];
        Arrays.fill(keys, NO_PAGE);
        return keys;
    }

    /** Bytes of index for so many bytes of heap, were all of it used. */
    static long bytesNeeded(long heapBytes) {
        return heapBytes / (1 << BLOCK_SHIFT) * BLOCK_BYTES;
    }

    // --- building: the page table grows under a lock, bits and positions are set by many threads

    /** Whether an object can begin there at all. */
    boolean aligned(long address) {
        return ((address << scale) & 7) == 0;
    }

    /** The block of an address, in a page that is made where there is none; see {@link #block}. */
    synchronized int makeBlock(long address, long position) throws BudgetExceededException {
        long key = address << scale;
        int block = block(address);
        if (block < 0) {
            addPage(key >>> PAGE_SHIFT, position);
            block = block(address);
        }
        return block;
    }

    private void addPage(long page, long position) throws BudgetExceededException {
        int slot = pageCount;
        if (slot >>> SLAB_SHIFT == slabs.length) {
            MemorySegment slab = budget.reserve((long) SLAB_PAGES * PAGE_BYTES, "object index");
            MemorySegment[] more = Arrays.copyOf(slabs, slabs.length + 1);
            more[slabs.length] = slab;
            slabs = more;
        }
        if (slot == pages.length) {
            pages = Arrays.copyOf(pages, 2 * slot);
            bases = Arrays.copyOf(bases, 2 * slot);
        }
        pages[slot] = page;
        bases[slot] = position;
        pageCount++;
        if (2 * pageCount > pageKeys.length) {
            growKeys();
        } else {
            putKey(page, slot);
        }
    }

    private void growKeys() {
        pageKeys = filled(2 * pageKeys.length);
        pageSlots = new int[pageKeys.length];
        keyShift--;
        for (int slot = 0; slot < pageCount; slot++) {
            putKey(pages[slot], slot);
        }
    }

    private void putKey(long page, int slot) {
        int mask = pageKeys.length - 1;
        int i = (int) ((page * SPREAD) >>> keyShift);
        while (pageKeys[i] != NO_PAGE) {
            i = (i + 1) & mask;
        }
        pageKeys[i] = page;
        pageSlots[i] = slot;
    }

    /**
     * Sets the start bits of a run of records that lie next to each other in file and block.
     *
     * @param bits the objects of the run
     * @param first of the run's first record in the lower half of the block, or -1
     * @param second the same for the upper half
     * @return whether the block was empty before
     */
    boolean addRun(int block, long bits, long first, long second) {
        MemorySegment slab = slab(block);
        long at = offset(block);
        long before = (long) WORDS.getAndBitwiseOr(slab, at, bits);
        long base = baseOf(block);
        boolean firstFits = lower(slab, at + FIRST, base, first);
        boolean secondFits = lower(slab, at + SECOND, base, second);
        return before == 0 && firstFits && secondFits;
    }

    /**
     * Keeps the lower one of a position that is there and another; false when it is too far from
     * the page's base.
     */
    private static boolean lower(MemorySegment slab, long at, long base, long position) {
        if (position < 0) {
            return true;
        }
        long relative = position - base;
        if (relative != (int) relative || relative == Integer.MAX_VALUE) {
            return false;
        }
        int code = (int) (relative >= 0 ? relative + 1 : relative); // 0 is none
        int present = slab.get(HALF_WORD, at);
        while (present == 0 || code < present) {
            int seen = (int) HALF_WORDS.compareAndExchange(slab, at, present, code);
            if (seen == present) {
                return true;
            }
            present = seen;
        }
        return true;
    }

    // --- reading

    /**
     * The block that an address lies in.
     *
     * @return a number that this index gives to the block, or -1 where no object was seen near
     */
    int block(long address) {
        long key = address << scale;
        long page = key >>> PAGE_SHIFT;
        int mask = pageKeys.length - 1;
        int i = (int) ((page * SPREAD) >>> keyShift);
        while (pageKeys[i] != page) {
            if (pageKeys[i] == NO_PAGE) {
                return -1;
            }
            i = (i + 1) & mask;
        }
        return (pageSlots[i] << (PAGE_SHIFT - BLOCK_SHIFT))
                | (int) ((key >>> BLOCK_SHIFT) & (BLOCKS - 1));
    }

    /** The bit of an address in its block's words. */
    long bit(long address) {
        return 1L << ((address << scale) >>> WORD_SHIFT);
    }

    private MemorySegment slab(int block) {
        return slabs[block >>> (PAGE_SHIFT - BLOCK_SHIFT + SLAB_SHIFT)];
    }

    private static long offset(int block) {
        return (long) (block & (SLAB_PAGES * BLOCKS - 1)) * BLOCK_BYTES;
    }

    /** One of the bit words of a block. */
    long word(int block, int plane) {
        return slab(block).get(WORD, offset(block) + plane);
    }

    void setWord(int block, int plane, long word) {
        slab(block).set(WORD, offset(block) + plane, word);
    }

    boolean isObject(long address) {
        return test(address, STARTS);
    }

    boolean isMarked(long address) {
        return test(address, MARKS);
    }

    boolean test(long address, int plane) {
        int block = block(address);
        return block >= 0 && aligned(address) && (word(block, plane) & bit(address)) != 0;
    }

    /**
     * Sets a bit of an object; safe among threads.
     *
     * @return whether there is such an object and its bit was not set before
     */
    boolean set(long address, int plane) {
        int block = block(address);
        if (block < 0 || !aligned(address)) {
            return false;
        }
        MemorySegment slab = slab(block);
        long at = offset(block);
        long bit = bit(address);
        if ((slab.get(WORD, at) & bit) == 0 || (slab.get(WORD, at + plane) & bit) != 0) {
            return false;
        }
        return ((long) WORDS.getAndBitwiseOr(slab, at + plane, bit) & bit) == 0;
    }

    /** Clears a bit of an object that is there; safe among threads. */
    void unset(long address, int plane) {
        int block = block(address);
        WORDS.getAndBitwiseAnd(slab(block), offset(block) + plane, ~bit(address));
    }

    /** Clears a plane of bits. */
    void clear(int plane) {
        for (int block = 0; block < blocks(); block++) {
            setWord(block, plane, 0);
        }
    }

    /**
     * Where the record of an object is in the file, in a dump that has neighbours next to each
     * other.
     *
     * @return -1 where no object begins at that address
     */
    long positionByBlock(HprofBytes bytes, long address) {
        int block = block(address);
        if (block < 0 || !aligned(address)) {
            return -1;
        }
        MemorySegment slab = slab(block);
        long at = offset(block);
        long starts = slab.get(WORD, at);
        long bit = bit(address);
        if ((starts & bit) == 0) {
            return -1;
        }
        boolean upper = (bit & UPPER_HALF) != 0;
        int code = slab.get(HALF_WORD, at + (upper ? SECOND : FIRST));
        long half = upper ? starts & UPPER_HALF : starts;
        int before = Long.bitCount(half & (bit - 1));
        long position = baseOf(block) + (code > 0 ? code - 1 : code);
        return skip(bytes, position, before);
    }

    private long baseOf(int block) {
        return bases[block >>> (PAGE_SHIFT - BLOCK_SHIFT)];
    }

    /** Steps over so many objects, and over whatever else is between them, to the next object. */
    private static long skip(HprofBytes bytes, long position, int objects) {
        long at = position;
        int left = objects;
        while (true) {
            int tag = bytes.u1(at);
            if (SubRecord.isObject(tag)) {
                if (left == 0) {
                    return at;
                }
                left--;
            }
            at = SubRecord.end(bytes, at);
        }
    }

    /** How many objects begin before a block, where {@link #numberBlocks} has counted them. */
    int objectsBefore(int block) {
        return slab(block).get(HALF_WORD, offset(block) + FIRST);
    }

    /**
     * Numbers the objects: each block learns how many begin before it. Gives up positions by block.
     */
    int numberBlocks() {
        int count = 0;
        for (int page : pagesByAddress()) {
            for (int i = 0; i < BLOCKS; i++) {
                int block = page * BLOCKS + i;
                slab(block).set(HALF_WORD, offset(block) + FIRST, count);
                count += Long.bitCount(word(block, STARTS));
            }
        }
        return count;
    }

    /** How many block numbers there are. */
    int blocks() {
        return pageCount * BLOCKS;
    }

    int pages() {
        return pageCount;
    }

    /** The address at which a block begins. */
    long addressOf(int block) {
        long page = pages[block >>> (PAGE_SHIFT - BLOCK_SHIFT)];
        return ((page << PAGE_SHIFT) | ((long) (block & (BLOCKS - 1)) << BLOCK_SHIFT)) >>> scale;
    }

    /** The address of a bit in a block. */
    long addressOf(int block, int bit) {
        return addressOf(block) + (((long) bit << WORD_SHIFT) >>> scale);
    }

    /**
     * The numbers of all pages in the order of their addresses; a page's blocks are numbered from
     * {@code page * BLOCKS}.
     */
    int[] pagesByAddress() {
        // a page's number in its address: there are fewer than 2^24 pages, and 2^48 page addresses
        long[] order = new long[pageCount];
        System.arraycopy(pages, 0, order, 0, pageCount);
        Arrays.sort(order);
        int[] slots = new int[pageCount];
        for (int i = 0; i < pageCount; i++) {
            slots[i] = block((order[i] << PAGE_SHIFT) >>> scale) >>> (PAGE_SHIFT - BLOCK_SHIFT);
        }
        return slots;
    }

    /** How many bits of a plane are set. */
    long count(int plane) {
        long count = 0;
        for (int block = 0; block < blocks(); block++) {
            count += Long.bitCount(word(block, plane));
        }
        return count;
    }

    void release() {
        for (MemorySegment slab : slabs) {
            budget.release(slab);
        }
        slabs = new MemorySegment[0];
        pageCount = 0;
    }
}
