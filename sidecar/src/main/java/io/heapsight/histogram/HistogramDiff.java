/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.histogram;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Growth by class between two histograms of one target, most growth in bytes first.
 *
 * @param base the earlier histogram
 * @param candidate the later one
 * @param classes those that changed
 */
public record HistogramDiff(
        ClassHistogram base, ClassHistogram candidate, List<ClassDelta> classes) {
    private static final Comparator<ClassDelta> MOST_GROWTH_FIRST =
            Comparator.<ClassDelta>comparingLong(row -> row.change().bytes())
                    .thenComparingLong(row -> row.change().instances())
                    .reversed()
                    .thenComparing(ClassDelta::name);

    /** Rows of one class, whoever loaded it, are one here. */
    record Key(String name, String module) {}

    public static HistogramDiff between(ClassHistogram base, ClassHistogram candidate) {
        Map<Key, Count> before = byClass(base);
        Map<Key, Count> after = byClass(candidate);
        Set<Key> keys = new HashSet<>(before.keySet());
        keys.addAll(after.keySet());
        List<ClassDelta> rows = new ArrayList<>();
        for (Key key : keys) {
            Count now = after.getOrDefault(key, Count.NONE);
            Count change = now.minus(before.getOrDefault(key, Count.NONE));
            if (!change.equals(Count.NONE)) {
                rows.add(new ClassDelta(key.name(), key.module(), now, change));
            }
        }
        rows.sort(MOST_GROWTH_FIRST);
        return new HistogramDiff(base, candidate, List.copyOf(rows));
    }

    /** Second minus first, over all classes. */
    public Count change() {
        return candidate.totals().minus(base.totals());
    }

    static Map<Key, Count> byClass(ClassHistogram histogram) {
        Map<Key, Count> counts = new HashMap<>();
        for (ClassCount row : histogram.classes()) {
            counts.merge(new Key(row.name(), row.moduleName()), Count.of(row), Count::plus);
        }
        return counts;
    }
}
