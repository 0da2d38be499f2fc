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
 * Finds the records of objects by address, and keeps some bits about each object.
 *
 * <p>The heap is taken in pages of 64 KiB that exist once an object was seen in them, each of 128
 * blocks of 512 bytes. A block is one record, so that a look-up touches one cache line:
 *
 * <pre>
 *    0  starts   one bit per 8 bytes of heap: an object begins here
 *    8  marks    one bit per 8 bytes: the object is reachable
 *   16  spare    one bit per 8 bytes, for the phase that runs
 *   24  place    where the first records of its four quarters are in the file: {@link BlockPlace}
 * </pre>
 *
 * That is 64 bytes per KiB of used heap. An object is found by going to the first record of its
 * quarter and stepping over those before it; HotSpot's collectors dump neighbours next to each
 * other. Where a dump doesn't keep that order, {@link FilePositions} has a position for each
 * object, and the last eight bytes of a block hold how many objects begin before it.
 */
public final class ObjectIndex {
    /** Bits a position holds no matter which phase runs. */
    public static final int STARTS = 0;

    public static final int MARKS = 8;
    public static final int SPARE = 16;

    /** Where the objects of a block are: not a bit word, but as long. */
    public static final int PLACE = 24;

    public static final int PAGE_SHIFT = 16;
    public static final int BLOCK_SHIFT = 9;
    public static final int BLOCKS = 1 << (PAGE_SHIFT - BLOCK_SHIFT);
    static final int WORD_SHIFT = 3;

    /** Of a block's quarter, 128 bytes or 16 bits. */
    private static final int QUARTER_SHIFT = 7;

    private static final int QUARTER_BITS = 1 << (QUARTER_SHIFT - WORD_SHIFT);

    public static final int BLOCK_BYTES = 32;
    public static final int PAGE_BYTES = BLOCKS * BLOCK_BYTES;
    private static final int SLAB_SHIFT = 8;
    private static final int SLAB_PAGES = 1 << SLAB_SHIFT;

    private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG_UNALIGNED;
    private static final VarHandle WORDS = ValueLayout.JAVA_LONG.varHandle();

    private final MemoryBudget budget;
    private final int scale;

    private MemorySegment[] slabs = new MemorySegment[0];
    private long[] slabAddresses = new long[0];
    private final PageTable pages = new PageTable();
    private long[] bases = new long[1024];
    private volatile boolean repeats;

    /** Whether positions come from a file, which anybody may have written. */
    private final boolean checked;

    /**
     * @param scale how far addresses are shifted to the left so that objects are 8 apart: 0 for
     *     HotSpot's, 3 for identifiers that are no addresses
     */
    ObjectIndex(MemoryBudget budget, int scale) {
        this(budget, scale, false);
    }

    private ObjectIndex(MemoryBudget budget, int scale, boolean checked) {
        this.budget = budget;
        this.scale = scale;
        this.checked = checked;
    }

    /** An index over what was written down of one; it is not written to. */
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

    /** How far addresses are shifted to the left. */
    public int scale() {
        return scale;
    }

    /** The page that a block lies in: how many pages of address space are before it. */
    public long pageOf(int block) {
        return pages.page(block >>> (PAGE_SHIFT - BLOCK_SHIFT));
    }

    /** An address in bytes of heap: objects are 8 apart at least. */
    public long key(long address) {
        return address << scale;
    }

    /** How far addresses are apart that are so many bytes of heap apart. */
    public long bytesAsAddress(long bytes) {
        return bytes >>> scale;
    }

    /** Which of the four quarters of its block a key lies in. */
    static int quarter(long key) {
        return (int) (key >>> QUARTER_SHIFT) & (BlockPlace.QUARTERS - 1);
    }

    /** Whether an object can begin there at all. */
    public boolean aligned(long address) {
        return (key(address) & 7) == 0;
    }

    /** The block of an address, in a page that is made where there is none; see {@link #block}. */
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
     * @param first where the run's first record is
     * @param quarters of a {@link BlockPlace}, from that record
     * @return whether the block was empty before
     */
    boolean addRun(int block, long bits, long first, long quarters) {
        long at = record(block);
        long before = (long) WORDS.getAndBitwiseOr(RawMemory.ALL, at, bits);
        if ((before & bits) != 0) {
            repeats = true;
        }
        long relative = first - baseOf(block);
        if (!BlockPlace.fits(relative)) {
            return false;
        }
        lower(at + PLACE, BlockPlace.of(relative, quarters));
        return before == 0;
    }

