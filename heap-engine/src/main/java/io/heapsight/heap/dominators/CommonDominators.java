/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.dominators;

/**
 * Finds common dominators, the common ancestors in a {@link DominatorTree}, for ranks that arrive
 * roughly in order. It remembers a range of ranks in which each dominates the next, as in a list.
 * If both ranks are in the range, the lower one is the answer, without a search up the tree. Not
 * thread-safe.
 */
public final class CommonDominators {
    /** Steps that each query may add to the range, so that frequent new ranges cost little. */
    private static final int STEPS_EARNED = 16;

    private final DominatorTree tree;
    private int first;
    private int last;
    private long steps;

    public CommonDominators(DominatorTree tree) {
        this.tree = tree;
    }

    /** Like {@link DominatorTree#commonAncestor}; neither argument may be the virtual root. */
    public int commonAncestor(int rank, int other) {
        int lower = Math.min(rank, other);
        int upper = Math.max(rank, other);
        steps += STEPS_EARNED;
        if (upper < first || upper > last + STEPS_EARNED) {
            first = upper;
            last = upper;
        }
        while (last < upper && tree.dominatorRank(last + 1) == last) {
            last++;
        }
        if (last < upper) {
            first = upper;
            last = upper;
        }
        while (first > lower && steps > 0 && tree.dominatorRank(first) == first - 1) {
            first--;
            steps--;
        }
        return first <= lower ? lower : tree.commonAncestor(rank, other);
    }
}
