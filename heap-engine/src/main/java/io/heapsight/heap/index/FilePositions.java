/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.index;

import io.heapsight.heap.memory.BudgetExceededException;
import io.heapsight.heap.memory.MemoryBudget;
import io.heapsight.hprof.HprofBytes;
import io.heapsight.hprof.SubRecord;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/**
 * Stores the file position of each object of a dump that is not in the order of addresses. Takes
 * five bytes per object, by the object's number in the order of addresses.
 */
public final class FilePositions {
    static final int BYTES = 5;
    private static final ValueLayout.OfInt LOW = ValueLayout.JAVA_INT_UNALIGNED;

    private final MemorySegment entries;

    /** The dump, to check positions from a file; null if this process computed them. */
    private final @Nullable HprofBytes checkedIn;

    /**
     * @param objects number of objects from {@link ObjectIndex#numberBlocks}
     */
    FilePositions(MemoryBudget budget, int objects) throws BudgetExceededException {
        this.entries =
                budget.reserveOrSpillInOrder((long) objects * BYTES, "a position for each object");
        this.checkedIn = null;
    }

    /**
     * Uses the positions of a file, read-only.
     *
     * @param dump the dump: a position that does not contain the object's record counts as missing
     */
    FilePositions(MemorySegment entries, HprofBytes dump) {
        this.entries = entries;
        this.checkedIn = dump;
    }

    /** All positions, in the order of addresses, 5 bytes each. */
    public MemorySegment entries() {
        return entries;
    }

    /** Sets the position of an object. Thread-safe for different objects. */
    void set(ObjectIndex index, long address, long position) {
        int number = number(index, address);
        if (number >= 0) {
            entries.set(LOW, (long) number * BYTES, (int) position);
            entries.set(ValueLayout.JAVA_BYTE, (long) number * BYTES + 4, (byte) (position >>> 32));
        }
    }

    /** The position of the object at an address; -1 if none begins there. */
    long of(ObjectIndex index, long address) {
        int number = number(index, address);
        if (number < 0) {
            return -1;
        }
        long at = (long) number * BYTES;
        long position =
                (entries.get(LOW, at) & 0xFFFF_FFFFL)
                        | ((entries.get(ValueLayout.JAVA_BYTE, at + 4) & 0xFFL) << 32);
        return checkedIn == null || isAt(checkedIn, position, address) ? position : -1;
    }

    private static boolean isAt(HprofBytes dump, long position, long address) {
        return SubRecord.endWithin(dump, position) >= 0
                && SubRecord.isObject(dump.u1(position))
                && dump.id(position + 1) == address;
    }

    private static int number(ObjectIndex index, long address) {
        int block = index.block(address);
        if (block < 0 || !index.aligned(address)) {
            return -1;
        }
        long starts = index.word(block, ObjectIndex.STARTS);
        long bit = index.bit(address);
        return (starts & bit) == 0
                ? -1
                : index.objectsBefore(block) + Long.bitCount(starts & (bit - 1));
    }
}
