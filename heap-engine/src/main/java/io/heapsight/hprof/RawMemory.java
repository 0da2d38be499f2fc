/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.hprof;

import java.lang.foreign.MemorySegment;

/**
 * Gives access to the memory of this process by address. Most of an analysis reads a few bytes at
 * positions checked before. Because this segment is a constant without an end, the compiler reduces
 * such a read to one load. The price: a read at a wrong address goes unnoticed, and a read outside
 * all mappings crashes the process. So each address is a segment's address plus a checked offset:
 * it was compared with the segment's size when the record or table was first read.
 *
 * <p>Layouts with an alignment check it at each access: use them for atomic access only.
 */
public final class RawMemory {
    /** All memory; an offset into it is an address. */
    @SuppressWarnings("restricted") // the reason for this class
    public static final MemorySegment ALL = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

    private RawMemory() {}
}
