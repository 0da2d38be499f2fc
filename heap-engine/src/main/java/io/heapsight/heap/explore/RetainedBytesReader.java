/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.explore;

import io.heapsight.heap.index.ObjectIndex;
import io.heapsight.heap.memory.IntPair;
import java.lang.foreign.MemorySegment;

/**
 * Reads the retained bytes of many objects from the index. If an object is in the block of the
 * previous one and behind it, only the objects between them are decoded. Not thread-safe.
 */
public final class RetainedBytesReader {
    /** The size of an unreachable object. */
    public static final long NOT_REACHABLE = -1;

    private static final int NO_BLOCK = -1;

    private final ObjectIndex index;
    private final IndexCursor cursor;
    private int block = NO_BLOCK;

    /** The number of the block's reachable objects that the cursor has read. */
    private int read;

    RetainedBytesReader(ObjectIndex index, MemorySegment objects) {
        this.index = index;
        this.cursor = new IndexCursor(objects);
    }

    /** The retained bytes of an object other than a class object. */
    public long of(long address) {
        int of = index.blockOfObject(address);
        if (of < 0) {
            return NOT_REACHABLE;
        }
        long marks = index.word(of, ObjectIndex.MARKS);
        long bit = index.bit(address);
        if ((marks & bit) == 0) {
            return NOT_REACHABLE;
        }
        int number = 1 + Long.bitCount(marks & (bit - 1));
        if (of != block || number < read) {
            long place = index.word(of, ObjectIndex.SPARE);
            cursor.moveTo(Integer.toUnsignedLong(IntPair.high(place)), IntPair.low(place));
            block = of;
            read = 0;
        }
        for (; read < number; read++) {
            cursor.next();
        }
        return cursor.retainedBytes();
    }
}
