/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.index;

import java.util.Arrays;

/**
 * Numbers the pages of address space that contain objects, in the order of their first object. A
 * hash table by page with open addressing, at most half full; 32 bytes a page. One thread at a time
 * adds pages; after the last one, many threads may read.
 */
final class PageTable {
    private static final int FIRST_CAPACITY_SHIFT = 10;
    private static final long NO_PAGE = -1;

    /** Maximum distance of pages for a direct table: 4 MiB for 64 GiB of address space. */
    private static final long DIRECT = 1 << 20;

    private static final long SPREAD = 0x9E37_79B9_7F4A_7C15L;

    private long[] keys = filled(1 << FIRST_CAPACITY_SHIFT);
    private int[] numbers = new int[1 << FIRST_CAPACITY_SHIFT];
    private int shift = Long.SIZE - FIRST_CAPACITY_SHIFT;
    private long[] pages = new long[1 << FIRST_CAPACITY_SHIFT];
    private int count;

    /**
     * For each page from the first one, its number plus 1; empty until {@link #freeze}, or if pages
     * are too far apart.
     */
    private int[] direct = new int[0];

    private long firstPage;

    private static long[] filled(int length) {
        long[] keys = new long[length];
        Arrays.fill(keys, NO_PAGE);
        return keys;
    }

    int count() {
        return count;
    }

    /** The page of a number. */
    long page(int number) {
        return pages[number];
    }

    /** The number of a page, or -1. */
    int number(long page) {
        if (direct.length > 0) {
            long at = page - firstPage;
            return at >= 0 && at < direct.length ? direct[(int) at] - 1 : -1;
        }
        return search(page);
    }

    private int search(long page) {
        int mask = keys.length - 1;
        int i = (int) ((page * SPREAD) >>> shift);
        while (keys[i] != page) {
            if (keys[i] == NO_PAGE) {
                return -1;
            }
            i = (i + 1) & mask;
        }
        return numbers[i];
    }

    /** Gives the next number to a page without one. */
    void add(long page) {
        if (count == pages.length) {
            pages = Arrays.copyOf(pages, 2 * count);
        }
        pages[count++] = page;
        if (2 * count > keys.length) {
            grow();
        } else {
            put(page, count - 1);
        }
    }

    private void grow() {
        keys = filled(2 * keys.length);
        numbers = new int[keys.length];
        shift--;
        for (int number = 0; number < count; number++) {
            put(pages[number], number);
        }
    }

    private void put(long page, int number) {
        int mask = keys.length - 1;
        int i = (int) ((page * SPREAD) >>> shift);
        while (keys[i] != NO_PAGE) {
            i = (i + 1) & mask;
        }
        keys[i] = page;
        numbers[i] = number;
    }

    /** Ends adding pages; makes look-ups faster if pages are not too far apart. */
    void freeze() {
        long[] order = Arrays.copyOf(pages, count);
        Arrays.sort(order);
        if (count > 0 && order[count - 1] - order[0] < DIRECT) {
            firstPage = order[0];
            int[] table = new int[(int) (order[count - 1] - firstPage) + 1];
            for (int number = 0; number < count; number++) {
                table[(int) (pages[number] - firstPage)] = number + 1;
            }
            direct = table;
        }
    }

    /** The numbers of all pages in the order of their addresses. */
    int[] ascending() {
        long[] order = Arrays.copyOf(pages, count);
        Arrays.sort(order);
        int[] ascending = new int[count];
        for (int i = 0; i < count; i++) {
            ascending[i] = number(order[i]);
        }
        return ascending;
    }
}
