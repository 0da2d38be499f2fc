/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.diff;

import io.heapsight.explore.diff.HeapDiffRow;
import io.heapsight.heap.explore.IndexedHeap;
import io.heapsight.heap.memory.BudgetExceededException;
import io.heapsight.heap.memory.MemoryBudget;
import io.heapsight.unit.CancelSignal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** Finds the places in the dominator trees of two heaps at which retained bytes grew. */
final class HolderGrowth {
    /** The maximum depth. */
    static final int DEEPEST = 20;

    /** The number of paths followed per level: those that grew most. */
    static final int WIDEST = 100;

    private final ClassNameNumbers numbers = new ClassNameNumbers();
    private final int most;
    private List<HeapDiffRow> best = new ArrayList<>();
    private long total;

    private HolderGrowth(int most) {
        this.most = most;
    }

    /** A path that grew, by its number on its level. */
    private record Grown(int path, HeapDiffRow growth) {}

    /**
     * The paths that grew, ranked by growth of retained bytes.
     *
     * @param most maximum number of rows
     */
    static HeapDiffRow.Ranking of(
            IndexedHeap before,
            IndexedHeap after,
            MemoryBudget budget,
            int most,
            CancelSignal cancel)
            throws BudgetExceededException {
        HolderGrowth growth = new HolderGrowth(most);
        int[] namesBefore = growth.numbers.of(before);
        int[] namesAfter = growth.numbers.of(after);
        try (DominatorPaths one = new DominatorPaths(before, namesBefore, budget, cancel);
                DominatorPaths other = new DominatorPaths(after, namesAfter, budget, cancel)) {
            growth.descend(one, other);
        }
        return new HeapDiffRow.Ranking(growth.best, growth.total);
    }

    private void descend(DominatorPaths before, DominatorPaths after) {
        List<List<String>> above = List.of(List.of());
        int[] parentOf = new int[0];
        int aboveFrom = 0;
        int from = 0;
        for (int depth = 0; depth < DEEPEST && !above.isEmpty(); depth++) {
            PathLevel level = new PathLevel(numbers.size());
            before.descend(parentOf, aboveFrom, from, level.before());
            after.descend(parentOf, aboveFrom, from, level.after());
            List<Grown> grown = grown(level, above);
            keep(grown);
            above = new ArrayList<>();
            parentOf = new int[level.size()];
            Arrays.fill(parentOf, DominatorPaths.NOT_GONE_INTO);
            for (Grown each : grown) {
                List<String> path = each.growth.path();
                if (above.size() < WIDEST && !isChain(path)) {
                    parentOf[each.path] = above.size();
                    above.add(path);
                }
            }
            aboveFrom = from;
            from = Math.addExact(from, level.size());
        }
    }

    /** The paths that grew, ranked by growth. */
    private List<Grown> grown(PathLevel level, List<List<String>> above) {
        List<Grown> grown = new ArrayList<>();
        for (int path = 0; path < level.size(); path++) {
            long by =
                    level.after().of(path).retainedBytes()
                            - level.before().of(path).retainedBytes();
            if (by > 0) {
                List<String> names = new ArrayList<>(above.get(level.parent(path)));
                names.add(numbers.text(level.label(path)));
                grown.add(
                        new Grown(
                                path,
                                new HeapDiffRow(
                                        List.copyOf(names),
                                        level.before().of(path),
                                        level.after().of(path))));
            }
        }
        grown.sort(Comparator.comparing(Grown::growth, HeapDiffRow.MOST_FIRST));
        return grown;
    }

    private void keep(List<Grown> grown) {
        total += grown.size();
        grown.stream().limit(most).map(Grown::growth).forEach(best::add);
        best.sort(HeapDiffRow.MOST_FIRST);
        best = new ArrayList<>(best.subList(0, Math.min(most, best.size())));
    }

    /** Whether a path continues below an object of the same class, such as a node of a list. */
    private static boolean isChain(List<String> path) {
        int size = path.size();
        return size > 1 && path.get(size - 1).equals(path.get(size - 2));
    }
}
