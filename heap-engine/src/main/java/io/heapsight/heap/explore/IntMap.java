/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.explore;

import java.util.Arrays;

/** A map from non-negative ints to non-negative ints; 8 bytes per slot. */
final class IntMap {
    static final int ABSENT = -1;

    private static final int FIRST_CAPACITY = 1 << 10;
    private static final int SPREAD = 0x9E37_79B9;

    private int[] keys = new int[FIRST_CAPACITY];
    private int[] values = absent(FIRST_CAPACITY);
    private int size;

    private static int[] absent(int capacity) {
        int[] values = new int[capacity];
        Arrays.fill(values, ABSENT);
        return values;
    }

    int size() {
        return size;
    }

    int get(int key) {
        return values[slot(key)];
    }

    /** Keeps the first value of a key; returns whether this is the first. */
    boolean putIfAbsent(int key, int value) {
        int slot = slot(key);
        if (values[slot] != ABSENT) {
            return false;
        }
        keys[slot] = key;
        values[slot] = value;
        if (2 * ++size > keys.length) {
            grow();
        }
        return true;
    }

    private int slot(int key) {
        int mask = keys.length - 1;
        int slot = (key * SPREAD) >>> Integer.numberOfLeadingZeros(mask);
        while (values[slot] != ABSENT && keys[slot] != key) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    private void grow() {
        int[] oldKeys = keys;
        int[] oldValues = values;
        keys = new int[2 * oldKeys.length];
        values = absent(keys.length);
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldValues[i] != ABSENT) {
                int slot = slot(oldKeys[i]);
                keys[slot] = oldKeys[i];
                values[slot] = oldValues[i];
            }
        }
    }
}
