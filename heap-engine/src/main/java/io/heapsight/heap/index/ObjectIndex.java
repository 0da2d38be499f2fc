/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.index;

import io.heapsight.heap.memory.BudgetExceededException;
import io.heapsight.heap.memory.MemoryBudget;
import io.heapsight.hprof.HprofBytes;
import io.heapsight.hprof.RawMemory;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * Finds the records of objects by address, and stores some bits for each object.
 *
 * <p>The heap is divided into pages of 64 KiB, each of 128 blocks of 512 bytes; a page is created
 * with its first object. A block is one record, so that a look-up reads one cache line:
 *
 * <pre>
 *    0  starts   one bit per 8 bytes of heap: an object begins here
 *    8  marks    one bit per 8 bytes: the object is reachable
 *   16  spare    one bit per 8 bytes, for the current phase
 *   24  place    file positions of the first records of its four quarters: {@link PackedBlockPositions}
 * </pre>
 *
 * That is 64 bytes per KiB of used heap. A look-up reads the records from the first one of the
 * object's quarter on; HotSpot's collectors dump neighbours next to each other. For dumps in
 * another order, {@link FilePositions} stores a position for each object. Then the last eight bytes
 * of a block hold the number of objects before it.
 */
public final class ObjectIndex {
    /** Offset of the start bits, which are valid in all phases. */
    public static final int STARTS = 0;

    public static final int MARKS = 8;
    public static final int SPARE = 16;

    /** Offset of a block's file positions, which also take eight bytes. */
    public static final int PLACE = 24;

    public static final int PAGE_SHIFT = 16;
    public static final int BLOCK_SHIFT = 9;
    public static final int BLOCKS = 1 << (PAGE_SHIFT - BLOCK_SHIFT);
    static final int WORD_SHIFT = 3;

    /** Size of a block's quarter: 128 bytes or 16 bits. */
    private static final int QUARTER_SHIFT = 7;

    private static final int QUARTER_BITS = 1 << (QUARTER_SHIFT - WORD_SHIFT);

    public static final int BLOCK_BYTES = 32;
    public static final int PAGE_BYTES = BLOCKS * BLOCK_BYTES;
    private static final int SLAB_SHIFT = 8;
    static final int SLAB_PAGES = 1 << SLAB_SHIFT;

    private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG_UNALIGNED;
    private static final VarHandle WORDS = ValueLayout.JAVA_LONG.varHandle();

    private final MemoryBudget budget;
    private final int scale;

    private MemorySegment[] slabs = new MemorySegment[0];
    private long[] slabAddresses = new long[0];
    private final PageTable pages = new PageTable();
    private long[] bases = new long[1024];
    private volatile boolean repeats;

    /** Whether positions come from a file, which may be wrong. */
    private final boolean checked;

    /**
     * @param scale bits by which addresses are shifted left so that objects are 8 apart: 0 for
     *     HotSpot, 3 for identifiers that are not addresses
     */
    ObjectIndex(MemoryBudget budget, int scale) {
        this(budget, scale, false);
    }

    private ObjectIndex(MemoryBudget budget, int scale, boolean checked) {
        this.budget = budget;
        this.scale = scale;
        this.checked = checked;
    }

    /** Opens a stored index, read-only. */
    ObjectIndex(MemoryBudget budget, StoredHeap stored) {
        this(budget, stored.scale(), true);
        for (long page : stored.pages()) {
            pages.add(page);
        }
        bases = stored.bases();
        slabAddresses = new long[Math.ceilDiv(stored.pages().length, SLAB_PAGES)];
        for (int slab = 0; slab < slabAddresses.length; slab++) {
            slabAddresses[slab] = stored.blocks().address() + (long) slab * SLAB_PAGES * PAGE_BYTES;
        }
        freeze();
    }

    /** Bits by which addresses are shifted left. */
    public int scale() {
        return scale;
    }

    /** The page of a block: the number of pages of address space before it. */
    public long pageOf(int block) {
        return pages.page(block >>> (PAGE_SHIFT - BLOCK_SHIFT));
    }

    /** An address in bytes of heap: objects are at least 8 apart. */
    public long key(long address) {
        return address << scale;
    }

    /** Converts a distance in bytes of heap to one of addresses. */
    public long bytesAsAddress(long bytes) {
        return bytes >>> scale;
    }

    /** The quarter of a key in its block, 0 to 3. */
    static int quarter(long key) {
        return (int) (key >>> QUARTER_SHIFT) & (PackedBlockPositions.QUARTERS - 1);
    }

