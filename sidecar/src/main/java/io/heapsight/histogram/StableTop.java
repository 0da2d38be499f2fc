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
 * The classes that metrics name: the largest of the last histogram, without flapping. A class
 * enters when it is among the largest {@code size}; it leaves after it was missing from them in
 * {@code patience} histograms in a row. So there are never more than {@code size * patience}
 * labels.
 *
 * <p>Not thread-safe.
 */
public final class StableTop {
    private final int size;
    private final int patience;
    private final Map<String, Integer> absences = new HashMap<>();

    public StableTop(int size, int patience) {
        if (size < 1 || patience < 1) {
            throw new IllegalArgumentException("size " + size + ", patience " + patience);
        }
        this.size = size;
        this.patience = patience;
    }

    /**
     * Takes in a new histogram and gives the counts to show, by class name (rows of one name, by
     * whatever loader, are one), largest first. A class that is held over but has no instance left
     * is shown with zeroes.
     */
    public List<ClassCount> update(ClassHistogram histogram) {
        Map<String, Count> counts = new HashMap<>();
        for (ClassCount row : histogram.classes()) {
            counts.merge(row.name(), Count.of(row), Count::plus);
        }
        Set<String> largest = largest(counts);
        absences.replaceAll((name, missed) -> largest.contains(name) ? 0 : missed + 1);
        absences.values().removeIf(missed -> missed >= patience);
        largest.forEach(name -> absences.put(name, 0));
        List<ClassCount> shown = new ArrayList<>();
        for (String name : absences.keySet()) {
            Count count = counts.getOrDefault(name, Count.NONE);
            shown.add(new ClassCount(name, "", count.instances(), count.bytes()));
        }
        shown.sort(
                Comparator.comparingLong(ClassCount::bytes)
                        .reversed()
                        .thenComparing(ClassCount::name));
        return shown;
    }

    private Set<String> largest(Map<String, Count> counts) {
        return new HashSet<>(
                counts.entrySet().stream()
                        .sorted(
                                Map.Entry.<String, Count>comparingByValue(
                                                Comparator.comparingLong(Count::bytes).reversed())
                                        .thenComparing(Map.Entry.comparingByKey()))
                        .limit(size)
                        .map(Map.Entry::getKey)
                        .toList());
    }
}
