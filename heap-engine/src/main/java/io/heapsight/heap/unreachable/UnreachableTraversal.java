/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.unreachable;

import io.heapsight.heap.index.DumpedHeap;
import io.heapsight.heap.index.ObjectIndex;
import io.heapsight.heap.objects.ReferenceReader;

/**
 * Traverses unreachable objects and claims each by setting its mark. A claimed object that did not
 * fit on the stack keeps its spare bit until {@link #sweep()} finds it. {@link
 * UnreachableHistogram} has set the spare bit of every unreachable object with an unreachable
 * referrer.
 */
public abstract class UnreachableTraversal {
    /** Number of references to read at a time. */
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

    /** The reader of the current object. */
    public final ReferenceReader reader() {
        return reader;
    }

    /** Counts the current object and claims the objects that it refers to. */
    protected abstract void follow();

    /** Calls {@link #sweep(int)} for all blocks where claimed objects may wait. */
    protected abstract void sweep();

    /** Claims an unmarked object, to follow it later. */
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

    /** Follows all claimed objects, and those that they lead to. */
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

    /** Follows claimed objects of a block that did not fit on the stack. */
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
