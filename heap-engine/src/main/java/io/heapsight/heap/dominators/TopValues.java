/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.dominators;

import java.util.Arrays;

/**
 * Keeps the largest of many numbers with their owners: a binary heap with the least kept number on
 * top.
 */
final class TopValues {
    private final int limit;
    private long[] bytes;
    private int[] owners;
    private int size;

    /**
     * @param limit how many to keep, above 0
     */
    TopValues(int limit) {
        if (limit < 1) {
            throw new IllegalArgumentException("limit: " + limit);
        }
        this.limit = limit;
        bytes = new long[Math.min(limit, 16)];
        owners = new int[bytes.length];
    }

    /** Offers a number; at equal numbers, the earlier owner stays. */
    void offer(int owner, long ownerBytes) {
        if (size == limit) {
            if (ownerBytes > bytes[0]) {
                sink(owner, ownerBytes, size);
            }
            return;
        }
        if (size == bytes.length) {
            int length = (int) Math.min(limit, 2L * size);
            bytes = Arrays.copyOf(bytes, length);
            owners = Arrays.copyOf(owners, length);
        }
        int at = size++;
        while (at > 0 && before(owner, ownerBytes, (at - 1) / 2)) {
            move((at - 1) / 2, at);
            at = (at - 1) / 2;
        }
        put(at, owner, ownerBytes);
    }

    /**
     * Returns the owners in descending order of their numbers; at equal numbers, the lower owner
     * first. Empties the heap.
     */
    int[] owners() {
        int[] sorted = new int[size];
        for (int left = size; left > 0; left--) {
            sorted[left - 1] = owners[0];
            sink(owners[left - 1], bytes[left - 1], left - 1);
        }
        size = 0;
        return sorted;
    }

    /** Replaces the top of a heap with this size. */
    private void sink(int owner, long ownerBytes, int heapSize) {
        int at = 0;
        for (int child = 1; child < heapSize; child = 2 * at + 1) {
            if (child + 1 < heapSize && before(owners[child + 1], bytes[child + 1], child)) {
                child++;
            }
            if (before(owner, ownerBytes, child)) {
                break;
            }
            move(child, at);
            at = child;
        }
        put(at, owner, ownerBytes);
    }

    private boolean before(int owner, long ownerBytes, int at) {
        return ownerBytes < bytes[at] || (ownerBytes == bytes[at] && owner > owners[at]);
    }

    private void move(int from, int to) {
        put(to, owners[from], bytes[from]);
    }

    private void put(int at, int owner, long ownerBytes) {
        owners[at] = owner;
        bytes[at] = ownerBytes;
    }
}
