/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.dominators;

import io.heapsight.heap.memory.BudgetExceededException;
import io.heapsight.heap.memory.IntArray;
import io.heapsight.heap.memory.MemoryBudget;

/**
 * The nodes of a breadth-first search, level after level; each is added once. Those of a large
 * level are sorted before the first of them is taken: their edges are then read in the order of the
 * dump, and not a page for each. 4 bytes a node.
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

    /** An empty one that has room for so many nodes. */
    public static LevelQueue reserve(MemoryBudget budget, int nodes, String purpose)
            throws BudgetExceededException {
        return new LevelQueue(IntArray.reserveOrSpill(budget, nodes, purpose));
    }

    /** Adds a node to the level behind that of the node that was taken last. */
    public void add(int node) {
        nodes.set(size++, node);
    }

    public boolean hasNext() {
        return next < size;
    }

    /** Takes the next node. */
    public int next() {
        if (next == levelEnd) {
            levelEnd = size;
            if (levelEnd - next >= LARGE_LEVEL) {
                nodes.sort(next, levelEnd);
            }
        }
        return nodes.get(next++);
    }

    /** How many were taken. */
    public int taken() {
        return next;
    }

    /** How many were added, taken or not. */
    public int size() {
        return size;
    }

    /** One of those that were added: each before those of the levels behind its own. */
    public int get(int index) {
        return nodes.get(index);
    }

    @Override
    public void close() {
        nodes.close();
    }
}
