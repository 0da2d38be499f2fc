/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.libraryleaks;

import io.heapsight.heap.classes.HeapClass;
import io.heapsight.heap.leaks.Instances;
import io.heapsight.heap.leaks.KnownLeak;
import io.heapsight.heap.leaks.LeakKind;
import io.heapsight.heap.leaks.LeakObjectReader;
import io.heapsight.summary.LeakCause;
import io.heapsight.unit.Thousands;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.LongStream;

/**
 * Caches with a maximum size, which are large by design. One that is most of the heap at an
 * OutOfMemoryError is why the heap was full, although it is no leak.
 */
final class BoundedCaches implements LeakKind {
    private static final int MOST_SEGMENTS = 1 << 12;
    private static final int MOST_FIELDS = 64;
    private static final double LEAST_SHARE = 0.01;
    private static final String LINKED_MAP = "java.util.LinkedHashMap";

    /** Names of cache classes, and the fields with their bounds. */
    private static final Pattern CACHE =
            Pattern.compile(
                    "(?!java\\.)\\S*(Cache|LRU|Lru|MemoryStore|OnHeapStore"
                            + "|ConcurrentHashMap|ConcurrentLinkedHashMap)\\w*");

    private static final Pattern MAXIMUM =
            Pattern.compile(
                    "(?i)max(imum)?(Local)?(Heap)?(Size|Entries|Elements|Weight|Capacity|Items|Count)?"
                            + "|capacity|limit");

    private static final long FEW = 100;
    private static final int MOST_NAMED = 1_000;

    /** Minimum fill of a cache that is near its bound. */
    private static final double FULL = 0.9;

    /** Growth of a cache that fits the heap, as a share of the reachable bytes. */
    private static final double SMALL_GROWTH = 0.25;

    /** Share of the reachable bytes of a cache that filled the heap. */
    private static final double MOST = 0.5;

    private static final double PERCENT = 100;

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
    public List<KnownLeak> find(Instances found, LeakObjectReader heap) {
        List<KnownLeak> caches = new ArrayList<>();
        for (int rank : found.ranks()) {
            if (isLarge(rank, heap)) {
                add(rank, heap, caches);
            }
        }
        int looked = 0;
        for (int rank : found.ranks()) {
            long cache = heap.address(rank);
            boolean named = heap.classNames(cache).stream().anyMatch(CACHE.asMatchPredicate());
            if (named && looked++ < MOST_NAMED) {
                addNamed(cache, heap, caches);
            }
        }
        return caches;
    }

    private static boolean isLarge(int rank, LeakObjectReader heap) {
        return rank != 0 && heap.retained(rank) >= LEAST_SHARE * heap.reachableBytes();
    }

    private static void add(int rank, LeakObjectReader heap, List<KnownLeak> caches) {
        long cache = heap.address(rank);
        if (heap.hasField(cache, "segments") && heap.anyNumber(cache, "maxWeight") > 0) {
            long maximum = heap.anyNumber(cache, "maxWeight");
            Fill fill =
                    new Fill(segmented(cache, "count", heap), guavaWeight(cache, heap), maximum);
            caches.add(cache(rank, fill, heap));
        } else if (heap.hasField(cache, "maximum") && heap.anyNumber(cache, "maximum") > 0) {
            long entries = heap.size(heap.reference(cache, "data")).orElse(0);
            long maximum = heap.anyNumber(cache, "maximum");
            boolean known = heap.hasField(cache, "weightedSize");
            long weight = known ? heap.anyNumber(cache, "weightedSize") : maximum;
            caches.add(cache(rank, new Fill(entries, weight, maximum), heap));
        } else if (isLeastRecentlyUsed(cache, heap)) {
            caches.add(cache(rank, Fill.full(heap.size(cache).orElse(0), 0), heap));
        }
    }

    /** The weight of all entries; the maximum if the segments don't have it. */
    private static long guavaWeight(long cache, LeakObjectReader heap) {
        long[] segments = heap.elements(heap.reference(cache, "segments"), MOST_SEGMENTS);
        return Arrays.stream(segments).anyMatch(each -> heap.hasField(each, "totalWeight"))
                ? segmented(cache, "totalWeight", heap)
                : heap.anyNumber(cache, "maxWeight");
    }