    /** Whether an object can begin at an address. */
    public boolean aligned(long address) {
        return (key(address) & 7) == 0;
    }

    /** The block of an address; creates its page if needed. See {@link #block}. */
    synchronized int makeBlock(long address, long position) throws BudgetExceededException {
        long key = key(address);
        int block = block(address);
        if (block < 0) {
            addPage(key >>> PAGE_SHIFT, position);
            block = block(address);
        }
        return block;
    }

    private void addPage(long page, long position) throws BudgetExceededException {
        int number = pages.count();
        if (number >>> SLAB_SHIFT == slabs.length) {
            MemorySegment slab =
                    budget.reserveOrSpillInOrder(
                            (long) SLAB_PAGES * PAGE_BYTES, "the object index");
            MemorySegment[] more = Arrays.copyOf(slabs, slabs.length + 1);
            more[slabs.length] = slab;
            long[] moreAddresses = Arrays.copyOf(slabAddresses, more.length);
            moreAddresses[slabs.length] = slab.address();
            slabAddresses = moreAddresses;
            slabs = more;
        }
        if (number == bases.length) {
            bases = Arrays.copyOf(bases, 2 * number);
        }
        bases[number] = position;
        pages.add(page);
    }

    /**
     * Sets the start bits of a run of records that lie next to each other in file and block.
     *
     * @param bits the objects of the run
     * @param first position of the run's first record
     * @param quarters of a {@link PackedBlockPositions}, from that record
     * @return whether the block was empty before
     */
    boolean addRun(int block, long bits, long first, long quarters) {
        long at = record(block);
        long before = (long) WORDS.getAndBitwiseOr(RawMemory.ALL, at, bits);
        if ((before & bits) != 0) {
            repeats = true;
        }
        long relative = first - baseOf(block);
        if (!PackedBlockPositions.fits(relative)) {
            return false;
        }
        lower(at + PLACE, PackedBlockPositions.of(relative, quarters));
        return before == 0;
    }

    /** Stores the place of the run that is first in the file; a look-up reads on from there. */
    private static void lower(long at, long place) {
        long present = RawMemory.ALL.get(WORD, at);
        while (present == 0 || place < present) {
            long seen = (long) WORDS.compareAndExchange(RawMemory.ALL, at, present, place);
            if (seen == present) {
                return;
            }
            present = seen;
        }
    }

    /** Whether an object was added twice. */
    boolean repeats() {
        return repeats;
    }

    /**
     * The block of an address.
     *
     * @return the block's number in this index, or -1 if its page has no objects
     */
    public int block(long address) {
        long key = key(address);
        int page = pages.number(key >>> PAGE_SHIFT);
        return page < 0
                ? -1
                : (page << (PAGE_SHIFT - BLOCK_SHIFT))
                        | (int) ((key >>> BLOCK_SHIFT) & (BLOCKS - 1));
    }

    /** The bit of an address in its block's words. */
    public long bit(long address) {
        return 1L << (key(address) >>> WORD_SHIFT);
    }

    /** The address of a block's record in memory. */
    private long record(int block) {
        return slabAddresses[block >>> (PAGE_SHIFT - BLOCK_SHIFT + SLAB_SHIFT)]
                + (long) (block & (SLAB_PAGES * BLOCKS - 1)) * BLOCK_BYTES;
    }

    /** Ends adding objects; from now on, tables are only read and bits set. */
    void freeze() {
        pages.freeze();
    }

    /** One of the bit words of a block. */
    public long word(int block, int plane) {
        return RawMemory.ALL.get(WORD, record(block) + plane);
    }

    public void setWord(int block, int plane, long word) {
        RawMemory.ALL.set(WORD, record(block) + plane, word);
    }

    public boolean isObject(long address) {
        return test(address, STARTS);
    }

    public boolean isMarked(long address) {
        return test(address, MARKS);
    }

    public boolean test(long address, int plane) {
        int block = block(address);
        return block >= 0 && aligned(address) && (word(block, plane) & bit(address)) != 0;
    }

    /** The block of an object; -1 if none begins at that address. */
    public int blockOfObject(long address) {
        int block = block(address);
        return block >= 0 && aligned(address) && (word(block, STARTS) & bit(address)) != 0
                ? block
                : -1;
    }

    /**
     * Sets a bit of an object. Thread-safe.
     *
     * @return whether the object exists and its bit was not set before
     */
    public boolean set(long address, int plane) {
        int block = blockOfObject(address);
        return block >= 0 && set(block, bit(address), plane);
    }

