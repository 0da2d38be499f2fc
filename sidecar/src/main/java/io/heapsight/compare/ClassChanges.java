/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.compare;

import io.heapsight.histogram.ClassUsage;
import io.heapsight.histogram.Count;
import io.heapsight.run.Run;
import io.heapsight.run.RunHistogram;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Finds the differences by class between the objects of two arms. */
final class ClassChanges {
    private static final ClassUsage NOTHING = new ClassUsage("", "", Count.NONE, Count.NONE);

    /** A class, merged over all loaders. */
    private record Key(String name, String module) {}

    private ClassChanges() {}

    /**
     * Returns the classes that differ, most bytes first; empty if an arm has no count of objects at
     * the stop.
     */
    static List<ClassChange> between(Arm base, Arm candidate) {
        List<Map<Key, ClassUsage>> baseStops = usages(base, Run::heapAtStop);
        List<Map<Key, ClassUsage>> candidateStops = usages(candidate, Run::heapAtStop);
        if (baseStops.isEmpty() || candidateStops.isEmpty()) {
            return List.of();
        }
        List<Map<Key, ClassUsage>> baseStarts = usages(base, Run::heapAtStart);
        List<Map<Key, ClassUsage>> candidateStarts = usages(candidate, Run::heapAtStart);
        Set<Key> keys = new LinkedHashSet<>();
        baseStops.forEach(each -> keys.addAll(each.keySet()));
        candidateStops.forEach(each -> keys.addAll(each.keySet()));
        List<ClassChange> changes = new ArrayList<>();
        for (Key key : keys) {
            ClassChange change =
                    new ClassChange(
                            key.name(),
                            key.module(),
                            side(key, baseStarts, baseStops),
                            side(key, candidateStarts, candidateStops));
            if (change.bytes() != 0 || change.unreachableBytes() != 0) {
                changes.add(change);
            }
        }
        changes.sort(
                Comparator.<ClassChange>comparingLong(change -> -Math.abs(change.bytes()))
                        .thenComparingLong(change -> -Math.abs(change.unreachableBytes()))
                        .thenComparing(ClassChange::name));
        return List.copyOf(changes);
    }

    private static List<Map<Key, ClassUsage>> usages(
            Arm arm, Function<Run, Optional<RunHistogram>> histogram) {
        return arm.facts().stream()
                .map(histogram)
                .flatMap(Optional::stream)
                .map(ClassChanges::byClass)
                .toList();
    }

    private static Map<Key, ClassUsage> byClass(RunHistogram histogram) {
        Map<Key, ClassUsage> usages = new HashMap<>();
        histogram.classes().forEach(row -> usages.put(new Key(row.name(), row.module()), row));
        return usages;
    }

    private static ClassChange.Side side(
            Key key, List<Map<Key, ClassUsage>> starts, List<Map<Key, ClassUsage>> stops) {
        return new ClassChange.Side(
                median(key, starts, ClassUsage::all),
                median(key, stops, ClassUsage::all),
                median(key, stops, ClassUsage::unreachable));
    }

    /** Returns the median; of two middle values the lower one, so that the count was measured. */
    private static Count median(
            Key key, List<Map<Key, ClassUsage>> usages, Function<ClassUsage, Count> count) {
        if (usages.isEmpty()) {
            return Count.NONE;
        }
        List<Count> counts =
                usages.stream()
                        .map(each -> Objects.requireNonNullElse(each.get(key), NOTHING))
                        .map(count)
                        .sorted(Comparator.comparingLong(Count::bytes))
                        .toList();
        return counts.get((counts.size() - 1) / 2);
    }
}
