/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.paths;

import io.heapsight.heap.memory.BitArray;
import io.heapsight.heap.memory.BudgetExceededException;
import io.heapsight.heap.memory.CloseOnFailure;
import io.heapsight.heap.memory.IntArray;
import io.heapsight.heap.memory.MemoryBudget;

/**
 * A tree of shortest paths. The position of an object is its place in the order of the
 * breadth-first search. So the objects found from one object are adjacent and after it, and parents
 * ascend with positions. All arrays are used in order.
 */
final class PathTree implements AutoCloseable {
    /** The parent of roots. */
    static final int ROOT = -1;

    private static final String PURPOSE = "the paths";

    private final IntArray places;
    private final IntArray parents;
    private final BitArray wanted;

    /** Wanted objects at and below each object; later a number that the caller sets. */
    private final IntArray numbers;

    private int size;

    private PathTree(IntArray places, IntArray parents, IntArray numbers, BitArray wanted) {
        this.places = places;
        this.parents = parents;
        this.numbers = numbers;
        this.wanted = wanted;
    }

    /** Creates an empty tree with capacity for this many objects. */
    static PathTree reserve(int objects, MemoryBudget budget) throws BudgetExceededException {
        try (CloseOnFailure opened = new CloseOnFailure()) {
            PathTree tree =
                    new PathTree(
                            opened.add(IntArray.reserveOrSpillInOrder(budget, objects, PURPOSE)),
                            opened.add(IntArray.reserveOrSpillInOrder(budget, objects, PURPOSE)),
                            opened.add(IntArray.reserveOrSpillInOrder(budget, objects, PURPOSE)),
                            opened.add(BitArray.reserveOrSpill(budget, objects, PURPOSE)));
            opened.keep();
            return tree;
        }
    }

    static long bytesNeeded(long objects) {
        return 3 * IntArray.bytesNeeded(objects) + BitArray.bytesNeeded(objects);
    }

    int size() {
        return size;
    }

    /**
     * Appends an object.
     *
     * @param parent the position of the object from which it was found, or {@link #ROOT}
     */
    void add(long place, int parent) {
        places.set(size, (int) place);
        parents.set(size, parent);
        size++;
    }

    long place(int position) {
        return HeapOffsets.unsigned(places.get(position));
    }

    int parent(int position) {
        return parents.get(position);
    }

    /** Marks the object at a position as wanted. */
    void want(int position) {
        boolean _ = wanted.set(position);
        numbers.set(position, 1);
    }

    boolean isWanted(int position) {
        return wanted.get(position);
    }

    /** Sums up: {@link #number} is then the number of wanted objects at and below each object. */
    void sumUp() {
        for (int at = size - 1; at >= 0; at--) {
            int parent = parents.get(at);
            int below = numbers.get(at);
            if (below > 0 && parent != ROOT) {
                int _ = numbers.add(parent, below);
            }
        }
    }

    int number(int position) {
        return numbers.get(position);
    }

    void number(int position, int number) {
        numbers.set(position, number);
    }

    /** The position of the first object whose parent is at or behind this position. */
    int firstChild(int position) {
        int low = 0;
        int high = size;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (parents.get(middle) < position) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    @Override
    public void close() {
        wanted.close();
        numbers.close();
        parents.close();
        places.close();
    }
}
