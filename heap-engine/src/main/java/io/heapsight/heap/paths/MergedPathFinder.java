/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.paths;

import io.heapsight.explore.MergedPaths;
import io.heapsight.heap.explore.ClassFigures;
import io.heapsight.heap.explore.IndexedHeap;
import io.heapsight.heap.explore.ObjectDescriber;
import io.heapsight.heap.memory.BitArray;
import io.heapsight.heap.memory.BudgetExceededException;
import io.heapsight.heap.memory.MemoryBudget;
import io.heapsight.heap.query.QueryDeadline;
import io.heapsight.summary.ReferenceStrength;
import io.heapsight.unit.ByteSize;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Finds shortest paths from GC roots to all objects of some classes, and merges them. */
public final class MergedPathFinder {
    private static final String SEEN = "the objects visited";

    private final IndexedHeap heap;
    private final ObjectDescriber describer;
    private final MemoryBudget budget;
    private final QueryDeadline deadline;
    private final HeapOffsets places;

    /** The most objects that a tree can have: those that the analysis found reachable. */
    private final long reachable;

    /**
     * @param budget for tables, which may spill to files
     */
    public MergedPathFinder(
            IndexedHeap heap,
            ObjectDescriber describer,
            MemoryBudget budget,
            QueryDeadline deadline) {
        this.heap = heap;
        this.describer = describer;
        this.budget = budget;
        this.deadline = deadline;
        this.places = new HeapOffsets(heap);
        long counted = Arrays.stream(heap.figures().objects()).sum() + heap.classes().size();
        this.reachable = Math.min(counted, places.count());
    }

    /**
     * Finds the paths.
     *
     * @param className the name to report
     * @param wanted by class, whether the paths to its objects are wanted
     * @param weak whether a second search follows soft, weak and phantom references
     * @param most the maximum number of objects of a tree
     * @throws ProblemException before the search if its tables fit neither in memory nor on the
     *     disk
     */
    public MergedPaths of(String className, boolean[] wanted, boolean weak, int most)
            throws ProblemException {
        ClassFigures figures = heap.figures();
        long objects = 0;
        long unreachable = 0;
        for (int i = 0; i < wanted.length; i++) {
            objects += wanted[i] ? figures.objects()[i] : 0;
            unreachable += wanted[i] ? figures.unreachableObjects()[i] : 0;
        }
        if (objects == 0) {
            return new MergedPaths(
                    className, unreachable, 0, MergedPaths.Tree.NONE, MergedPaths.Tree.NONE);
        }
        if (!places.fit() || reachable > Integer.MAX_VALUE) {
            throw tooLarge("It has more than 32 GiB, or two thousand million objects.", null);
        }
        MergedPaths.Tree strong;
        MergedPaths.Tree others = MergedPaths.Tree.NONE;
        BreadthFirstSearch search = new BreadthFirstSearch(heap, places, wanted, deadline);
        try (BitArray held = BitArray.reserveOrSpill(budget, places.count(), SEEN)) {
            strong = tree(search, ReferenceStrength.STRONG, held, null, most);
            if (weak && strong.below().objects() < objects) {
                try (BitArray seen = BitArray.reserveOrSpill(budget, places.count(), SEEN)) {
                    others = tree(search, ReferenceStrength.PHANTOM, seen, held, most);
                }
            }
        } catch (BudgetExceededException e) {
            long bytes = PathTree.bytesNeeded(reachable) + 2 * BitArray.bytesNeeded(places.count());
            throw tooLarge(
                    "A search through it takes %s in memory or temporary files, and %s."
                            .formatted(new ByteSize(bytes), e.reason()),
                    e);
        }
        long weaklyHeld = objects - strong.below().objects();
        return new MergedPaths(className, unreachable, weaklyHeld, strong, others);
    }

    private static ProblemException tooLarge(String detail, @Nullable Exception cause) {
        return new ProblemException(
                new Problem(
                        Problem.Kind.CONFLICT,
                        "The heap is too large to merge its paths here",
                        detail,
                        "Give heapsight heap more --max-memory, or a --work-dir with more room; or"
                                + " ask for the path to a single object."),
                cause);
    }

    private MergedPaths.Tree tree(
            BreadthFirstSearch search,
            ReferenceStrength weakest,
            BitArray seen,
            @Nullable BitArray known,
            int most)
            throws BudgetExceededException {
        try (PathTree tree = PathTree.reserve((int) reachable, budget)) {
            search.run(weakest, seen, known, tree);
            tree.sumUp();
            return new PathTreeRows(heap, describer, places, tree, search, deadline).rows(most);
        }
    }
}
