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
 * Finds caches with a maximum size, which are large by design. A cache that takes most of the heap
 * at an OutOfMemoryError is the cause of the error, although it is no leak.
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

    private static final double PERCENT = 100;

    /**
     * Names of fields with the bound of a map in access order, in the map or in the object around
     * it.
     */
    private static final Pattern BOUND =
            Pattern.compile(
                    "(?i)(?!\\S*(byte|memory|weight|age|milli|second|time))"
                            + "\\S*(max|limit|capacity|bound|cache_?size)\\S*");

    /** A constant bound, which no dump contains, has at most this many digits other than 0. */
    private static final int FEW_DIGITS = 3;

    /** Or is a multiple of this number. */
    private static final int BLOCK = 256;

    /** Maximum ratio of a bound to the entries, for a field of the object around the map. */
    private static final int NEAR = 10;

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
            caches.add(cache(rank, leastRecentlyUsed(cache, heap), heap));
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

    /**
     * The fill of a map in access order. If no field has its bound, it is a constant; a map that is
     * full then has a round number of entries.
     */
    private static Fill leastRecentlyUsed(long map, LeakObjectReader heap) {
        long entries = heap.size(map).orElse(0);
        long bound = Long.MAX_VALUE;
        for (long owner : new long[] {map, heap.reference(map, "this$0")}) {
            for (String field : heap.fields(owner)) {
                long value = BOUND.matcher(field).matches() ? heap.anyNumber(owner, field) : 0;
                boolean counts = owner == map || value <= NEAR * entries;
                bound = counts && value >= entries ? Math.min(bound, value) : bound;
            }
        }
        if (bound < Long.MAX_VALUE) {
            return new Fill(entries, entries, bound);
        }
        return isRound(entries) || isRound(entries + 1)
                ? Fill.full(entries, 0)
                : new Fill(entries, entries, Fill.UNKNOWN);
    }

    private static boolean isRound(long entries) {
        long digits = entries;
        while (digits > 0 && digits % 10 == 0) {
            digits /= 10;
        }
        return digits < Math.pow(10, FEW_DIGITS) || entries % BLOCK == 0;
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
        boolean filled = bounded && heap.filledHeap(retained);
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
                        remedy(fill, bounded, filled),
                        healthy(fill));
        return new KnownLeak(cause, retained, new int[] {rank}, chain.places());
    }

    private static String remedy(Fill fill, boolean bounded, boolean filled) {
        if (filled) {
            return "Lower its maximum, or raise -Xmx: the heap is too small for it.";
        }
        if (bounded) {
            return "Lower its maximum if the heap is too small for it.";
        }
        if (fill.weight == 0) {
            return "Its entries weigh nothing, so that its maximum has no effect: let the weigher"
                    + " return their size, and give incomplete futures a timeout.";
        }
        return fill.maximum == Fill.UNKNOWN
                ? "Check that removeEldestEntry drops entries at a size that the heap can hold."
                : "Set a maximum that the heap can hold.";
    }

    private static String healthy(Fill fill) {
        if (fill.isFull()) {
            return "It is as large as it was built to be: two dumps an hour apart show that it does"
                    + " not grow.";
        }
        return fill.weight == 0 || fill.maximum == Fill.UNKNOWN
                ? "Two dumps an hour apart show whether it grows."
                : "It can grow until it reaches its maximum: two dumps an hour apart show whether"
                        + " it does.";
    }

    /**
     * The fill of a cache.
     *
     * @param weight of the entries, in the unit of the maximum; without a weigher, their number
     * @param maximum 0 if the dump does not contain it, but the cache has reached it
     */
    private record Fill(long entries, long weight, long maximum) {
        /** A maximum that may not exist. */
        static final long UNKNOWN = Long.MAX_VALUE;

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
            if (maximum == UNKNOWN) {
                return "in access order, without a maximum in its fields";
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
