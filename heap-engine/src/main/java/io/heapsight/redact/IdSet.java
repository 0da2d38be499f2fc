/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.redact;

import java.util.Arrays;

/**
 * A set of identifiers that is filled first and queried afterwards: sorted, 8 to 32 bytes an entry.
 * Not thread-safe while it is being filled.
 */
final class IdSet {
    private static final int FIRST_CAPACITY = 256;

    private long[] ids = new long[FIRST_CAPACITY];
    private int size;
    private boolean sorted = true;

    void add(long id) {
        if (size == ids.length) {
            sort();
            if (size > ids.length / 2) {
                ids = Arrays.copyOf(ids, 2 * ids.length);
            }
        }
        ids[size++] = id;
        sorted = false;
    }

    boolean contains(long id) {
        if (!sorted) {
            sort();
        }
        return Arrays.binarySearch(ids, 0, size, id) >= 0;
    }

    /** Number of identifiers. */
    int size() {
        if (!sorted) {
            sort();
        }
        return size;
    }

    private void sort() {
        Arrays.sort(ids, 0, size);
        int distinct = 0;
        for (int i = 0; i < size; i++) {
            if (i == 0 || ids[i] != ids[i - 1]) {
                ids[distinct++] = ids[i];
            }
        }
        size = distinct;
        sorted = true;
    }
}
