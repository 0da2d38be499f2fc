/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.explore;

import io.heapsight.heap.dominators.DominatorTree;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Decodes the output of {@link NodeEncoder} object by object. Not thread-safe. Reading beyond the
 * end throws {@link IndexOutOfBoundsException}.
 */
public final class IndexCursor {
    private static final int BITS = 7;
    private static final int MORE = 1 << BITS;

    private final MemorySegment objects;
    private long at;
    private int nextNumber;
    private int number;
    private boolean numbered;
    private int dominator;
    private long retained;
    private boolean sole;
    private int listed;
    private long list;

    IndexCursor(MemorySegment objects) {
        this.objects = objects;
    }

    /** Moves before the first object of a block. */
    void moveTo(long offset, int firstNumber) {
        at = offset;
        nextNumber = firstNumber;
    }

    long offset() {
        return at;
    }

    /** Reads the next object. */
    void next() {
        long head = varint();
        number = nextNumber;
        numbered = (head & NodeEncoder.NUMBERED) != 0;
        nextNumber += numbered ? 1 : 0;
        long way = head >>> NodeEncoder.FLAG_BITS;
        dominator = way == 0 ? DominatorTree.ROOT : (int) (number - unzigzag(way - 1));
        retained = varint() << NodeEncoder.UNIT_SHIFT;
        sole = (head & NodeEncoder.SOLE) != 0;
        listed = 0;
        if ((head & NodeEncoder.LIST) != 0) {
            listed = (int) varint();
            long bytes = varint();
            list = at;
            at = Math.addExact(at, bytes);
        }
    }

    /** Reads whether a class object is present. */
    boolean flag() {
        return varint() != 0;
    }

    /**
     * The number of the object, or of the next numbered object if this is not {@link #numbered}.
     */
    public int number() {
        return number;
    }

    /** Whether the object has a number because it may dominate others. */
    public boolean numbered() {
        return numbered;
    }

    /** The number of its dominator, or {@link DominatorTree#ROOT}. */
    public int dominator() {
        return dominator;
    }

    public long retainedBytes() {
        return retained;
    }

    /** The number of objects that refer to it. */
    int referrerCount() {
        return sole ? 1 : listed;
    }

    /** The numbers of at most this many referrers; ascending. */
    int[] referrers(int most) {
        if (sole) {
            return new int[] {dominator};
        }
        int[] found =
                new int[Math.max(0, Math.min(Math.min(listed, NodeEncoder.MOST_REFERRERS), most))];
        long afterwards = at;
        at = list;
        for (int i = 0; i < found.length; i++) {
            found[i] = (int) (i == 0 ? number - unzigzag(varint()) : found[i - 1] + varint());
        }
        at = afterwards;
        return found;
    }

    private long varint() {
        long value = 0;
        int shift = 0;
        byte next;
        do {
            next = objects.get(ValueLayout.JAVA_BYTE, at++);
            value |= (long) (next & (MORE - 1)) << shift;
            shift += BITS;
        } while (next < 0 && shift < Long.SIZE);
        return value;
    }

    private static long unzigzag(long number) {
        return (number >>> 1) ^ -(number & 1);
    }
}
