/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.garbage;

import io.heapsight.heap.layout.Alignment;
import io.heapsight.heap.layout.ObjectLayout;
import io.heapsight.hprof.HprofBytes;

/**
 * Distinguishes HotSpot's filler in the rest of a thread's allocation buffer (TLAB) or region from
 * an {@code int[]} that the program discarded. Both are dumped as {@code int[]} without referrers,
 * which the caller checks.
 *
 * <p>HotSpot writes only the header and length of a filler. Its elements keep their previous
 * content: zeros in unused heap, else the remains of older objects, recognizable by their headers.
 * A filler fills its gap exactly, so it has an even number of elements. A buffer is retired with at
 * least a few hundred bytes left, because compiled code may prefetch them.
 *
 * @see <a
 *     href="https://github.com/openjdk/jdk/blob/jdk-25+36/src/hotspot/share/gc/shared/collectedHeap.cpp">fill_with_object
 *     in collectedHeap.cpp</a>
 */
final class FillerRule {
    /** The appearance of an {@code int[]} without referrers. */
    enum Look {
        /** An array of the program. */
        GARBAGE,
        /**
         * May be small filler that a collector wrote over single dead objects, so that the others
         * stay in place. May also be the empty array that HotSpot locks while it initializes a
         * class. An array of the program may look the same.
         */
        AMBIGUOUS,
        /** Ends at the end of a region: filler. */
        REGION_END,
        /** Contains headers of older objects: filler. */
        REMAINS,
        /** All zeros: filler in memory that was never used before, else garbage. */
        BLANK
    }

    /** The smallest rest of a TLAB if C2 prefetches: 72 words, including the header. */
    private static final long SMALLEST_REST = 140;

    /** Regions, and the halves of regions that G1 hands out, end at a multiple of this. */
    private static final long EDGE = 1L << 18;

    /** An array that begins at a multiple of this has regions of its own. */
    private static final long REGION = 1L << 20;

    /**
     * Number of elements searched for remains of objects. A larger array is searched at several
     * places.
     */
    private static final long LOOKED_AT = 8_192;

    private static final int PLACES = 256;

    private static final int UNLOCKED = 1;
    private static final int LOCK_BITS = 7;
    private static final int FORWARDED = 3;
    private static final int MOVED = 3;
    private static final int MOVED_SHIFT = 2;

    /** The limits of a heap on 64-bit machines; the kernel's addresses are above. */
    private static final long LOWEST_HEAP = 1L << 30;

    private static final long HIGHEST_HEAP = 1L << 47;

    private static final int SMALLEST_CLASS_POINTER = 256;
    private static final int COMPACT_CLASS_SHIFT = 10;

    private final HprofBytes bytes;
    private final ObjectLayout layout;

    FillerRule(HprofBytes bytes, ObjectLayout layout) {
        this.bytes = bytes;
        this.layout = layout;
    }

    /**
     * Whether all instances of a class are filler.
     *
     * @param rawName the name in the dump
     */
    static boolean isFillerClass(String rawName) {
        return rawName.equals("jdk/internal/vm/FillerObject")
                || rawName.equals("[Ljdk/internal/vm/FillerElement;")
                || rawName.equals("jdk/internal/vm/FillerArray");
    }

    /**
     * Classifies one array.
     *
     * @param data the position of its elements in the file
     */
    Look look(long address, long length, long data) {
        if (length % 2 != 0) {
            return Look.GARBAGE;
        }
        if (length == 0) {
            return Look.AMBIGUOUS;
        }
        long end = address + layout.arrayBytes(Integer.BYTES, length);
        if (end % EDGE == 0 && address % REGION != 0) {
            return Look.REGION_END;
        }
        if (hasRemains(length, data)) {
            return Look.REMAINS;
        }
        if (!isBlank(length, data)) {
            return Look.AMBIGUOUS;
        }
        return length >= SMALLEST_REST ? Look.BLANK : Look.GARBAGE;
    }

    /**
     * Whether the array contains the header of an object that was moved, or of an unlocked object
     * without identity hash code. Searches its start and, as the start may lie within a large old
     * object, places all over the array.
     */
    private boolean hasRemains(long length, long data) {
        if (hasRemains(0, Math.min(length, LOOKED_AT), data)) {
            return true;
        }
        for (long place = 1; length > LOOKED_AT && place < PLACES; place++) {
            long from = (length * place / PLACES) & -2;
            if (hasRemains(from, Math.min(length, from + LOOKED_AT / PLACES), data)) {
                return true;
            }
        }
        return false;
    }

    private boolean hasRemains(long from, long to, long data) {
        int base = layout.arrayBase(Integer.BYTES);
        long first = data + Integer.BYTES * from + Alignment.up(base, Long.BYTES) - base;
        long last = data + Integer.BYTES * (to - 2);
        long moved = 0;
        for (long at = first; at < last; at += Long.BYTES) {
            int lock = bytes.i4(at);
            if ((lock == UNLOCKED && isHeader(at))
                    || (isForwarded(lock) && isForwardedHeader(at))) {
                return true;
            }
            if (isMovedCompact(lock) && isHeader(at)) {
                if (moved != 0 && areMovedTogether(moved, at)) {
                    return true;
                }
                moved = at;
            }
        }
        return false;
    }

    private boolean isHeader(long at) {
        int upper = bytes.i4(at + Integer.BYTES);
        if (layout.headerBytes() == ObjectLayout.COMPACT_HEADER) {
            return upper != 0 && upper % (1 << COMPACT_CLASS_SHIFT) == 0;
        }
        return upper == 0 && isClassPointer(bytes.i4(at + Long.BYTES));
    }

    /**
     * With compact headers, a moved object's header contains its class and its new offset in the
     * heap, in words.
     */
    private boolean isMovedCompact(int lock) {
        return layout.headerBytes() == ObjectLayout.COMPACT_HEADER && (lock & MOVED) == MOVED;
    }

    /**
     * Two in a row distinguish headers from numbers: a collection keeps their order and leaves no
     * gap.
     */
    private boolean areMovedTogether(long first, long second) {
        int words = (bytes.i4(second) >>> MOVED_SHIFT) - (bytes.i4(first) >>> MOVED_SHIFT);
        return words > 0 && words <= (second - first) / Long.BYTES;
    }

    /** Whether this is the header of a moved object: its new address and two bits. */
    private static boolean isForwarded(int lock) {
        return (lock & LOCK_BITS) == FORWARDED;
    }

    private boolean isForwardedHeader(long at) {
        long mark = Integer.toUnsignedLong(bytes.i4(at));
        mark |= (long) bytes.i4(at + Integer.BYTES) << Integer.SIZE;
        return layout.headerBytes() != ObjectLayout.COMPACT_HEADER
                && mark >= LOWEST_HEAP
                && mark < HIGHEST_HEAP
                && isClassPointer(bytes.i4(at + Long.BYTES));
    }

    private static boolean isClassPointer(int pointer) {
        return pointer < 0 || pointer >= SMALLEST_CLASS_POINTER;
    }

    private boolean isBlank(long length, long data) {
        long head = Math.min(length, PLACES);
        for (long i = 0; i < head; i++) {
            if (bytes.i4(data + Integer.BYTES * i) != 0) {
                return false;
            }
        }
        for (long place = 1; place <= PLACES; place++) {
            if (bytes.i4(data + Integer.BYTES * ((length - 1) * place / PLACES)) != 0) {
                return false;
            }
        }
        return true;
    }
}
