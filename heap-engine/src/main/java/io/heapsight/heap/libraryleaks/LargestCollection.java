/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.libraryleaks;

import io.heapsight.heap.leaks.LeakObjectReader;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * Finds the largest collection, array or queue that only one object holds, a few references below
 * it. Independent of the object's class.
 */
final class LargestCollection {
    private static final int MOST_OBJECTS = 4_000;
    private static final int MOST_ELEMENTS = 1 << 20;

    /**
     * The search goes on below collections with at most this many elements, such as a map of a few
     * lists.
     */
    private static final int FEW = 256;

    private final LeakObjectReader heap;

    LargestCollection(LeakObjectReader heap) {
        this.heap = heap;
    }

    /**
     * A collection.
     *
     * @param address of the collection, array or queue
     * @param owner the nearest object on the way that is not part of a collection
     * @param next the object that the owner refers to on that way
     */
    record Found(long address, long elements, long owner, long next) {}

    /** A step of the search: the object; the others as in {@link Found}. */
    private record Step(long address, long owner, long next) {}

    @Nullable Found below(long holder) {
        Map<Integer, Boolean> seen = new HashMap<>();
        seen.put(heap.rank(holder), true);
        Queue<Step> open = new ArrayDeque<>();
        open.add(new Step(holder, holder, 0));
        @Nullable Found largest = null;
        for (int i = 0; i < MOST_OBJECTS && !open.isEmpty(); i++) {
            Step at = open.remove();
            long elements = elements(at.address);
            if (elements > (largest == null ? 0 : largest.elements)) {
                largest = new Found(at.address, elements, at.owner, at.next);
            }
            if (elements <= FEW) {
                descend(at, seen, open);
            }
        }
        return largest;
    }

    /** Continues with the objects that only this one holds. */
    private void descend(Step at, Map<Integer, Boolean> seen, Queue<Step> open) {
        boolean collection = isPartOfCollection(at.address);
        for (long next : heap.references(at.address, FEW)) {
            int rank = heap.rank(next);
            if (rank != 0
                    && seen.containsKey(heap.dominator(rank))
                    && seen.putIfAbsent(rank, true) == null) {
                open.add(
                        collection
                                ? new Step(next, at.owner, at.next)
                                : new Step(next, at.address, next));
            }
        }
    }

    private boolean isPartOfCollection(long address) {
        String name = heap.className(address);
        return ElementClass.isPart(name) || name.startsWith("com.google.common.collect.");
    }

    private long elements(long address) {
        return new QueueLength(heap)
                .of(address)
                .orElseGet(
                        () ->
                                heap.className(address).endsWith("[]")
                                        ? nonNull(address)
                                        : heap.size(address).orElse(0));
    }

    private long nonNull(long array) {
        long count = 0;
        for (long each : heap.elements(array, MOST_ELEMENTS)) {
            count += each == 0 ? 0 : 1;
        }
        return count;
    }
}
