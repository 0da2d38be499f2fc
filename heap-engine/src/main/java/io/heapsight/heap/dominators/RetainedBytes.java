/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.dominators;

import io.heapsight.heap.memory.BudgetExceededException;
import io.heapsight.heap.memory.ByteCounts;
import io.heapsight.heap.memory.MemoryBudget;

/**
 * Computes the retained size of each node: its own bytes and those of all nodes that it dominates,
 * which would be freed with it. 5 bytes a node; sums below 1 TiB.
 *
 * <p>First {@link #add} what each node takes itself, and what hangs below it outside the tree; then
 * {@link #sumUp} once; then ask.
 */
public final class RetainedBytes implements AutoCloseable {
    private final DominatorTree tree;
    private final ByteCounts bytes;
    private boolean summedUp;

    private RetainedBytes(DominatorTree tree, ByteCounts bytes) {
        this.tree = tree;
        this.bytes = bytes;
    }

    public static RetainedBytes reserve(DominatorTree tree, MemoryBudget budget)
            throws BudgetExceededException {
        long length = tree.reachable() + 1L;
        return new RetainedBytes(tree, ByteCounts.reserveOrSpill(budget, length, "retained sizes"));
    }

    /**
     * Adds bytes that only a node keeps alive, its own ones among them.
     *
     * @param node may be {@link DominatorTree#ROOT}
     * @throws IllegalArgumentException when the node cannot be reached
     */
    public void add(int node, long shallowBytes) {
        int rank = tree.rank(node);
        if (rank == 0 && node != DominatorTree.ROOT) {
            throw new IllegalArgumentException("node " + node + " cannot be reached");
        }
        addAtRank(rank, shallowBytes);
    }

    /** As {@link #add}, by rank. Safe among threads that add to different ranks. */
    public void addAtRank(int rank, long shallowBytes) {
        if (summedUp) {
            throw new IllegalStateException("already summed up");
        }
        bytes.add(rank, shallowBytes);
    }

    /** Adds each node's bytes to its dominator's, from the lowest nodes up. */
    public void sumUp() {
        if (summedUp) {
            throw new IllegalStateException("already summed up");
        }
        summedUp = true;
        for (int rank = tree.reachable(); rank > 0; rank--) {
            if (Checkpoints.isOne(rank)) {
                tree.willReadDominators(rank - Checkpoints.STEPS, rank);
                bytes.willRead(rank - Checkpoints.STEPS, rank);
            }
            bytes.add(tree.dominatorRank(rank), bytes.get(rank));
        }
    }

    /** What a node retains; of {@link DominatorTree#ROOT} everything, of one out of reach 0. */
    public long bytes(int node) {
        int rank = tree.rank(node);
        return rank == 0 && node != DominatorTree.ROOT ? 0 : bytesAtRank(rank);
    }

    /** As {@link #bytes}, by rank. */
    public long bytesAtRank(int rank) {
        return bytes.get(rank);
    }

    /** Tells that sizes are read next, one after another by rank. */
    public void willRead(long from, long end) {
        bytes.willRead(from, end);
    }

    public DominatorTree tree() {
        return tree;
    }

    /** Gives the memory back; the tree stays. */
    @Override
    public void close() {
        bytes.close();
    }
}
