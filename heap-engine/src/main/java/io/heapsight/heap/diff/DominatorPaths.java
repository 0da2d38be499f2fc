/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.diff;

import io.heapsight.heap.dominators.DominatorTree;
import io.heapsight.heap.explore.IndexedHeap;
import io.heapsight.heap.memory.BudgetExceededException;
import io.heapsight.heap.memory.IntArray;
import io.heapsight.heap.memory.MemoryBudget;
import io.heapsight.heap.objects.ReferenceReader;
import io.heapsight.unit.CancelSignal;

/**
 * Descends the dominator tree of one heap level by level, and stores the path of each object that
 * may dominate others: 4 bytes per object.
 */
final class DominatorPaths implements AutoCloseable {
    /** Marks a path that is not followed further. */
    static final int NOT_GONE_INTO = -1;

    private static final int CHECKED_EVERY = 4_096;

    private final IndexedHeap heap;
    private final int[] names;
    private final ReferenceReader reader;
    private final CancelSignal cancel;

    /** The path number plus 1 of each object, counted over all levels; 0 for none. */
    private final IntArray paths;

    private int untilCheck = CHECKED_EVERY;

    DominatorPaths(IndexedHeap heap, int[] names, MemoryBudget budget, CancelSignal cancel)
            throws BudgetExceededException {
        this.heap = heap;
        this.names = names;
        this.cancel = cancel;
        reader = new ReferenceReader(heap.file().bytes(), heap.classes());
        paths = IntArray.reserveOrSpill(budget, heap.numbers(), "the paths of the dominator tree");
    }

    /**
     * Reads the index once, for the objects immediately below some paths.
     *
     * @param parentOf by path of the level above: its number among the followed paths
     * @param aboveFrom the number of that level's first path
     * @param from the number of this level's first path; 0 for the top of the tree
     * @param sums receives the objects
     */
    void descend(int[] parentOf, int aboveFrom, int from, PathLevel.Sums sums) {
        heap.visitReachable(
                (address, object) -> {
                    if (--untilCheck == 0) {
                        untilCheck = CHECKED_EVERY;
                        cancel.throwIfCancelled();
                    }
                    int dominator = object.dominator();
                    int above = dominator == DominatorTree.ROOT ? 0 : paths.get(dominator);
                    int parent = NOT_GONE_INTO;
                    if (from == 0) {
                        parent = dominator == DominatorTree.ROOT ? 0 : NOT_GONE_INTO;
                    } else if (above > aboveFrom && above - 1 < from) {
                        parent = parentOf[above - 1 - aboveFrom];
                    }
                    if (parent != NOT_GONE_INTO) {
                        int path = add(address, object.retainedBytes(), parent, sums);
                        if (object.numbered()) {
                            paths.set(object.number(), 1 + from + path);
                        }
                    }
                });
    }

    private int add(long address, long retainedBytes, int parent, PathLevel.Sums sums) {
        int described = heap.classAt(address);
        if (described >= 0) {
            return sums.add(
                    parent,
                    ClassNameNumbers.ofClassObject(names[described]),
                    heap.sizes().ofClassObject(described),
                    retainedBytes);
        }
        long position = heap.position(address);
        if (position < 0) {
            throw new IndexOutOfBoundsException("no object at 0x" + Long.toHexString(address));
        }
        reader.open(position);
        return sums.add(
                parent,
                ClassNameNumbers.ofObject(names[reader.classIndex()]),
                heap.sizes().of(reader),
                retainedBytes);
    }

    @Override
    public void close() {
        paths.close();
    }
}
