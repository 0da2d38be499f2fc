/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.unreachable;

import io.heapsight.heap.classes.ClassTotals;
import io.heapsight.heap.index.DumpedHeap;
import io.heapsight.heap.index.ObjectIndex;
import io.heapsight.heap.objects.ObjectSizes;
import io.heapsight.heap.objects.ReferenceReader;
import io.heapsight.hprof.BasicType;

/**
 * Finds the filler arrays that a collector has written over dead objects in areas that it does not
 * compact. Serial and Parallel leave such dead space at the bottom of a space, G1 in regions that
 * are nearly all live. The fillers are {@code int[]}, most of them small, and the only dead objects
 * in 64 KiB of heap. A program's garbage lies between dead objects of other kinds.
 *
 * @see <a
 *     href="https://github.com/openjdk/jdk/blob/jdk-25+36/src/hotspot/share/gc/serial/serialFullGC.cpp">DeadSpacer
 *     in serialFullGC.cpp</a>
 */
final class DeadSpaceFillers {
    /** Maximum elements of a small array. */
    private static final int SMALL = 64;

    /**
     * Minimum number of small fillers in a page, if its large ones are to count as dead space, too.
     */
    private static final int MANY = 8;

    /**
     * Number of small fillers in the heap from which the large ones of every page count as dead
     * space: this collector leaves dead space.
     */
    private static final int MANY_IN_ALL = 512;

    private static final int LEAST_LIVE = 64;

    private final DumpedHeap heap;
    private final ObjectIndex index;
    private final ObjectSizes sizes;
    private final ReferenceReader reader;
    private final int intArrays;

    DeadSpaceFillers(DumpedHeap heap, ObjectSizes sizes) {
        this.heap = heap;
        this.index = heap.index();
        this.sizes = sizes;
        this.reader = new ReferenceReader(heap.bytes(), heap.classes());
        this.intArrays = heap.classes().primitiveArray(BasicType.INT.code());
    }

    /**
     * Counts and marks the filler, after all live objects are marked.
     *
     * @param filler receives the arrays with elements
     * @param locks receives empty arrays: most are the locks that HotSpot uses while it initialises
     *     a class
     */
    void mark(ClassTotals filler, ClassTotals locks) {
        byte[] small = new byte[index.pages()];
        long all = 0;
        for (int page = 0; page < small.length; page++) {
            int first = page * ObjectIndex.BLOCKS;
            int found = isMostlyAlive(first) ? smallArrays(first) : -1;
            all += Math.max(0, found);
            small[page] = (byte) Math.min(found, MANY);
        }
        int enough = all >= MANY_IN_ALL ? 0 : MANY;
        for (int page = 0; page < small.length; page++) {
            if (small[page] >= 0) {
                long longest = small[page] >= enough ? Long.MAX_VALUE : SMALL;
                mark(page * ObjectIndex.BLOCKS, longest, filler, locks);
            }
        }
    }

    private long dead(int block) {
        return index.word(block, ObjectIndex.STARTS) & ~index.word(block, ObjectIndex.MARKS);
    }

    /** Whether two of three objects are live, and no dead object has a referrer. */
    private boolean isMostlyAlive(int first) {
        int live = 0;
        int dead = 0;
        for (int block = first; block < first + ObjectIndex.BLOCKS; block++) {
            long deadHere = dead(block);
            if ((deadHere & index.word(block, ObjectIndex.SPARE)) != 0) {
                return false;
            }
            live += Long.bitCount(index.word(block, ObjectIndex.MARKS));
            dead += Long.bitCount(deadHere);
        }
        return dead > 0 && live >= LEAST_LIVE && live >= dead + dead / 2;
    }

    /** Number of small arrays among a page's dead objects; -1 if some are not filler. */
    private int smallArrays(int first) {
        int small = 0;
        for (int block = first; block < first + ObjectIndex.BLOCKS; block++) {
            for (long dead = dead(block); dead != 0; dead &= dead - 1) {
                open(block, dead);
                if (reader.classIndex() != intArrays || reader.length() % 2 != 0) {
                    return -1;
                }
                small += reader.length() <= SMALL ? 1 : 0;
            }
        }
        return small;
    }

    private void mark(int first, long longest, ClassTotals filler, ClassTotals locks) {
        for (int block = first; block < first + ObjectIndex.BLOCKS; block++) {
            for (long dead = dead(block); dead != 0; dead &= dead - 1) {
                open(block, dead);
                if (reader.length() <= longest) {
                    ClassTotals into = reader.length() == 0 ? locks : filler;
                    into.add(intArrays, sizes.of(reader));
                    index.set(block, Long.lowestOneBit(dead), ObjectIndex.MARKS);
                }
            }
        }
    }

    private void open(int block, long bits) {
        reader.open(heap.position(index.addressOf(block, Long.numberOfTrailingZeros(bits))));
    }
}