    /** Adds a cache by its name, if its map is as full as one of its own numbers. */
    private static void addNamed(long cache, LeakObjectReader heap, List<KnownLeak> caches) {
        for (long map : maps(cache, heap)) {
            int rank = heap.rank(map);
            boolean known = caches.stream().anyMatch(each -> each.holders()[0] == rank);
            if (isLarge(rank, heap) && !known) {
                long entries = Math.max(segmented(map, "count", heap), heap.size(map).orElse(0));
                long maximum = maximum(cache, entries, heap);
                if (maximum > 0) {
                    caches.add(cache(rank, Fill.full(entries, maximum), heap));
                }
            }
        }
    }

    /** The cache itself and the objects that it refers to. */
    private static long[] maps(long cache, LeakObjectReader heap) {
        return LongStream.concat(
                        LongStream.of(cache), LongStream.of(heap.references(cache, MOST_FIELDS)))
                .toArray();
    }

    /** The sum of a number in all segments. */
    private static long segmented(long cache, String field, LeakObjectReader heap) {
        long sum = 0;
        for (long segment : heap.elements(heap.reference(cache, "segments"), MOST_SEGMENTS)) {
            sum += heap.anyNumber(segment, field);
        }
        return sum;
    }

    /** A bound that the entries nearly reach but don't exceed; 0 without one. */
    private static long maximum(long cache, long entries, LeakObjectReader heap) {
        for (String field : heap.fields(cache)) {
            long value = MAXIMUM.matcher(field).matches() ? heap.anyNumber(cache, field) : 0;
            if (entries >= FEW && entries <= value && value * FULL <= entries) {
                return value;
            }
        }
        return 0;
    }

    /** Whether a map is a subclass in access order, which usually overrides removeEldestEntry. */
    static boolean isLeastRecentlyUsed(long map, LeakObjectReader heap) {
        List<String> levels = heap.classNames(map);
        return levels.size() > 1
                && levels.get(1).equals(LINKED_MAP)
                && heap.number(map, "accessOrder") != 0;
    }

    private static KnownLeak cache(int rank, Fill fill, LeakObjectReader heap) {
        long address = heap.address(rank);
        HoldingChain chain = HoldingChain.of(address, heap);
        String type = heap.className(address);
        String place = chain.application().orElse(type);
        String detail =
                "%s entries in a cache %s (%s)"
                        .formatted(Thousands.of(fill.entries), fill.words(), type);
        long retained = heap.retained(rank);
        boolean bounded = fill.growth() * retained <= SMALL_GROWTH * heap.reachableBytes();
        boolean filled =
                bounded && heap.isOutOfMemory() && retained >= MOST * heap.reachableBytes();
        LeakCause cause =
                new LeakCause(
                        bounded ? "bounded-cache" : "unfilled-cache",
                        bounded && !filled
                                ? LeakCause.Certainty.BOUNDED
                                : LeakCause.Certainty.SHARE,
                        place,
                        place,
                        false,
                        detail,
                        fill.entries,
                        filled
                                ? "Lower its maximum, or raise -Xmx: the heap is too small for it."
                                : bounded
                                        ? "Lower its maximum if the heap is too small for it."
                                        : "Set a maximum that the heap can hold.",
                        fill.isFull()
                                ? "It is as large as it was built to be: two dumps an hour apart show"
                                        + " that it does not grow."
                                : "It can grow until it reaches its maximum: two dumps an hour apart"
                                        + " show whether it does.");
        return new KnownLeak(cause, retained, new int[] {rank}, chain.places());
    }

    /**
     * The fill of a cache.
     *
     * @param weight of the entries, in the unit of the maximum; without a weigher, their number
     * @param maximum 0 for an unknown one
     */
    private record Fill(long entries, long weight, long maximum) {
        static Fill full(long entries, long maximum) {
            return new Fill(entries, maximum, maximum);
        }

        boolean isFull() {
            return weight >= FULL * maximum;
        }

        /** How much larger than now the cache can become, as a share of its size. */
        double growth() {
            return isFull() ? 0 : (double) (maximum - weight) / weight;
        }

        String words() {
            if (maximum == 0) {
                return "that drops the least recently used";
            }
            if (isFull()) {
                return "with a maximum of " + Thousands.of(maximum);
            }
            // Caffeine counts recent writes later: entries and weight may differ by a few.
            boolean weighted = Math.abs(weight - entries) > (1 - FULL) * entries;
            return "filled to %s of its maximum%s of %s"
                    .formatted(
                            String.format(Locale.ROOT, "%.1f %%", PERCENT * weight / maximum),
                            weighted ? " weight" : "",
                            Thousands.of(maximum));
        }
    }
}
