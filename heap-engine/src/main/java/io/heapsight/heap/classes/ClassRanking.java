/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.classes;

import io.heapsight.summary.Total;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Ranks classes by the bytes of their objects, in descending order; classes of one name are one
 * row.
 */
public final class ClassRanking {
    private ClassRanking() {}

    public static List<Total.OfClass> of(
            HeapClasses classes, ClassTotals totals, Predicate<HeapClass> wanted) {
        TreeMap<String, Total> byName = new TreeMap<>();
        for (HeapClass each : classes.all()) {
            Total total = totals.of(each.index());
            if (total.objects() > 0 && wanted.test(each)) {
                byName.merge(each.name(), total, Total::plus);
            }
        }
        List<Total.OfClass> rows = new ArrayList<>();
        byName.forEach((name, total) -> rows.add(new Total.OfClass(name, total)));
        rows.sort(Comparator.comparingLong((Total.OfClass row) -> row.total().bytes()).reversed());
        return rows;
    }
}
