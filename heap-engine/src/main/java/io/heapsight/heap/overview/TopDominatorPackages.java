/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.overview;

import io.heapsight.explore.PackageList;
import io.heapsight.heap.classes.HeapClass;
import io.heapsight.heap.explore.IndexedHeap;
import io.heapsight.heap.explore.TopDominatorClasses;
import io.heapsight.summary.Total;
import io.heapsight.unit.CancelSignal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Lists the top of the dominator tree by package, like Eclipse MAT's "Biggest Top-Level Dominator
 * Packages": the packages and classes one level below a package.
 */
public final class TopDominatorPackages {
    private TopDominatorPackages() {}

    /** A name; a package and a class may have the same. */
    private record Key(String name, boolean isPackage) {}

    /**
     * Lists the content of a package.
     *
     * @param of its name; "" for the top
     * @param most rows at most
     */
    public static PackageList in(IndexedHeap heap, String of, int most, CancelSignal cancel) {
        TopDominatorClasses top = TopDominatorClasses.of(heap, cancel);
        String prefix = of.isEmpty() ? "" : of + ".";
        PackageList.Row whole = new PackageList.Row(of, true, 0, 0, 0);
        Map<Key, PackageList.Row> rows = new HashMap<>();
        for (HeapClass each : heap.classes().all()) {
            Total total = top.of(each.index());
            String name = each.name();
            if (total.objects() > 0 && name.startsWith(prefix)) {
                int dot = name.indexOf('.', prefix.length());
                Key key = new Key(dot < 0 ? name : name.substring(0, dot), dot >= 0);
                PackageList.Row its =
                        new PackageList.Row(
                                key.name,
                                key.isPackage,
                                total.objects(),
                                total.bytes(),
                                top.retainedBytes(each.index()));
                rows.merge(key, its, TopDominatorPackages::plus);
                whole = plus(whole, its);
            }
        }
        List<PackageList.Row> sorted = new ArrayList<>(rows.values());
        sorted.sort(
                Comparator.comparingLong(PackageList.Row::retainedBytes)
                        .reversed()
                        .thenComparing(PackageList.Row::name)
                        .thenComparing(PackageList.Row::isPackage));
        return new PackageList(
                whole,
                List.copyOf(sorted.subList(0, Math.min(most, sorted.size()))),
                sorted.size());
    }

    private static PackageList.Row plus(PackageList.Row one, PackageList.Row other) {
        return new PackageList.Row(
                one.name(),
                one.isPackage(),
                one.objects() + other.objects(),
                one.shallowBytes() + other.shallowBytes(),
                one.retainedBytes() + other.retainedBytes());
    }
}
