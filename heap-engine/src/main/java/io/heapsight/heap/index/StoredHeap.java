/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.index;

import io.heapsight.heap.classes.HeapClasses;
import io.heapsight.heap.memory.BudgetExceededException;
import io.heapsight.heap.memory.MemoryBudget;
import io.heapsight.hprof.HprofFile;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * The stored form of a {@link DumpedHeap}. It opens without reading the dump. The stored positions
 * may be wrong, so each use checks them.
 *
 * @param scale of the index
 * @param pages of the index: numbers, ascending
 * @param bases of the pages: see {@link ObjectIndex#baseOf}
 * @param blocks the records of the index, page by page; outlives the heap
 * @param positions of {@link FilePositions}; null without them
 * @param roots {@link GcRoots#FIELDS} numbers a root
 */
@SuppressWarnings("ArrayRecordComponent") // one number a page
public record StoredHeap(
        int scale,
        long[] pages,
        long[] bases,
        MemorySegment blocks,
        @Nullable MemorySegment positions,
        long[] roots) {

    public StoredHeap {
        boolean ascending = true;
        for (int i = 1; i < pages.length; i++) {
            ascending &= pages[i] > pages[i - 1];
        }
        if (!ascending
                || bases.length != pages.length
                || blocks.byteSize() != (long) pages.length * ObjectIndex.PAGE_BYTES
                || !blocks.isNative()) {
            throw new IllegalArgumentException(
                    pages.length + " pages in " + blocks.byteSize() + " bytes");
        }
    }

    /** Opens the heap on the dump. */
    public DumpedHeap open(HprofFile file, HeapClasses classes, MemoryBudget budget)
            throws BudgetExceededException {
        ObjectIndex index = new ObjectIndex(budget, this);
        GcRoots kept = new GcRoots(budget);
        for (int i = 0; i < roots.length; i += GcRoots.FIELDS) {
            kept.addRaw(roots[i], roots[i + 1], roots[i + 2]);
        }
        return new DumpedHeap(
                file.bytes(),
                file.segments(),
                classes,
                index,
                positions == null ? null : new FilePositions(positions, file.bytes()),
                kept,
                new ThreadRoots(kept, index));
    }
}
