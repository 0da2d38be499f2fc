/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.leaks;

import io.heapsight.summary.HolderPlace;
import io.heapsight.summary.LeakCause;
import io.heapsight.unit.Thousands;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Finds entries of maps with weak keys that are never cleared, because references lead from the
 * entry's value to its key. The maps are {@code WeakHashMap}s, and caches on a {@code
 * ConcurrentHashMap}.
 */
final class WeakMapValues implements LeakKind {
    /** Entries of {@code WeakHashMap}s, which are the references to their keys. */
    static final LeakKind WEAK_HASH_MAPS =
            new WeakMapValues("WeakHashMap", "java/util/WeakHashMap$Entry");

    /** Entries of {@code ConcurrentHashMap}s, found from the references that are their keys. */
    static final LeakKind CACHES =
            new WeakMapValues("map with weak keys", "java/lang/ref/WeakReference");

    private static final int MANY = 1_000;
    private static final String NODE = "java.util.concurrent.ConcurrentHashMap$Node";

    private final String map;
    private final String reference;

    private WeakMapValues(String map, String reference) {
        this.map = map;
        this.reference = reference;
    }

    @Override
    public Set<String> classes() {
        return Set.of(reference);
    }

    @Override
    public List<KnownLeak> find(Instances found, LeakObjectReader heap) {
        int[] holding = new int[found.ranks().length];
        ClassNameCounts values = new ClassNameCounts();
        WeakKeySearch search = new WeakKeySearch(heap);
        int count = 0;
        for (int each : found.ranks()) {
            int entry = entry(each, heap);
            long value = entry == 0 ? 0 : value(entry, heap);
            if (search.isHeldThrough(value, heap.referent(heap.address(each)), entry)) {
                holding[count++] = entry;
                values.add(heap.className(cached(value, heap)));
            }
        }
        if (count < MANY) {
            return List.of();
        }
        int[] ranks = Arrays.copyOf(holding, count);
        Arrays.sort(ranks);
        List<HolderPlace> places = heap.places(heap.address(ranks[0]));
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

    /** The entry of a weak key; 0 without one. */
    private int entry(int ofKey, LeakObjectReader heap) {
        if (this == WEAK_HASH_MAPS) {
            return ofKey;
        }
        int node = heap.dominator(ofKey);
        return node != 0
                        && heap.className(heap.address(node)).equals(NODE)
                        && heap.reference(heap.address(node), "key") == heap.address(ofKey)
                ? node
                : 0;
    }

    private long value(int entry, LeakObjectReader heap) {
        return heap.reference(heap.address(entry), this == WEAK_HASH_MAPS ? "value" : "val");
    }

    /** The program's value in a node of Caffeine. */
    private static long cached(long value, LeakObjectReader heap) {
        long inner =
                heap.className(value).startsWith("com.github.benmanes.caffeine.")
                        ? heap.reference(value, "value")
                        : 0;
        return inner == 0 ? value : inner;
    }

    /**
     * Finds whether an entry with a weak key holds that key by its value. Looks at all objects two
     * references from the value, then further among objects that the entry alone holds; the further
     * steps for all entries together are bounded.
     */
    private static final class WeakKeySearch {
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
            boolean held =
                    dominator != 0 && (dominator == entry || heap.isHeldBy(dominator, entry));
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
}
