/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.leaks;

import io.heapsight.summary.HolderPlace;
import io.heapsight.summary.LeakCause;
import io.heapsight.unit.Thousands;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Entries of maps with weak keys, {@code WeakHashMap}s or caches on a {@code ConcurrentHashMap},
 * whose values lead to their own keys: none is ever cleared.
 */
final class WeakMapValues implements LeakKind {
    private static final int MANY = 1_000;
    private static final int MOST_FIELDS = 64;

    /** Maximum objects on the way from a value to its key. */
    private static final int MOST_VISITED = 64;

    private static final long[] NONE = {};
    private static final String ENTRY = "java.util.WeakHashMap$Entry";
    private static final String NODE = "java.util.concurrent.ConcurrentHashMap$Node";

    @Override
    public Set<String> classes() {
        return Set.of("java/lang/ref/WeakReference");
    }

    @Override
    public List<KnownLeak> find(Instances found, LeakObjectReader heap) {
        int[] holding = new int[found.ranks().length];
        ClassNameCounts values = new ClassNameCounts();
        int count = 0;
        for (int reference : found.ranks()) {
            int entry = entry(reference, heap);
            long value = entry == 0 ? 0 : value(entry, heap);
            if (value != 0 && isHeldThrough(value, reference, entry, heap)) {
                holding[count++] = entry;
                values.add(heap.className(cached(value, heap)));
            }
        }
        if (count < MANY) {
            return List.of();
        }
        int[] ranks = IntStream.of(holding).limit(count).sorted().toArray();
        List<HolderPlace> places = heap.places(heap.address(ranks[0]));
        String map = isEntry(ranks[0], heap) ? "WeakHashMap" : "map with weak keys";
        String place =
                places.isEmpty()
                        ? heap.className(heap.address(ranks[0]))
                        : places.getFirst().text();
        LeakCause cause =
                new LeakCause(
                        "weak-map-values",
                        LeakCause.Certainty.LEAK,
                        place,
                        place,
                        false,
                        "%s values of a %s refer to their own keys (%s), so that no entry is cleared"
                                .formatted(Thousands.of(count), map, values.most()),
                        count,
                        "Let the value refer to its key by a WeakReference, or keep it in the key"
                                + " itself.",
                        "The values of a healthy %s do not lead back to its keys.".formatted(map));
        return List.of(new KnownLeak(cause, heap.retained(ranks), ranks, places));
    }

    private static boolean isEntry(int rank, LeakObjectReader heap) {
        return heap.className(heap.address(rank)).equals(ENTRY);
    }

    /** The entry of a weak key: itself in a WeakHashMap; 0 without one. */
    private static int entry(int reference, LeakObjectReader heap) {
        if (isEntry(reference, heap)) {
            return reference;
        }
        int node = heap.dominator(reference);
        return node != 0
                        && heap.className(heap.address(node)).equals(NODE)
                        && heap.reference(heap.address(node), "key") == heap.address(reference)
                ? node
                : 0;
    }

    private static long value(int entry, LeakObjectReader heap) {
        long address = heap.address(entry);
        long value = heap.reference(address, "value");
        return value == 0 ? heap.reference(address, "val") : value;
    }

    /** The program's value in a node of Caffeine. */
    private static long cached(long value, LeakObjectReader heap) {
        long inner =
                heap.className(value).startsWith("com.github.benmanes.caffeine.")
                        ? heap.reference(value, "value")
                        : 0;
        return inner == 0 ? value : inner;
    }

    /** Whether the entry alone holds its key, by its value; classes live anyway. */
    private static boolean isHeldThrough(
            long value, int reference, int entry, LeakObjectReader heap) {
        long key = heap.referent(heap.address(reference));
        int dominator = key == 0 ? 0 : heap.dominatorOf(key);
        boolean held = dominator == entry || (dominator != 0 && heap.isHeldBy(dominator, entry));
        return held && leadsTo(key, value, entry, heap);
    }

    /** Searches among the nearest objects that the entry alone holds, without referents. */
    private static boolean leadsTo(long key, long value, int entry, LeakObjectReader heap) {
        Set<Long> seen = new HashSet<>(Set.of(value));
        Deque<Long> open = new ArrayDeque<>(seen);
        while (!open.isEmpty()) {
            long at = open.remove();
            if (at == key) {
                return true;
            }
            for (long each : heap.referent(at) == 0 ? heap.references(at, MOST_FIELDS) : NONE) {
                int rank = heap.rank(each);
                boolean below = each == key || (rank != 0 && heap.isHeldBy(rank, entry));
                if (below && seen.size() < MOST_VISITED && seen.add(each)) {
                    open.add(each);
                }
            }
        }
        return false;
    }
}
