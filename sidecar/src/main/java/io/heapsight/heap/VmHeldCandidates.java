/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap;

import io.heapsight.hprof.LongMap;
import java.util.Arrays;

/**
 * Unreachable objects of one {@link VmHeldKind}. Of those with equal keys, such as equal strings,
 * only the one with the lowest address is kept: HotSpot holds one at most. Not shared by threads.
 */
final class VmHeldCandidates {
    /** More than HotSpot ever holds of one kind: a few for each class. */
    private static final int MOST = 1 << 20;

    private static final int FIRST_CAPACITY = 16;

    private long[] addresses = new long[FIRST_CAPACITY];
    private int size;
    private final LongMap byKey = new LongMap();

    /** Adds one that is like no other. */
    void add(long address) {
        if (size < MOST) {
            if (size == addresses.length) {
                addresses = Arrays.copyOf(addresses, 2 * size);
            }
            addresses[size++] = address;
        }
    }

    /** Adds one of which there is one for each key. */
    void add(long key, long address) {
        long known = byKey.get(key);
        if (known == LongMap.ABSENT ? byKey.size() < MOST : address < known) {
            byKey.put(key, address);
        }
    }

    /** Adds what another thread has found. */
    void addAll(VmHeldCandidates other) {
        for (int i = 0; i < other.size; i++) {
            add(other.addresses[i]);
        }
        for (long key : other.byKey.sortedKeys()) {
            add(key, other.byKey.get(key));
        }
    }

    /** All of them, in the order of their addresses. */
    long[] ascending() {
        long[] keys = byKey.sortedKeys();
        long[] all = Arrays.copyOf(addresses, size + keys.length);
        for (int i = 0; i < keys.length; i++) {
            all[size + i] = byKey.get(keys[i]);
        }
        Arrays.sort(all);
        return all;
    }
}
