/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.leaks;

import io.heapsight.summary.HolderPlace;
import io.heapsight.summary.LeakCause;
import io.heapsight.unit.Thousands;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * Entries of maps with weak keys, {@code WeakHashMap}s or caches on a {@code ConcurrentHashMap},
 * whose values lead to their own keys: none is ever cleared.
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
}
