/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.dominators;

import io.heapsight.heap.memory.BudgetExceededException;
import io.heapsight.heap.memory.FiveByteArray;
import io.heapsight.heap.memory.MemoryBudget;

/**
 * Computes the retained size of each node: its own bytes and those of all nodes that it dominates,
 * which would be freed with it. Takes 5 bytes per node; sums are below 1 TiB.
 *
 * <p>First {@link #add} the bytes of each node, and of objects outside the tree that it dominates;
 * then call {@link #sumUp} once; then query.
 */
public final class RetainedBytes implements AutoCloseable {
    private final DominatorTree tree;
    private final FiveByteArray bytes;
    private boolean summedUp;

    private RetainedBytes(DominatorTree tree, FiveByteArray bytes) {
        this.tree = tree;
        this.bytes = bytes;
    }

    /** The memory for this many nodes. */
    public static long bytesNeeded(long nodes) {
        return FiveByteArray.bytesNeeded(nodes + 1);
    }

    public static RetainedBytes reserve(DominatorTree tree, MemoryBudget budget)
            throws BudgetExceededException {
        long length = tree.reachable() + 1L;
        return new RetainedBytes(
                tree, FiveByteArray.reserveOrSpill(budget, length, "retained sizes"));
    }

    /**
     * Adds bytes that only a node keeps alive, including its own bytes.
     *
     * @param node may be {@link DominatorTree#ROOT}
     * @throws IllegalArgumentException if the node is unreachable
     */
    public void add(int node, long shallowBytes) {
        int rank = tree.rank(node);
        if (rank == 0 && node != DominatorTree.ROOT) {
            throw new IllegalArgumentException("node " + node + " is unreachable");
        }
        addAtRank(rank, shallowBytes);
    }

    /** Like {@link #add}, by rank. Threads may add to different ranks concurrently. */
    public void addAtRank(int rank, long shallowBytes) {
        if (summedUp) {
            throw new IllegalStateException("already summed up");
        }
        bytes.add(rank, shallowBytes);
    }

    /** Adds each node's bytes to those of its dominator, from the lowest nodes up. */
    public void sumUp() {
        if (summedUp) {
            throw new IllegalStateException("already summed up");
        }
        summedUp = true;
        for (int rank = tree.reachable(); rank > 0; rank--) {
            if (CancelPoints.isOne(rank)) {
                tree.willReadDominators(rank - CancelPoints.STEPS, rank);
                bytes.willRead(rank - CancelPoints.STEPS, rank);
            }
            bytes.add(tree.dominatorRank(rank), bytes.get(rank));
        }
    }

    /**
     * The retained bytes of a node; for {@link DominatorTree#ROOT} all bytes, for an unreachable
     * node 0.
     */
    public long bytes(int node) {
        int rank = tree.rank(node);
        return rank == 0 && node != DominatorTree.ROOT ? 0 : bytesAtRank(rank);
    }

    /** Like {@link #bytes}, by rank. */
    public long bytesAtRank(int rank) {
        return bytes.get(rank);
    }

    /** Announces that sizes in a range of ranks will be read in order. */
    public void willRead(long from, long end) {
        bytes.willRead(from, end);
    }

    public DominatorTree tree() {
        return tree;
    }

    /** Releases the memory; the tree remains. */
    @Override
    public void close() {
        bytes.close();
    }
}
