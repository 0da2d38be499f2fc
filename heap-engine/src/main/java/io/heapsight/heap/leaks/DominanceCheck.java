/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.leaks;

import io.heapsight.heap.dominators.DominatorTree;
import io.heapsight.heap.retained.RetainedHeap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Finds which of some objects dominate others. */
final class DominanceCheck {
    private static final int NEAR = 32;
    private static final int MOST_STEPS = 100_000;

    /** Steps up the tree between two cached results. */
    private static final int REMEMBERED = 32;

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
        int[] sorted = Arrays.stream(ranks).sorted().distinct().toArray();
        Map<Integer, Boolean> isBelow = new HashMap<>();
        return Arrays.stream(sorted)
                .filter(rank -> !isBelow(tree.dominatorRank(rank), sorted, isBelow))
                .toArray();
    }

    /**
     * Whether a rank is one of a set, or below one of them.
     *
     * @param known results for some ranks on earlier ways, so that a long chain is walked once, not
     *     once for each member
     */
    private boolean isBelow(int from, int[] sorted, Map<Integer, Boolean> known) {
        List<Integer> passed = new ArrayList<>();
        int rank = from;
        boolean is = false;
        for (int i = 0; i < MOST_STEPS && rank >= sorted[0]; i++) {
            Boolean above = known.get(rank);
            if (above != null || Arrays.binarySearch(sorted, rank) >= 0) {
                is = above == null || above;
                break;
            }
            if (i % REMEMBERED == 0) {
                passed.add(rank);
            }
            rank = tree.dominatorRank(rank);
        }
        for (int each : passed) {
            known.put(each, is);
        }
        return is;
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
