/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.overview;

import io.heapsight.explore.GarbageRootList;
import io.heapsight.heap.explore.IndexedHeap;
import io.heapsight.summary.GarbageRoots;
import io.heapsight.summary.GarbageRoots.RootClass;
import io.heapsight.summary.Total;
import java.util.List;

/** Lists garbage by the class of its roots, with the figures of an analysis. */
public final class GarbageByRootClass {
    private GarbageByRootClass() {}

    /** Lists the classes, those with most bytes below them first. */
    public static GarbageRootList of(IndexedHeap heap, int most) {
        GarbageRoots all = heap.garbageRoots();
        List<RootClass> rows = all.byClass();
        return new GarbageRootList(
                rows.stream().mapToLong(RootClass::roots).sum(),
                rows.stream().map(RootClass::below).reduce(Total.NONE, Total::plus),
                all.onCycles(),
                List.copyOf(rows.subList(0, Math.min(most, rows.size()))),
                rows.size());
    }
}
