/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.unreachable;

import io.heapsight.hprof.LongMap;
import java.util.Arrays;
import java.util.function.LongPredicate;
import java.util.stream.IntStream;

/**
 * Collects the unreachable objects that look like objects of one {@link VmHeldKind}, each with a
 * key. HotSpot holds at most one of the objects with the same key, such as equal strings. Not
 * thread-safe.
 */
final class VmHeldCandidates {
    /** Maximum candidates; HotSpot holds fewer of one kind: a few for each class. */
    private static final int MOST = 1 << 20;

    /**
     * Maximum candidates of one key; more than one, because other objects may hold some of them.
     */
    private static final int MOST_OF_ONE_KEY = 256;

    private static final int FIRST_CAPACITY = 16;

    private long[] addresses = new long[FIRST_CAPACITY];
    private long[] keys = new long[FIRST_CAPACITY];
    private int size;
    private final LongMap counts = new LongMap();

    /** Adds an object with its own key. */
    void add(long address) {
        append(address, address);
    }

    /** Adds an object with a shared key. */
    void add(long key, long address) {
        long known = Math.max(0, counts.get(key));
        if (known < MOST_OF_ONE_KEY) {
            counts.put(key, known + 1);
            append(key, address);
        }
    }

    private void append(long key, long address) {
        if (size == MOST) {
            return;
        }
        if (size == addresses.length) {
            addresses = Arrays.copyOf(addresses, 2 * size);
            keys = Arrays.copyOf(keys, 2 * size);
        }
        addresses[size] = address;
        keys[size++] = key;
    }

    /** Adds the candidates of another thread. */
    void addAll(VmHeldCandidates other) {
        for (int i = 0; i < other.size; i++) {
            append(other.keys[i], other.addresses[i]);
        }
    }

    /**
     * Returns one object per key, in the order of addresses: the first likely one, or else the
     * first possible one.
     */
    long[] pick(LongPredicate possible, LongPredicate likely) {
        LongMap picked = new LongMap();
        for (int i : ascending()) {
            long known = picked.get(keys[i]);
            boolean better = known == LongMap.ABSENT || !likely.test(known);
            if (better && possible.test(addresses[i])) {
                if (known == LongMap.ABSENT || likely.test(addresses[i])) {
                    picked.put(keys[i], addresses[i]);
                }
            }
        }
        long[] all = new long[picked.size()];
        int n = 0;
        for (long key : picked.sortedKeys()) {
            all[n++] = picked.get(key);
        }
        Arrays.sort(all);
        return all;
    }

    private int[] ascending() {
        return IntStream.range(0, size)
                .boxed()
                .sorted((a, b) -> Long.compareUnsigned(addresses[a], addresses[b]))
                .mapToInt(Integer::intValue)
                .toArray();
    }
}
