/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.libraries;

import io.heapsight.heap.classes.HeapClass;
import io.heapsight.heap.kinds.FoundLeak;
import io.heapsight.heap.kinds.Instances;
import io.heapsight.heap.kinds.KindReader;
import io.heapsight.heap.kinds.LeakKind;
import io.heapsight.summary.LeakCause;
import io.heapsight.unit.Thousands;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** Caches with a maximum size: as large as they were built to be. */
final class BoundedCaches implements LeakKind {
    private static final int MOST_SEGMENTS = 1 << 12;
    private static final int MOST_FIELDS = 64;
    private static final double LEAST_SHARE = 0.01;
    private static final String LINKED_MAP = "java.util.LinkedHashMap";

    /** Classes that are caches by their names, and the fields with their bounds. */
    private static final Pattern CACHE =
            Pattern.compile(
                    "(?!java\\.)\\S*(Cache|LRU|Lru|MemoryStore|OnHeapStore"
                            + "|ConcurrentHashMap|ConcurrentLinkedHashMap)\\w*");

    private static final Pattern MAXIMUM =
            Pattern.compile(
                    "(?i)max(imum)?(Local)?(Heap)?(Size|Entries|Elements|Weight|Capacity|Items|Count)?"
                            + "|capacity|limit");

    private static final long FEW = 100;

    @Override
    public Set<String> classes() {
        return Set.of();
    }

    @Override
    public boolean wants(HeapClass level) {
        return level.name().endsWith(".cache.LocalCache")
                || level.name().endsWith(".cache.BoundedLocalCache")
                || level.name().equals(LINKED_MAP)
                || CACHE.matcher(level.name()).matches();
    }

    @Override
    public List<FoundLeak> find(Instances found, KindReader heap) {
        List<FoundLeak> caches = new ArrayList<>();
        for (int rank : found.ranks()) {
            if (heap.retained(rank) >= LEAST_SHARE * heap.reachableBytes()) {
                add(rank, heap, caches);
            }
        }
        return caches;
    }

    private static void add(int rank, KindReader heap, List<FoundLeak> caches) {
        long cache = heap.address(rank);
        if (heap.hasField(cache, "segments") && heap.anyNumber(cache, "maxWeight") > 0) {
            long entries = segmented(cache, heap);
            caches.add(cache(rank, entries, heap.anyNumber(cache, "maxWeight"), heap));
        } else if (heap.hasField(cache, "maximum") && heap.anyNumber(cache, "maximum") > 0) {
            long entries = heap.size(heap.reference(cache, "data")).orElse(0);
            caches.add(cache(rank, entries, heap.anyNumber(cache, "maximum"), heap));
        } else if (isLeastRecentlyUsed(cache, heap)) {
            caches.add(cache(rank, heap.size(cache).orElse(0), 0, heap));
        } else if (heap.classNames(cache).stream().anyMatch(CACHE.asMatchPredicate())) {
            long entries = entries(cache, heap);
            long maximum = maximum(cache, entries, heap);
            if (maximum > 0) {
                caches.add(cache(rank, entries, maximum, heap));
            }
        }
    }

    private static long segmented(long cache, KindReader heap) {
        long entries = 0;
        for (long segment : heap.elements(heap.reference(cache, "segments"), MOST_SEGMENTS)) {
            entries += heap.anyNumber(segment, "count");
        }
        return entries;
    }

    /** Of the largest map that a cache refers to. */
    private static long entries(long cache, KindReader heap) {
        long most = Math.max(segmented(cache, heap), heap.size(cache).orElse(0));
        for (long each : heap.references(cache, MOST_FIELDS)) {
            most = Math.max(most, Math.max(segmented(each, heap), heap.size(each).orElse(0)));
        }
        return most;
    }

    /** A bound that the entries come near, but keep within; 0 where there is none. */
    private static long maximum(long cache, long entries, KindReader heap) {
        for (String field : heap.fields(cache)) {
            long value = MAXIMUM.matcher(field).matches() ? heap.anyNumber(cache, field) : 0;
            if (entries >= FEW && entries <= value && value <= 2 * entries) {
                return value;
            }
        }
        return 0;
    }

    /** A subclass in the order of access: it exists to override removeEldestEntry. */
    private static boolean isLeastRecentlyUsed(long map, KindReader heap) {
        List<String> levels = heap.classNames(map);
        return levels.size() > 1
                && levels.get(1).equals(LINKED_MAP)
                && heap.number(map, "accessOrder") != 0;
    }

    private static FoundLeak cache(int rank, long entries, long maximum, KindReader heap) {
        long address = heap.address(rank);
        HoldingChain chain = HoldingChain.of(address, heap);
        String type = heap.className(address);
        String place = chain.application().orElse(type);
        String detail =
                "%s entries in a cache %s (%s)"
                        .formatted(
                                Thousands.of(entries),
                                maximum == 0
                                        ? "that drops the least recently used"
                                        : "with a maximum of " + Thousands.of(maximum),
                                type);
        LeakCause cause =
                new LeakCause(
                        "bounded-cache",
                        LeakCause.Certainty.BOUNDED,
                        place,
                        place,
                        false,
                        detail,
                        entries,
                        "Lower its maximum if the heap is too small for it.",
                        "It is as large as it was built to be: two dumps an hour apart show that it"
                                + " does not grow.");
        return new FoundLeak(cause, heap.retained(rank), new int[] {rank}, chain.places());
    }
}
