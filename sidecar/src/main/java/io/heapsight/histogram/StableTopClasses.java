/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.histogram;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Chooses the classes that metrics name: the largest of the last histogram, without flapping. A
 * class enters when it is among the largest {@code size}. It leaves after {@code patience}
 * consecutive histograms in which it is not. So there are at most {@code size * patience} labels.
 *
 * <p>Not thread-safe.
 */
public final class StableTopClasses {
    private final int size;
    private final int patience;
    private final Map<String, Integer> absences = new HashMap<>();

    public StableTopClasses(int size, int patience) {
        if (size < 1 || patience < 1) {
            throw new IllegalArgumentException("size " + size + ", patience " + patience);
        }
        this.size = size;
        this.patience = patience;
    }

    /**
     * Adds a histogram, and returns the counts to show by class name, merged over loaders, largest
     * first. A kept class without instances has zeroes.
     */
    public List<ClassHistogramRow> update(ClassHistogram histogram) {
        Set<String> largest =
                HistogramJoin.of(histogram.rows(), HistogramRows.NONE)
                        .top(size, (count, _) -> count)
                        .stream()
                        .map(HistogramJoin.Pair::name)
                        .collect(Collectors.toSet());
        absences.replaceAll((name, missed) -> largest.contains(name) ? 0 : missed + 1);
        absences.values().removeIf(missed -> missed >= patience);
        largest.forEach(name -> absences.put(name, 0));
        Map<String, InstanceCount> counts = counts(histogram.rows());
        List<ClassHistogramRow> shown = new ArrayList<>();
        counts.forEach(
                (name, count) ->
                        shown.add(
                                new ClassHistogramRow(name, "", count.instances(), count.bytes())));
        shown.sort(
                Comparator.comparingLong(ClassHistogramRow::bytes)
                        .reversed()
                        .thenComparing(ClassHistogramRow::name));
        return shown;
    }

    /** Returns the counts of the shown classes, by name. */
    private Map<String, InstanceCount> counts(HistogramRows rows) {
        Map<String, InstanceCount> counts = new HashMap<>();
        absences.keySet().forEach(name -> counts.put(name, InstanceCount.NONE));
        rows.forEach(
                Integer.MAX_VALUE,
                row ->
                        counts.computeIfPresent(
                                row.name(), (_, before) -> before.plus(InstanceCount.of(row))));
        return counts;
    }
}
