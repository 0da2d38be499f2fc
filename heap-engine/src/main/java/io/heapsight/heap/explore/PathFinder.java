/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.explore;

import io.heapsight.heap.dominators.DominatorTree;
import io.heapsight.unit.CancelSignal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Finds the shortest path from a GC root to an object, searching from the object along its
 * referrers. Every path contains the object's dominators, so the search goes from each dominator to
 * the next. Takes 16 bytes per visited object.
 */
final class PathFinder {
    /** Number of visited objects after which a search stops. */
    private static final int MOST_SEEN = 1_500_000;

    /** The maximum number of referrers followed per object. */
    private static final int MOST_REFERRERS = NodeEncoder.MOST_REFERRERS;

    private static final int CHECK_MASK = (1 << 14) - 1;

    private final IndexedHeap heap;
    private final DumpReferences references;
    private final long[] roots;
    private final CancelSignal cancel;

    PathFinder(IndexedHeap heap, CancelSignal cancel) {
        this.heap = heap;
        this.references = new DumpReferences(heap);
        this.roots = heap.rootAddresses();
        this.cancel = cancel;
    }

    boolean isRoot(long address) {
        return Arrays.binarySearch(roots, address) >= 0;
    }

    /**
     * The shortest path to a reachable object.
     *
     * @param strongOnly whether to skip soft, weak and phantom references
     * @return addresses from the root to the object; empty if there is no such path or the search
     *     stopped
     */
    Optional<List<Long>> shortest(long target, boolean strongOnly) {
        List<Long> way = new ArrayList<>(List.of(target));
        long at = target;
        while (way.size() <= MOST_SEEN) {
            int dominator = heap.find(at).map(IndexedObject::dominator).orElse(DominatorTree.NONE);
            if (dominator == DominatorTree.NONE) {
                return Optional.empty();
            }
            if (dominator == DominatorTree.ROOT && isRoot(at)) {
                return Optional.of(way.reversed());
            }
            Optional<List<Long>> part = part(at, dominator, strongOnly);
            if (part.isEmpty()) {
                return Optional.empty();
            }
            way.addAll(part.get());
            at = way.getLast();
            if (dominator == DominatorTree.ROOT) {
                return Optional.of(way.reversed());
            }
        }
        return Optional.empty();
    }

    /** The path back from an object, which is excluded, to a number or a root. */
    private Optional<List<Long>> part(long from, int to, boolean strongOnly) {
        IntMap next = new IntMap();
        int[] queue = new int[1 << 10];
        int tail = 0;
        int none = heap.numbers();
        for (int referrer : heap.referrers(from, MOST_REFERRERS)) {
            if (follows(referrer, from, strongOnly) && next.putIfAbsent(referrer, none)) {
                queue = put(queue, tail++, referrer);
            }
        }
        for (int head = 0; head < tail; head++) {
            int number = queue[head];
            long address = heap.addressOf(number);
            if (number == to || (to == DominatorTree.ROOT && isRoot(address))) {
                return Optional.of(wayFrom(number, next, none));
            }
            if ((head & CHECK_MASK) == 0) {
                cancel.throwIfCancelled();
            }
            if (next.size() > MOST_SEEN) {
                return Optional.empty();
            }
            for (int referrer : heap.referrers(address, MOST_REFERRERS)) {
                if (next.get(referrer) == IntMap.ABSENT
                        && follows(referrer, address, strongOnly)
                        && next.putIfAbsent(referrer, number)) {
                    queue = put(queue, tail++, referrer);
                }
            }
        }
        return Optional.empty();
    }

    private static int[] put(int[] queue, int at, int number) {
        int[] larger = at < queue.length ? queue : Arrays.copyOf(queue, 2 * at);
        larger[at] = number;
        return larger;
    }

    private boolean follows(int referrer, long target, boolean strongOnly) {
        return !strongOnly || references.isStrong(heap.addressOf(referrer), target);
    }

    /** The path from the object next to the start of the search to the object at its end. */
    private List<Long> wayFrom(int number, IntMap next, int none) {
        List<Long> way = new ArrayList<>();
        int at = number;
        while (at != none) {
            way.add(heap.addressOf(at));
            at = next.get(at);
        }
        return way.reversed();
    }
}
