/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.suspects;

import io.heapsight.heap.retained.RetainedHeap;
import io.heapsight.summary.HolderPlace;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;

/** Merges accumulations in several fields or several objects that belong to one suspect. */
final class AccumulationMerger {
    private final NestedAccumulations nested;
    private final ToIntFunction<AccumulationPoint> content;
    private final Predicate<NamedAccumulation> isKnown;

    /**
     * @param content maps an accumulation to the key of the class of its content
     * @param isKnown whether an accumulation has a cause of its own
     */
    AccumulationMerger(
            RetainedHeap retention,
            ToIntFunction<AccumulationPoint> content,
            Predicate<NamedAccumulation> isKnown) {
        this.nested = new NestedAccumulations(retention);
        this.content = content;
        this.isKnown = isKnown;
    }

    /**
     * Accumulations with the same key are merged; the number distinguishes those without a place.
     */
    private record Key(Optional<HolderPlace> place, long contentOrNumber) {}

    /**
     * Merges accumulations with content of one class. The same field of several objects holds them,
     * such as the shards of a cache, or the same local variable of several threads.
     */
    List<NamedAccumulation> inSeveralObjects(List<NamedAccumulation> all) {
        Map<Key, List<NamedAccumulation>> byKey = new LinkedHashMap<>();
        for (NamedAccumulation each : all) {
            byKey.computeIfAbsent(key(each), _ -> new ArrayList<>()).add(each);
        }
        return byKey.values().stream()
                .map(nested::outermost)
                .map(
                        parts ->
                                parts.size() == 1
                                        ? parts.getFirst()
                                        : NamedAccumulation.together(parts))
                .toList();
    }

    private Key key(NamedAccumulation of) {
        Key apart = new Key(Optional.empty(), of.number());
        if (!of.isOne() || isKnown.test(of)) {
            return apart;
        }
        HolderPlace place = of.by().getFirst().place().inAnyThread();
        Key same = new Key(Optional.of(place), content.applyAsInt(of.of()));
        return switch (place.kind()) {
            case FIELD -> isOneLeaf(of.of()) ? apart : same;
            case THREAD_LOCAL, LOCAL_VARIABLE -> same;
            case STATIC_FIELD, THREAD, CLASS_LOADER, VM -> apart;
        };
    }

    /** Whether each object has a large array of its own, such as the chunks of a buffer pool. */
    private static boolean isOneLeaf(AccumulationPoint of) {
        return of.top().isLeaf() && of.top().objects() == 1;
    }

    /**
     * Merges the accumulations in fields of one object into one suspect, named after the largest.
     * An accumulation with its own cause, such as a bounded cache, stays separate: its cause does
     * not explain the others.
     */
    List<NamedAccumulation> inSeveralFields(List<NamedAccumulation> all) {
        Map<Long, NamedAccumulation> byHolder = new LinkedHashMap<>();
        for (NamedAccumulation each : all) {
            boolean alone = !each.isOne() || isKnown.test(each);
            long key = alone ? ~(long) each.number() : each.by().getFirst().holder();
            NamedAccumulation first = byHolder.putIfAbsent(key, each);
            if (first != null) {
                first.others().add(each);
            }
        }
        return List.copyOf(byHolder.values());
    }
}
