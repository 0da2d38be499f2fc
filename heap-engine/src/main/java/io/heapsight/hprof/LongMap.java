/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.hprof;

import java.util.Arrays;

/**
 * A map from long to long: open addressing, linear probing, at most half full; 32 bytes an entry on
 * average. A value of {@link #ABSENT} cannot be stored. Readable by several threads once it is
 * built.
 */
public final class LongMap {
    /** The result of {@link #get} for a missing key. */
    public static final long ABSENT = -1;

    /** An empty map, never changed. */
    static final LongMap EMPTY = new LongMap();

    private static final int FIRST_CAPACITY = 64;
    private static final long SPREAD = 0x9E37_79B9_7F4A_7C15L;

    private long[] keys = new long[FIRST_CAPACITY];
    private long[] values = filled(FIRST_CAPACITY);
    private int shift = Long.numberOfLeadingZeros(FIRST_CAPACITY) + 1;
    private int size;

    private static long[] filled(int capacity) {
        long[] values = new long[capacity];
        Arrays.fill(values, ABSENT);
        return values;
    }

    public int size() {
        return size;
    }

    /** The value of a key, or {@link #ABSENT}. */
    public long get(long key) {
        return values[slot(key)];
    }

    public void put(long key, long value) {
        int slot = slot(key);
        if (values[slot] == ABSENT) {
            if (2 * (size + 1) > keys.length) {
                grow();
                slot = slot(key);
            }
            keys[slot] = key;
            size++;
        }
        values[slot] = value;
    }

    /** The keys, ascending. */
    public long[] sortedKeys() {
        long[] sorted = new long[size];
        int n = 0;
        for (int i = 0; i < keys.length; i++) {
            if (values[i] != ABSENT) {
                sorted[n++] = keys[i];
            }
        }
        Arrays.sort(sorted);
        return sorted;
    }

    private int slot(long key) {
        int mask = keys.length - 1;
        int slot = (int) ((key * SPREAD) >>> shift);
        while (values[slot] != ABSENT && keys[slot] != key) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    private void grow() {
        long[] oldKeys = keys;
        long[] oldValues = values;
        keys = new long[2 * oldKeys.length];
        values = filled(keys.length);
        shift--;
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldValues[i] != ABSENT) {
                int slot = slot(oldKeys[i]);
                keys[slot] = oldKeys[i];
                values[slot] = oldValues[i];
            }
        }
    }
}
