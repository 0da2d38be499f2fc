/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.leaks;

import io.heapsight.heap.dominators.DominatorTree;
import io.heapsight.heap.dominators.NearestAncestor;
import io.heapsight.heap.retained.RetainedHeap;
import java.util.Arrays;
import java.util.function.IntUnaryOperator;

/** Checks which objects of a group another object of the group dominates. */
final class DominanceCheck {
    private static final int NEAR = 32;

    private final RetainedHeap retention;
    private final DominatorTree tree;

    DominanceCheck(RetainedHeap retention) {
        this.retention = retention;
        this.tree = retention.tree();
    }

    /** The rank of a leaf's dominator; 0 without one, or if the object is not a leaf. */
    int dominatorOfLeaf(long address) {
        int leaf = retention.graph().nodeOrLeaf(address);
        return retention.graph().isLeaf(leaf) && retention.leaves().isReachable(leaf)
                ? retention.leaves().rank(leaf)
                : 0;
    }

    /**
     * Returns the objects that none of the others dominates, such as the first of a linked list.
     */
    int[] tops(int[] ranks) {
        return tops(ranks, tree::dominatorRank);
    }

    static int[] tops(int[] ranks, IntUnaryOperator dominator) {
        int[] sorted = Arrays.stream(ranks).sorted().distinct().toArray();
        NearestAncestor above =
                new NearestAncestor(
                        dominator,
                        rank -> rank < sorted[0] || Arrays.binarySearch(sorted, rank) >= 0);
        return Arrays.stream(sorted)
                .filter(rank -> above.nearest(dominator.applyAsInt(rank)) < sorted[0])
                .toArray();
    }

    /** Whether an object is dominated by another, a few objects above it. */
    boolean isHeldBy(int rank, int holder) {
        int at = tree.dominatorRank(rank);
        for (int i = 0; i < NEAR && at >= holder; i++) {
            if (at == holder) {
                return true;
            }
            at = tree.dominatorRank(at);
        }
        return false;
    }
}
