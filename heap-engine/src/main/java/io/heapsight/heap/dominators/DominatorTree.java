/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.dominators;

import io.heapsight.heap.memory.IntArray;
import io.heapsight.heap.memory.IntPair;
import io.heapsight.heap.memory.LongArray;
import io.heapsight.heap.memory.MemoryBudget;
import java.lang.foreign.MemorySegment;

/**
 * Holds the immediate dominator of each node of a {@link Graph}. Node A dominates node B when every
 * path from the virtual root to B goes through A. The dominator closest to B is its immediate
 * dominator, and B's parent in the tree.
 *
 * <p>Reachable nodes have a rank from 1 to {@link #reachable}; the virtual root has rank 0. A node
 * ranks after its dominators, so that a pass over the tree is a loop over the ranks. An ascending
 * loop passes values from dominators to dominated nodes; a descending loop sums up.
 *
 * <p>Takes 20 bytes per node. In addition to its immediate dominator, each node has a jump pointer
 * to a dominator further up (Myers, "An applicative random-access stack", 1983). Jump pointers make
 * {@link #commonAncestor} logarithmic on a tree of any depth.
 */
public final class DominatorTree implements AutoCloseable {
    /** The virtual root as an argument or result. */
    public static final int ROOT = -1;

    /** The dominator of an unreachable node. */
    public static final int NONE = -2;

    private final MemoryBudget budget;
    private final MemorySegment memory;
    private final int reachable;
    private final IntArray nodes;
    private final IntArray dominators;
    private final IntArray rankByNode;

    /** The rank of the jump's target and the depth, by rank. */
    private final LongArray jumps;

    /** Takes ownership of the memory; the arrays of the builder become those of the tree. */
    DominatorTree(
            MemoryBudget budget, MemorySegment memory, DominatorTreeArrays arrays, int reachable) {
        this.budget = budget;
        this.memory = memory;
        this.reachable = reachable;
        nodes = arrays.nodes();
        dominators = arrays.parents();
        rankByNode = arrays.spare();
        jumps = arrays.pairs();
    }

    /** Bytes that the builder reserves: 20 per node, which the tree keeps, and 4 per edge. */
    public static long bytesNeeded(long nodes, long edges) {
        return DominatorTreeArrays.bytesNeeded(nodes) + IntArray.bytesNeeded(edges);
    }

    /** The number of reachable nodes: the highest rank. */
    public int reachable() {
        return reachable;
    }

    /** The rank of a node: 0 for {@link #ROOT} and for an unreachable node. */
    public int rank(int node) {
        return node < 0 ? 0 : rankByNode.get(node);
    }

    /** The node of a rank: {@link #ROOT} for 0. */
    public int node(int rank) {
        return nodes.get(rank);
    }

    /** The rank of the immediate dominator, less than the rank itself; 0 for 0. */
    public int dominatorRank(int rank) {
        return dominators.get(rank);
    }

    /** Announces that dominators in a range of ranks will be read in order. */
    public void willReadDominators(long from, long end) {
        dominators.willRead(from, end);
    }

    /** Announces that nodes in a range of ranks will be read in order. */
    public void willReadNodes(long from, long end) {
        nodes.willRead(from, end);
    }

    /** The number of dominators of the node of a rank, including the virtual root. */
    public int depth(int rank) {
        return IntPair.low(jumps.get(rank));
    }

    /** The immediate dominator of a node, or {@link #ROOT}, or {@link #NONE}. */
    public int immediateDominator(int node) {
        int rank = rankByNode.get(node);
        return rank == 0 ? NONE : nodes.get(dominators.get(rank));
    }

    /**
     * The rank of the node furthest from the root that is equal to or dominates each of two nodes.
     * 0, the root's, if either rank is 0. O(log depth) steps.
     */
    public int commonAncestor(int rank, int other) {
        int depth = depth(rank);
        int otherDepth = depth(other);
        int one = depth > otherDepth ? ancestorAt(rank, otherDepth) : rank;
        int two = otherDepth > depth ? ancestorAt(other, depth) : other;
        while (one != two) {
            int jump = IntPair.high(jumps.get(one));
            int otherJump = IntPair.high(jumps.get(two));
            // Nodes of one depth jump to one depth: if the targets differ, the answer is above
            // them.
            boolean below = jump != otherJump;
            one = below ? jump : dominators.get(one);
            two = below ? otherJump : dominators.get(two);
        }
        return one;
    }

    private int ancestorAt(int from, int depth) {
        int rank = from;
        long here = jumps.get(rank);
        while (IntPair.low(here) > depth) {
            int jump = IntPair.high(here);
            long there = jumps.get(jump);
            boolean tooHigh = IntPair.low(there) < depth;
            rank = tooHigh ? dominators.get(rank) : jump;
            here = tooHigh ? jumps.get(rank) : there;
        }
        return rank;
    }

    /** Releases the memory; don't use the tree afterwards. */
    @Override
    public void close() {
        budget.release(memory);
    }
}
