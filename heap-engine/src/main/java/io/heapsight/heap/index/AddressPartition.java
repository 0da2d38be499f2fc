/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.index;

/**
 * Divides the heap into parts of 8 MiB of address space, each for one thread at a time. Only
 * addresses determine the parts, so results do not depend on the number of threads.
 */
public final class AddressPartition {
    private static final int PART_SHIFT = 23;

    private final ObjectIndex index;
    private final int[] pages;

    /**
     * The index of each part's first page in {@link #pages}; the last entry is the end of the last
     * part.
     */
    private final int[] firstPages;

    private final int count;

    public AddressPartition(ObjectIndex index) {
        this.index = index;
        this.pages = index.pagesByAddress();
        this.firstPages = new int[pages.length + 1];
        int parts = 0;
        for (int i = 0; i < pages.length; i++) {
            if (i == 0 || key(i) != key(i - 1)) {
                firstPages[parts++] = i;
            }
        }
        this.count = parts;
        firstPages[parts] = pages.length;
    }

    private long key(int place) {
        return index.key(index.addressOf(pages[place] * ObjectIndex.BLOCKS)) >>> PART_SHIFT;
    }

    public int count() {
        return count;
    }

    /** Number of pages of a part. */
    public int pages(int part) {
        return firstPages[part + 1] - firstPages[part];
    }

    /** The first block of a page of a part. */
    public int firstBlock(int part, int page) {
        return pages[firstPages[part] + page] * ObjectIndex.BLOCKS;
    }

    /** The part of an object. */
    public int of(long address) {
        long key = index.key(address) >>> PART_SHIFT;
        int low = 0;
        int high = count - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (key(firstPages[middle]) <= key) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    /** Whether two objects are in one part. */
    public boolean together(long address, long other) {
        return (index.key(address) ^ index.key(other)) >>> PART_SHIFT == 0;
    }
}
