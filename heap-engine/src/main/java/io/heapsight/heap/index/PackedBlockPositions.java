/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.index;

/**
 * Encodes the file positions of the records of a block's objects in 64 bits; 0 means none. Places
 * sort by position.
 *
 * <pre>
 *   33..63  first   the block's first record, from the base of its page, and 1
 *    0..32  ahead   11 bits for each quarter of the block but the lowest one: the bytes from the
 *                   block's first record to its first record; 0 if unknown
 * </pre>
 */
final class PackedBlockPositions {
    static final int QUARTERS = 4;

    private static final int AHEAD_BITS = 11;
    private static final int LARGEST_AHEAD = (1 << AHEAD_BITS) - 1;
    private static final int FIRST_SHIFT = (QUARTERS - 1) * AHEAD_BITS;
    private static final long AHEADS = (1L << FIRST_SHIFT) - 1;
    private static final long LARGEST_FIRST = (1L << (Long.SIZE - FIRST_SHIFT - 1)) - 2;

    private PackedBlockPositions() {}

    /** Whether a block's first record is near enough to the base of its page. */
    static boolean fits(long first) {
        return Math.abs(first) <= LARGEST_FIRST;
    }

    /**
     * The place of a first record, from the base of its page, and quarters from {@link #quarter}.
     */
    static long of(long first, long quarters) {
        return ((first >= 0 ? first + 1 : first) << FIRST_SHIFT) | quarters;
    }

    /** The bits of a quarter with a first record this many bytes after the block's first. */
    static long quarter(int quarter, long ahead) {
        return quarter == 0 || ahead > LARGEST_AHEAD ? 0 : ahead << ((quarter - 1) * AHEAD_BITS);
    }

    /** The block's first record, from the base of its page. */
    static long first(long place) {
        long code = place >> FIRST_SHIFT;
        return code > 0 ? code - 1 : code;
    }

    /**
     * Bytes from the block's first record to a quarter's first; 0 if they are the same, or unknown.
     */
    static int ahead(long place, int quarter) {
        return (int) (((place & AHEADS) << AHEAD_BITS) >>> (quarter * AHEAD_BITS)) & LARGEST_AHEAD;
    }
}
