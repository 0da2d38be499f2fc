/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.suspects;

import io.heapsight.summary.HolderPlace;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** Merges accumulations that are one suspect: in several fields, or in several objects. */
final class AccumulationMerger {
    private AccumulationMerger() {}

    /** Accumulations with the same key are one; the number tells apart those without a place. */
    private record Key(Optional<HolderPlace> place, long contentOrNumber) {}

    /**
     * Merges the accumulations of one class that the same field of several objects holds, such as
     * the shards of a cache, or the same local variable of several threads.
     *
     * @param isKnown whether an accumulation has a cause of its own
     */
    static List<NamedAccumulation> inSeveralObjects(
            List<NamedAccumulation> all, Predicate<NamedAccumulation> isKnown) {
        Map<Key, List<NamedAccumulation>> byKey = new LinkedHashMap<>();
        for (NamedAccumulation each : all) {
            byKey.computeIfAbsent(key(each, isKnown), _ -> new ArrayList<>()).add(each);
        }
        return byKey.values().stream()
                .map(
                        parts ->
                                parts.size() == 1
                                        ? parts.getFirst()
                                        : NamedAccumulation.together(parts))
                .toList();
    }

    private static Key key(NamedAccumulation of, Predicate<NamedAccumulation> isKnown) {
        if (!of.isOne() || isKnown.test(of)) {
            return new Key(Optional.empty(), of.number());
        }
        HolderPlace place = of.by().getFirst().place().inAnyThread();
        return switch (place.kind()) {
            case FIELD, THREAD_LOCAL, LOCAL_VARIABLE ->
                    new Key(Optional.of(place), of.of().top().key());
            case STATIC_FIELD, THREAD, CLASS_LOADER, VM -> new Key(Optional.empty(), of.number());
        };
    }

    /**
     * Merges the accumulations in fields of one object into one suspect, named after the largest.
     */
    static List<NamedAccumulation> inSeveralFields(List<NamedAccumulation> all) {
        Map<Long, NamedAccumulation> byHolder = new LinkedHashMap<>();
        for (NamedAccumulation each : all) {
            long key = each.isOne() ? each.by().getFirst().holder() : ~(long) each.number();
            NamedAccumulation first = byHolder.putIfAbsent(key, each);
            if (first != null) {
                first.others().add(each);
            }
        }
        return List.copyOf(byHolder.values());
    }
}
