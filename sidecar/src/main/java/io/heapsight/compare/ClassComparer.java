/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.compare;

import io.heapsight.histogram.ClassGarbage;
import io.heapsight.histogram.InstanceCount;
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

/** Compares the objects of two arms class by class. */
final class ClassComparer {
    private static final ClassGarbage NOTHING =
            new ClassGarbage("", "", InstanceCount.NONE, InstanceCount.NONE);

    /** A class, merged over all loaders. */
    private record Key(String name, String module) {}

    private ClassComparer() {}

    /**
     * Returns the classes that differ, most bytes first; empty if an arm has no count of objects at
     * the stop.
     */
    static List<ClassChange> between(Arm base, Arm candidate) {
        List<Map<Key, ClassGarbage>> baseStops = usages(base, Run::heapAtStop);
        List<Map<Key, ClassGarbage>> candidateStops = usages(candidate, Run::heapAtStop);
        if (baseStops.isEmpty() || candidateStops.isEmpty()) {
            return List.of();
        }
        List<Map<Key, ClassGarbage>> baseStarts = usages(base, Run::heapAtStart);
        List<Map<Key, ClassGarbage>> candidateStarts = usages(candidate, Run::heapAtStart);
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

    private static List<Map<Key, ClassGarbage>> usages(
            Arm arm, Function<Run, Optional<RunHistogram>> histogram) {
        return arm.facts().stream()
                .map(histogram)
                .flatMap(Optional::stream)
                .map(ClassComparer::byClass)
                .toList();
    }

    private static Map<Key, ClassGarbage> byClass(RunHistogram histogram) {
        Map<Key, ClassGarbage> usages = new HashMap<>();
        histogram.classes().forEach(row -> usages.put(new Key(row.name(), row.module()), row));
        return usages;
    }

    private static ClassChange.Side side(
            Key key, List<Map<Key, ClassGarbage>> starts, List<Map<Key, ClassGarbage>> stops) {
        return new ClassChange.Side(
                median(key, starts, ClassGarbage::all),
                median(key, stops, ClassGarbage::all),
                median(key, stops, ClassGarbage::unreachable));
    }

    /**
     * Returns the median. Of two middle values, returns the lower one, which is a measured count.
     */
    private static InstanceCount median(
            Key key,
            List<Map<Key, ClassGarbage>> usages,
            Function<ClassGarbage, InstanceCount> count) {
        if (usages.isEmpty()) {
            return InstanceCount.NONE;
        }
        List<InstanceCount> counts =
                usages.stream()
                        .map(each -> Objects.requireNonNullElse(each.get(key), NOTHING))
                        .map(count)
                        .sorted(Comparator.comparingLong(InstanceCount::bytes))
                        .toList();
        return counts.get((counts.size() - 1) / 2);
    }
}
