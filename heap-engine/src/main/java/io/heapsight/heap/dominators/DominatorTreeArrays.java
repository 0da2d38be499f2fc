/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.dominators;

import io.heapsight.heap.memory.IntArray;
import io.heapsight.heap.memory.LongArray;
import java.lang.foreign.MemorySegment;

/**
 * Divides one piece of memory into the four arrays of a dominator tree. They have one entry per
 * node and one for the virtual root, and take 20 bytes per node.
 */
record DominatorTreeArrays(LongArray pairs, IntArray nodes, IntArray parents, IntArray spare) {
    static long bytesNeeded(long nodes) {
        return (nodes + 1L) * (Long.BYTES + 3 * Integer.BYTES);
    }

    /** Announces that entries of all arrays will be read in order. */
    void willRead(long from, long end) {
        pairs.willRead(from, end);
        nodes.willRead(from, end);
        parents.willRead(from, end);
        spare.willRead(from, end);
    }

    static DominatorTreeArrays over(MemorySegment memory) {
        long entries = memory.byteSize() / (Long.BYTES + 3 * Integer.BYTES);
        long ints = entries * Integer.BYTES;
        long firstInts = entries * Long.BYTES;
        return new DominatorTreeArrays(
                LongArray.over(memory.asSlice(0, firstInts)),
                IntArray.over(memory.asSlice(firstInts, ints)),
                IntArray.over(memory.asSlice(firstInts + ints, ints)),
                IntArray.over(memory.asSlice(firstInts + 2 * ints, ints)));
    }
}
