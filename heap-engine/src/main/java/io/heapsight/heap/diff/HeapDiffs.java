/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.diff;

import io.heapsight.explore.diff.HeapDiff;
import io.heapsight.explore.diff.HeapDiffRow;
import io.heapsight.heap.classes.ClassNameTranslator;
import io.heapsight.heap.classes.HeapClass;
import io.heapsight.heap.explore.ClassFigures;
import io.heapsight.heap.explore.IndexedHeap;
import io.heapsight.heap.explore.TopDominatorClasses;
import io.heapsight.heap.memory.BudgetExceededException;
import io.heapsight.heap.memory.MemoryBudget;
import io.heapsight.unit.CancelSignal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Compares the reachable objects of two heaps. */
public final class HeapDiffs {
    private final IndexedHeap before;
    private final IndexedHeap after;
    private final CancelSignal cancel;

    public HeapDiffs(IndexedHeap before, IndexedHeap after, CancelSignal cancel) {
        this.before = before;
        this.after = after;
        this.cancel = cancel;
    }

    /** Sums of one heap by class and by package. */
    private record Sums(
            Map<String, HeapDiffRow.Figures> classes,
            Map<String, HeapDiffRow.Figures> packages,
            HeapDiffRow.Figures all) {}

    /**
     * Compares the heaps.
     *
     * @param most maximum number of rows per list
     * @throws BudgetExceededException if the tables of objects fit neither in memory nor in a file
     */
    public HeapDiff compare(MemoryBudget budget, int most) throws BudgetExceededException {
        Sums earlier = sums(before);
        Sums later = sums(after);
        return new HeapDiff(
                earlier.all,
                later.all,
                HeapDiffRow.Ranking.firstOf(changed(earlier.classes, later.classes), most),
                HeapDiffRow.Ranking.firstOf(changed(earlier.packages, later.packages), most),
                HolderGrowth.of(before, after, budget, most, cancel));
    }

    /**
     * Sums up a heap. A package contains the objects of its classes; its retained bytes are those
     * of its classes' objects at the top of the tree.
     */
    private Sums sums(IndexedHeap heap) {
        TopDominatorClasses top = TopDominatorClasses.of(heap, cancel);
        ClassFigures figures = heap.figures();
        Map<String, HeapDiffRow.Figures> classes = new HashMap<>();
        Map<String, HeapDiffRow.Figures> packages = new HashMap<>();
        HeapDiffRow.Figures all = HeapDiffRow.Figures.NONE;
        for (HeapClass each : heap.classes().all()) {
            int i = each.index();
            long objects = figures.objects()[i];
            long bytes = figures.bytes()[i];
            long retained = top.retainedBytes(i);
            HeapDiffRow.Figures its = new HeapDiffRow.Figures(objects, bytes, retained);
            all = all.plus(its);
            classes.merge(
                    each.name(),
                    new HeapDiffRow.Figures(objects, bytes, figures.retained()[i]),
                    HeapDiffRow.Figures::plus);
            packages.merge(
                    ClassNameTranslator.packageOf(each.name()), its, HeapDiffRow.Figures::plus);
        }
        return new Sums(classes, packages, all);
    }

    private static List<HeapDiffRow> changed(
            Map<String, HeapDiffRow.Figures> before, Map<String, HeapDiffRow.Figures> after) {
        Map<String, HeapDiffRow.Figures> both = new HashMap<>(before);
        after.forEach(both::putIfAbsent);
        List<HeapDiffRow> changed = new ArrayList<>();
        for (String name : both.keySet()) {
            HeapDiffRow.Figures earlier = before.getOrDefault(name, HeapDiffRow.Figures.NONE);
            HeapDiffRow.Figures later = after.getOrDefault(name, HeapDiffRow.Figures.NONE);
            if (!earlier.equals(later)) {
                changed.add(new HeapDiffRow(List.of(name), earlier, later));
            }
        }
        return changed;
    }
}