    /** Sets a bit in a block; returns whether it was not set before. Thread-safe. */
    public boolean set(int block, long bit, int plane) {
        long at = record(block) + plane;
        return (RawMemory.ALL.get(WORD, at) & bit) == 0
                && ((long) WORDS.getAndBitwiseOr(RawMemory.ALL, at, bit) & bit) == 0;
    }

    /** Clears one of the bit words of a block and returns its old value. Thread-safe. */
    public long take(int block, int plane) {
        long at = record(block) + plane;
        return RawMemory.ALL.get(WORD, at) == 0 ? 0 : (long) WORDS.getAndSet(RawMemory.ALL, at, 0L);
    }

    /** Whether an object exists and its bit is set. */
    public boolean isSet(long address, int plane) {
        return (word(block(address), plane) & bit(address)) != 0;
    }

    /** Clears a bit of an object, if it exists; returns whether it was set. Thread-safe. */
    public boolean unset(long address, int plane) {
        int block = blockOfObject(address);
        long bit = bit(address);
        return block >= 0
                && ((long) WORDS.getAndBitwiseAnd(RawMemory.ALL, record(block) + plane, ~bit) & bit)
                        != 0;
    }

    /** Clears the marks and the spare bits. */
    public void unmark() {
        for (int block = 0; block < blocks(); block++) {
            setWord(block, MARKS, 0);
            setWord(block, SPARE, 0);
        }
    }

    /** Clears the spare bits of marked objects; those of other objects stay. */
    public void clearSpareOfMarked() {
        for (int block = 0; block < blocks(); block++) {
            long spare = word(block, SPARE);
            if (spare != 0) {
                setWord(block, SPARE, spare & ~word(block, MARKS));
            }
        }
    }

    /**
     * The file position of an object's record, in a dump with neighbours next to each other.
     *
     * @return -1 if no object begins at that address
     */
    long positionByBlock(HprofBytes bytes, long address) {
        int block = block(address);
        if (block < 0 || !aligned(address)) {
            return -1;
        }
        long at = record(block);
        long starts = RawMemory.ALL.get(WORD, at);
        long bit = bit(address);
        if ((starts & bit) == 0) {
            return -1;
        }
        long place = RawMemory.ALL.get(WORD, at + PLACE);
        int quarter = quarter(key(address));
        int ahead = PackedBlockPositions.ahead(place, quarter);
        long stepped = ahead == 0 ? starts : starts & (-1L << (quarter * QUARTER_BITS));
        int before = Long.bitCount(stepped & (bit - 1));
        long position = baseOf(block) + PackedBlockPositions.first(place) + ahead;
        return checked
                ? RecordSteps.skipWithCare(bytes, position, before, address)
                : RecordSteps.skip(bytes, position, before);
    }

    /** The file position of an object in a block's page, near the others of the page. */
    public long baseOf(int block) {
        return bases[block >>> (PAGE_SHIFT - BLOCK_SHIFT)];
    }

    /** The number of objects before a block, after {@link #numberBlocks}. */
    int objectsBefore(int block) {
        return (int) word(block, PLACE);
    }

    /** Replaces each block's positions by its {@link #objectsBefore}; returns the total. */
    int numberBlocks() {
        int count = 0;
        for (int page : pagesByAddress()) {
            for (int i = 0; i < BLOCKS; i++) {
                int block = page * BLOCKS + i;
                setWord(block, PLACE, count);
                count += Long.bitCount(word(block, STARTS));
            }
        }
        return count;
    }

    /** The number of block numbers. */
    public int blocks() {
        return pages.count() * BLOCKS;
    }

    public int pages() {
        return pages.count();
    }

    /** The start address of a block. */
    public long addressOf(int block) {
        long page = pages.page(block >>> (PAGE_SHIFT - BLOCK_SHIFT));
        return ((page << PAGE_SHIFT) | ((long) (block & (BLOCKS - 1)) << BLOCK_SHIFT)) >>> scale;
    }

    /** The address of a bit in a block. */
    public long addressOf(int block, int bit) {
        return addressOf(block) + (((long) bit << WORD_SHIFT) >>> scale);
    }

    /**
     * The numbers of all pages in the order of their addresses; a page's first block is {@code page
     * * BLOCKS}.
     */
    public int[] pagesByAddress() {
        return pages.ascending();
    }

    void release() {
        for (MemorySegment slab : slabs) {
            budget.release(slab);
        }
        slabs = new MemorySegment[0];
    }
}
