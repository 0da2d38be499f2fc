/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.dominators;

import io.heapsight.heap.memory.BudgetExceededException;
import io.heapsight.heap.memory.IntArray;
import io.heapsight.heap.memory.MemoryBudget;

/**
 * The queue of a breadth-first search; each node is added once. It sorts the nodes of a large level
 * before it returns the first of them. Their edges are then read in the order of the dump, not from
 * a page each. Takes 4 bytes per node.
 */
public final class LevelQueue implements AutoCloseable {
    private static final int LARGE_LEVEL = 1 << 16;

    private final IntArray nodes;
    private int next;
    private int size;
    private int levelEnd;

    private LevelQueue(IntArray nodes) {
        this.nodes = nodes;
    }

    /** Creates an empty queue with capacity for this many nodes. */
    public static LevelQueue reserve(MemoryBudget budget, int nodes, String purpose)
            throws BudgetExceededException {
        return new LevelQueue(IntArray.reserveOrSpill(budget, nodes, purpose));
    }

    /** Adds a node to the level after that of the last removed node. */
    public void add(int node) {
        nodes.set(size++, node);
    }

    public boolean hasNext() {
        return next < size;
    }

    /** Removes and returns the next node. */
    public int next() {
        if (next == levelEnd) {
            levelEnd = size;
            if (levelEnd - next >= LARGE_LEVEL) {
                nodes.sort(next, levelEnd);
            }
        }
        return nodes.get(next++);
    }

    /** The number of removed nodes. */
    public int taken() {
        return next;
    }

    /** The number of nodes added. */
    public int size() {
        return size;
    }

    /**
     * A node by its position in the queue's order; the remaining nodes of the last level may still
     * be unsorted.
     */
    public int get(int index) {
        return nodes.get(index);
    }

    @Override
    public void close() {
        nodes.close();
    }
}
