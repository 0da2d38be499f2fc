/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.dominators;

import io.heapsight.heap.memory.BudgetExceededException;
import io.heapsight.heap.memory.IntArray;
import io.heapsight.heap.memory.IntPair;
import io.heapsight.heap.memory.LongArray;
import io.heapsight.heap.memory.MemoryBudget;
import io.heapsight.unit.CancelSignal;

/**
 * Computes the bytes that the objects of each class retain together: the sum over objects that no
 * object of the same class dominates. Nothing counts twice. Eclipse MAT calls the sum the minimum
 * retained size.
 *
 * <p>Walks once through the tree, down and up again, and keeps a count per class of the objects
 * above. Takes 8 bytes per node during the walk.
 */
public final class RetainedByClass {

    private final DominatorTree tree;
    private final RetainedBytes sizes;
    private final IntArray classes;
    private final LongArray links;
    private final long[] retained;
    private final int[] above;
    private final int[] longest;

    private RetainedByClass(RetainedBytes sizes, IntArray classes, LongArray links, int[] longest) {
        this.sizes = sizes;
        tree = sizes.tree();
        this.classes = classes;
        this.links = links;
        this.longest = longest;
        retained = new long[longest.length];
        above = new int[longest.length];
    }

    /**
     * Sums up by class.
     *
     * @param classes by rank, a number from 0
     * @param longest by class; receives the length of its longest dominator chain, counting only
     *     objects of the class
     * @return retained bytes by class
     */
    public static long[] of(
            RetainedBytes sizes,
            IntArray classes,
            int[] longest,
            MemoryBudget budget,
            CancelSignal cancel)
            throws BudgetExceededException {
        long length = sizes.tree().reachable() + 1L;
        String purpose = "retained sizes by class";
        try (LongArray links = LongArray.reserveOrSpill(budget, length, purpose)) {
            RetainedByClass sums = new RetainedByClass(sizes, classes, links, longest);
            sums.link();
            sums.walk(cancel);
            return sums.retained;
        }
    }

    /** Sets each rank's pair to its first child and its next sibling, by rank; 0 for none. */
    private void link() {
        for (int rank = tree.reachable(); rank > 0; rank--) {
            if (CancelPoints.isOne(rank)) {
                tree.willReadDominators(rank - CancelPoints.STEPS, rank);
                links.willRead(rank - CancelPoints.STEPS, rank);
            }
            int dominator = tree.dominatorRank(rank);
            long pair = links.get(dominator);
            links.set(rank, IntPair.of(IntPair.high(links.get(rank)), IntPair.high(pair)));
            links.set(dominator, IntPair.of(rank, IntPair.low(pair)));
        }
    }

    private void walk(CancelSignal cancel) {
        int steps = 0;
        int rank = IntPair.high(links.get(0));
        while (rank != 0) {
            if (CancelPoints.isOne(++steps)) {
                cancel.throwIfCancelled();
                willRead(rank, (long) rank + CancelPoints.STEPS);
            }
            int ofClass = classes.get(rank);
            if (above[ofClass] == 0) {
                retained[ofClass] += sizes.bytesAtRank(rank);
            }
            long pair = links.get(rank);
            if (IntPair.high(pair) != 0) {
                longest[ofClass] = Math.max(longest[ofClass], ++above[ofClass]);
                rank = IntPair.high(pair);
            } else {
                rank = IntPair.low(pair) != 0 ? IntPair.low(pair) : climb(rank);
            }
        }
    }

    /** Most of the walk is in the order of ranks. */
    private void willRead(long from, long end) {
        links.willRead(from, end);
        classes.willRead(from, end);
        sizes.willRead(from, end);
    }

    /**
     * Leaves the nodes that have no further child, and returns the next node to enter; 0 at the
     * end.
     */
    private int climb(int from) {
        int rank = tree.dominatorRank(from);
        while (rank != 0) {
            above[classes.get(rank)]--;
            int sibling = IntPair.low(links.get(rank));
            if (sibling != 0) {
                return sibling;
            }
            rank = tree.dominatorRank(rank);
        }
        return 0;
    }
}
