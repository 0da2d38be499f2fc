/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.unreachable;

import io.heapsight.heap.index.DumpedHeap;
import io.heapsight.heap.index.ObjectIndex;
import io.heapsight.heap.objects.ReferenceReader;

/**
 * Traverses unreachable objects, claiming each by setting its mark. A claimed object that did not
 * fit on the stack keeps its spare bit until {@link #sweep()} finds it; {@link
 * UnreachableHistogram} has set that of every unreachable object that another one refers to.
 */
public abstract class UnreachableTraversal {
    /** References are read so many at a time. */
    public static final int CHUNK = 1_024;

    private static final int STACK = 1 << 16;

    private final DumpedHeap heap;
    private final ObjectIndex index;
    private final ReferenceReader reader;
    private final long[] stack = new long[STACK];
    private int stackSize;
    private boolean overflown;

    protected UnreachableTraversal(DumpedHeap heap) {
        this.heap = heap;
        this.index = heap.index();
        this.reader = new ReferenceReader(heap.bytes(), heap.classes());
    }

    /** Stands on the object that is followed. */
    public final ReferenceReader reader() {
        return reader;
    }

    /** Counts the object that is open and claims what it refers to. */
    protected abstract void follow();

    /** Shows all blocks where claimed objects may wait to {@link #sweep(int)}. */
    protected abstract void sweep();

    /** Claims an object that is not marked, to be followed later. */
    protected final void claim(int block, long bit, long address) {
        index.setWord(block, ObjectIndex.MARKS, index.word(block, ObjectIndex.MARKS) | bit);
        if (stackSize < STACK) {
            index.setWord(block, ObjectIndex.SPARE, index.word(block, ObjectIndex.SPARE) & ~bit);
            stack[stackSize++] = address;
        } else {
            index.setWord(block, ObjectIndex.SPARE, index.word(block, ObjectIndex.SPARE) | bit);
            overflown = true;
        }
    }

    /** Follows all that was claimed, and what that leads to. */
    protected final void drain() {
        followStack();
        while (overflown) {
            overflown = false;
            sweep();
        }
    }

    private void followStack() {
        while (stackSize > 0) {
            reader.open(heap.position(stack[--stackSize]));
            follow();
        }
    }

    /** Follows claimed objects of a block that found no place on the stack. */
    protected final void sweep(int block) {
        long marks = index.word(block, ObjectIndex.MARKS);
        long waiting = marks & index.word(block, ObjectIndex.SPARE);
        for (; waiting != 0; waiting &= waiting - 1) {
            long bit = Long.lowestOneBit(waiting);
            index.setWord(block, ObjectIndex.SPARE, index.word(block, ObjectIndex.SPARE) & ~bit);
            stack[stackSize++] = index.addressOf(block, Long.numberOfTrailingZeros(bit));
            followStack();
        }
    }
}
