/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap;

import io.heapsight.hprof.HprofBytes;
import io.heapsight.hprof.Segment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The heap that a dump holds: its objects by address, and their classes.
 *
 * @param positions where each object is in the file; null when the index knows, since neighbours in
 *     the heap are neighbours in the file
 * @param locals which of the roots hang below threads
 */
record DumpedHeap(
        HprofBytes bytes,
        List<Segment> segments,
        HeapClasses classes,
        ObjectIndex index,
        @Nullable Positions positions,
        Roots roots,
        ThreadLocals locals) {

    /**
     * Where the record of the object at an address is in the file; -1 when no object begins there.
     */
    long position(long address) {
        return positions == null
                ? index.positionByBlock(bytes, address)
                : positions.of(index, address);
    }

    /** How many objects there are; classes are none. */
    long objects() {
        return index.count(ObjectIndex.STARTS);
    }
}
