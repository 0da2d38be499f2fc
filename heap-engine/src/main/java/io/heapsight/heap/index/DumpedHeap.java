/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.index;

import io.heapsight.heap.classes.HeapClasses;
import io.heapsight.hprof.HprofBytes;
import io.heapsight.hprof.Segment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The heap that a dump holds: its objects by address, and their classes.
 *
 * @param positions where each object is in the file; null when the index knows, since neighbours in
 *     the heap are neighbours in the file
 * @param threadRoots which of the roots hang below threads
 */
public record DumpedHeap(
        HprofBytes bytes,
        List<Segment> segments,
        HeapClasses classes,
        ObjectIndex index,
        @Nullable FilePositions positions,
        GcRoots roots,
        ThreadRoots threadRoots) {
    /** No page takes more of the file, but for arrays that go on beyond it. */
    private static final long MOST_PER_PAGE = 4L << ObjectIndex.PAGE_SHIFT;

    /**
     * Where the record of the object at an address is in the file; -1 when no object begins there.
     */
    public long position(long address) {
        return positions == null
                ? index.positionByBlock(bytes, address)
                : positions.of(index, address);
    }

    /**
     * Has the objects of a block's page brought into memory, as far as it is known where they are.
     */
    public void willReadPage(int block) {
        if (positions == null) {
            long from = index.baseOf(block);
            bytes.willRead(from, from + Math.min(bytes.size() / index.pages(), MOST_PER_PAGE));
        }
    }
}
