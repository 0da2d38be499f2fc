/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.paths;

import io.heapsight.heap.classes.HeapClasses;
import io.heapsight.heap.explore.IndexedHeap;
import io.heapsight.heap.index.ObjectIndex;

/**
 * Numbers objects by their offset in the heap's pages, in units of eight bytes; class objects
 * follow. A number fits in 32 bits, unsigned, in heaps of up to 32 GiB.
 */
final class HeapOffsets {
    static final int NONE = -1;

    private static final long UNSIGNED = 0xFFFF_FFFFL;
    private static final int BITS_SHIFT = 6;
    private static final int BITS_MASK = (1 << BITS_SHIFT) - 1;

    private final ObjectIndex index;
    private final HeapClasses classes;
    private final long classObjects;

    HeapOffsets(IndexedHeap heap) {
        index = heap.heap().index();
        classes = heap.classes();
        classObjects = (long) index.blocks() << BITS_SHIFT;
    }

    /** The number of places. */
    long count() {
        return classObjects + classes.size();
    }

    boolean fit() {
        return count() <= UNSIGNED;
    }

    /** The place of the object or class object at an address; {@link #NONE} if there is none. */
    long of(long address) {
        int block = index.blockOfObject(address);
        if (block >= 0) {
            return (long) block << BITS_SHIFT | Long.numberOfTrailingZeros(index.bit(address));
        }
        int classIndex = classes.indexOf(address);
        return classIndex < 0 || classes.get(classIndex).dump() == null
                ? NONE
                : classObjects + classIndex;
    }

    /** The place stored in 32 bits. */
    static long unsigned(int place) {
        return place & UNSIGNED;
    }

    /** The class whose class object is at a place; {@link #NONE} for any other object. */
    int classAt(long place) {
        return place < classObjects ? NONE : (int) (place - classObjects);
    }

    long address(long place) {
        int classIndex = classAt(place);
        return classIndex == NONE
                ? index.addressOf((int) (place >>> BITS_SHIFT), (int) place & BITS_MASK)
                : classes.get(classIndex).address();
    }
}
