/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.hprof;

import java.lang.foreign.MemorySegment;

/**
 * The memory of this process by address. Most of an analysis is reads of a few bytes at places that
 * were checked before; as this segment is a constant without an end, the compiler leaves nothing of
 * them but the load. The price: a read at a wrong address is not told from a right one, and one
 * outside of any mapping ends the process. So an address is only ever one that a segment gave, plus
 * an offset that was compared with its size when the record or table there was first looked at.
 *
 * <p>Reads and writes by a layout with an alignment would check it each time: only atomic ones do.
 */
public final class RawMemory {
    /** Everything; an offset into it is an address. */
    @SuppressWarnings("restricted") // the reason for this class
    public static final MemorySegment ALL = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

    private RawMemory() {}
}
