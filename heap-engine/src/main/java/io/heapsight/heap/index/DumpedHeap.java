/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.index;

import io.heapsight.heap.classes.HeapClasses;
import io.heapsight.hprof.HprofBytes;
import io.heapsight.hprof.Segment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The heap in a dump: its objects by address, and their classes.
 *
 * @param positions file positions of the objects; null if the index has them, because neighbours in
 *     the heap are neighbours in the file
 * @param threadRoots the roots that belong to threads
 */
public record DumpedHeap(
        HprofBytes bytes,
        List<Segment> segments,
        HeapClasses classes,
        ObjectIndex index,
        @Nullable FilePositions positions,
        GcRoots roots,
        ThreadRoots threadRoots) {
    /** Maximum bytes of a page in the file, except for arrays that extend beyond it. */
    private static final long MOST_PER_PAGE = 4L << ObjectIndex.PAGE_SHIFT;

    /**
     * The file position of the record of the object at an address; -1 if no object begins there.
     */
    public long position(long address) {
        return positions == null
                ? index.positionByBlock(bytes, address)
                : positions.of(index, address);
    }

    /**
     * Asks the kernel to load the objects of a block's page, as far as their positions are known.
     */
    public void willReadPage(int block) {
        if (positions == null) {
            long from = index.baseOf(block);
            bytes.willRead(from, from + Math.min(bytes.size() / index.pages(), MOST_PER_PAGE));
        }
    }
}