    /** Keeps the place of the run that comes first in the file: what follows it is stepped over. */
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

    /** Whether objects were added twice. */
    boolean repeats() {
        return repeats;
    }

    /**
     * The block that an address lies in.
     *
     * @return a number that this index gives to the block, or -1 where no object was seen near
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

    /** Where the record of a block is in memory. */
    private long record(int block) {
        return slabAddresses[block >>> (PAGE_SHIFT - BLOCK_SHIFT + SLAB_SHIFT)]
                + (long) (block & (SLAB_PAGES * BLOCKS - 1)) * BLOCK_BYTES;
    }

    /** All objects are there: what follows only reads the tables and sets bits. */
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

    /** The block that an object lies in; -1 where none begins at that address. */
    public int blockOfObject(long address) {
        int block = block(address);
        return block >= 0 && aligned(address) && (word(block, STARTS) & bit(address)) != 0
                ? block
                : -1;
    }

    /**
     * Sets a bit of an object; safe among threads.
     *
     * @return whether there is such an object and its bit was not set before
     */
    public boolean set(long address, int plane) {
        int block = blockOfObject(address);
        return block >= 0 && set(block, bit(address), plane);
    }

    /** Sets a bit in a block; whether it was not set before. Safe among threads. */
    public boolean set(int block, long bit, int plane) {
        long at = record(block) + plane;
        return (RawMemory.ALL.get(WORD, at) & bit) == 0
                && ((long) WORDS.getAndBitwiseOr(RawMemory.ALL, at, bit) & bit) == 0;
    }

    /** Clears one of the bit words of a block, and answers what it was. Safe among threads. */
    public long take(int block, int plane) {
        long at = record(block) + plane;
        return RawMemory.ALL.get(WORD, at) == 0 ? 0 : (long) WORDS.getAndSet(RawMemory.ALL, at, 0L);
    }

    /** Whether a bit of an object that is there is set. */
    public boolean isSet(long address, int plane) {
        return (word(block(address), plane) & bit(address)) != 0;
    }

    /** Clears a bit of an object, if it is there; whether it was set. Safe among threads. */
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

    /** Clears the spare bits of what is marked; those of all other objects stay. */
    public void clearSpareOfMarked() {
        for (int block = 0; block < blocks(); block++) {
            long spare = word(block, SPARE);
            if (spare != 0) {
                setWord(block, SPARE, spare & ~word(block, MARKS));
            }
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
        long at = record(block);
        long starts = RawMemory.ALL.get(WORD, at);
        long bit = bit(address);
        if ((starts & bit) == 0) {
            return -1;
        }
        long place = RawMemory.ALL.get(WORD, at + PLACE);
        int quarter = quarter(key(address));
        int ahead = BlockPlace.ahead(place, quarter);
        long stepped = ahead == 0 ? starts : starts & (-1L << (quarter * QUARTER_BITS));
        int before = Long.bitCount(stepped & (bit - 1));
        long position = baseOf(block) + BlockPlace.first(place) + ahead;
        return checked
                ? RecordSteps.skipWithCare(bytes, position, before, address)
                : RecordSteps.skip(bytes, position, before);
    }

    /** Where in the file one of the objects in a block's page is, not far from the others of it. */
    public long baseOf(int block) {
        return bases[block >>> (PAGE_SHIFT - BLOCK_SHIFT)];
    }

    /** How many objects begin before a block, where {@link #numberBlocks} has counted them. */
    int objectsBefore(int block) {
        return (int) word(block, PLACE);
    }

    /** Tells each block how many objects begin before it; gives up the positions by block. */
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

    /** How many block numbers there are. */
    public int blocks() {
        return pages.count() * BLOCKS;
    }

    public int pages() {
        return pages.count();
    }

    /** The address at which a block begins. */
    public long addressOf(int block) {
        long page = pages.page(block >>> (PAGE_SHIFT - BLOCK_SHIFT));
        return ((page << PAGE_SHIFT) | ((long) (block & (BLOCKS - 1)) << BLOCK_SHIFT)) >>> scale;
    }

    /** The address of a bit in a block. */
    public long addressOf(int block, int bit) {
        return addressOf(block) + (((long) bit << WORD_SHIFT) >>> scale);
    }

    /**
     * The numbers of all pages in the order of their addresses; a page's blocks are numbered from
     * {@code page * BLOCKS}.
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
