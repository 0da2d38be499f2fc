/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.index;

/** Computes the memory of an index before it is built. */
public final class IndexMemoryEstimate {
    private IndexMemoryEstimate() {}

    /** The memory of an {@link ObjectIndex} of this many pages. */
    public static long ofPages(long pages) {
        return Math.ceilDiv(pages, ObjectIndex.SLAB_PAGES)
                * ObjectIndex.SLAB_PAGES
                * ObjectIndex.PAGE_BYTES;
    }

    /** The memory of the positions of objects that are not in the order of their addresses. */
    public static long ofPositions(long objects) {
        return objects * FilePositions.BYTES;
    }
}
