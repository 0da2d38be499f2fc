/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.leaks;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;

/**
 * Finds whether an entry with a weak key holds that key by its value. Looks at all objects two
 * references from the value, then further among objects that the entry alone holds; the further
 * steps for all entries together are bounded.
 */
final class WeakKeySearch {
    private static final int MOST_FIELDS = 64;

    /** Maximum objects on the way from a value to its key. */
    private static final int MOST_VISITED = 64;

    private static final long[] NONE = {};

    private final LeakObjectReader heap;

    /** The references that may still be followed beyond the second one. */
    private int left = 1 << 22;

    WeakKeySearch(LeakObjectReader heap) {
        this.heap = heap;
    }

    /** Whether the entry alone holds the key, by its value; classes live anyway. */
    boolean isHeldThrough(long value, long key, int entry) {
        int dominator = value == 0 || key == 0 ? 0 : heap.dominatorOf(key);
        boolean held = dominator != 0 && (dominator == entry || heap.isHeldBy(dominator, entry));
        return held && (refersTo(value, key) || leadsTo(value, key, entry));
    }

    /** Whether a value refers to its key, directly or through one object. */
    private boolean refersTo(long value, long key) {
        if (value == key) {
            return true;
        }
        long[] first = references(value);
        for (long each : first) {
            if (each == key) {
                return true;
            }
        }
        for (long each : first) {
            for (long second : references(each)) {
                if (second == key) {
                    return true;
                }
            }
        }
        return false;
    }

    private boolean leadsTo(long value, long key, int entry) {
        Set<Long> seen = new HashSet<>(Set.of(value));
        Deque<Long> open = new ArrayDeque<>(seen);
        while (!open.isEmpty()) {
            for (long each : references(open.remove())) {
                if (each == key) {
                    return true;
                }
                if (seen.size() == MOST_VISITED || left == 0) {
                    return false;
                }
                left--;
                int rank = heap.rank(each);
                if (rank != 0 && heap.isHeldBy(rank, entry) && seen.add(each)) {
                    open.add(each);
                }
            }
        }
        return false;
    }

    /** The strong references of an object. */
    private long[] references(long address) {
        return heap.referent(address) == 0 ? heap.references(address, MOST_FIELDS) : NONE;
    }
}
