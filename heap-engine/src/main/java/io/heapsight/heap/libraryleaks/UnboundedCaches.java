/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.libraryleaks;

import io.heapsight.heap.classes.HeapClass;
import io.heapsight.heap.leaks.Instances;
import io.heapsight.heap.leaks.KnownLeak;
import io.heapsight.heap.leaks.LeakKind;
import io.heapsight.heap.leaks.LeakObjectReader;
import io.heapsight.unit.Thousands;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Finds Guava caches that hold their entries strongly, without a bound on size or age. */
final class UnboundedCaches implements LeakKind {
    private static final int MOST_SEGMENTS = 1 << 12;

    @Override
    public Set<String> classes() {
        return Set.of();
    }

    @Override
    public boolean wants(HeapClass level) {
        return level.name().endsWith(".cache.LocalCache");
    }

    @Override
    public List<KnownLeak> find(Instances found, LeakObjectReader heap) {
        return found.leaks(rank -> leak(rank, heap));
    }

    private static Optional<KnownLeak> leak(int rank, LeakObjectReader heap) {
        long cache = heap.address(rank);
        long entries = 0;
        for (long segment : heap.elements(heap.reference(cache, "segments"), MOST_SEGMENTS)) {
            entries += heap.anyNumber(segment, "count");
        }
        if (entries < LibraryLeakTexts.CACHE.some() || isBounded(cache, heap)) {
            return Optional.empty();
        }
        HoldingChain chain = HoldingChain.of(cache, heap);
        String place = chain.application().orElse(heap.className(cache));
        String detail =
                "%s entries in a cache without a bound (%s)"
                        .formatted(Thousands.of(entries), heap.className(cache));
        return Optional.of(
                new KnownLeak(
                        LibraryLeakTexts.CACHE.cause(place, place, detail, entries),
                        heap.retained(rank),
                        new int[] {rank},
                        chain.places()));
    }

    /** Whether size, age, or references that the collector clears bound a cache. */
    private static boolean isBounded(long cache, LeakObjectReader heap) {
        return heap.anyNumber(cache, "maxWeight") >= 0
                || heap.anyNumber(cache, "expireAfterAccessNanos") > 0
                || heap.anyNumber(cache, "expireAfterWriteNanos") > 0
                || !heap.className(heap.reference(cache, "valueStrength")).endsWith("Strength$1")
                || !heap.className(heap.reference(cache, "keyStrength")).endsWith("Strength$1");
    }
}
