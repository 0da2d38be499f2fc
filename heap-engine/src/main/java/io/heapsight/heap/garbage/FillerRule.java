/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.garbage;

import io.heapsight.heap.layout.Alignment;
import io.heapsight.heap.layout.ObjectLayout;
import io.heapsight.hprof.HprofBytes;

/**
 * Tells the filler that HotSpot puts into what is left of a thread's allocation buffer (TLAB) or of
 * a region from an {@code int[]} that the program threw away. Both are dumped as {@code int[]}, and
 * nothing refers to either; that much is for the caller to know.
 *
 * <p>HotSpot writes only header and length of a filler. Its elements are what was there before:
 * zeros where the heap was never used, else the remains of older objects, whose headers can be
 * recognised. Since a filler takes exactly the room there is, it has an even number of elements. A
 * buffer is given up with a few hundred bytes left at the least, which compiled code may prefetch.
 *
 * @see <a
 *     href="https://github.com/openjdk/jdk/blob/jdk-25+36/src/hotspot/share/gc/shared/collectedHeap.cpp">fill_with_object
 *     in collectedHeap.cpp</a>
 */
final class FillerRule {
    /** What an {@code int[]} that nothing refers to looks like. */
    enum Look {
        /** Of the program. */
        GARBAGE,
        /**
         * As small filler looks that a collector has put over single dead objects, to leave the
         * others where they are; and as the empty array that HotSpot locks while it initialises a
         * class. A program's may look so as well.
         */
        AMBIGUOUS,
        /** It ends where a region does: filler. */
        REGION_END,
        /** There are headers of older objects in it: filler. */
        REMAINS,
        /** All zeros: filler in memory that was never used before, garbage elsewhere. */
        BLANK
    }

    /** The least that is left of a TLAB when C2 prefetches: 72 words, header included. */
    private static final long SMALLEST_REST = 140;

    /** Regions and the halves of them that G1 gives out end at a multiple of this. */
    private static final long EDGE = 1L << 18;

    /** An array that begins at a multiple of this has regions to itself. */
    private static final long REGION = 1L << 20;

    /**
     * Elements that are looked at for remains of objects, and places that are looked at for zeros.
     */
    private static final long LOOKED_AT = 8_192;

    private static final int PLACES = 256;

    private static final int UNLOCKED = 1;
    private static final int LOCK_BITS = 7;
    private static final int FORWARDED = 3;
    private static final int MOVED = 3;
    private static final int MOVED_SHIFT = 2;

    /** No JVM on a machine of 64 bits puts its heap lower, nor at addresses of the kernel. */
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

    /** Whether a class, as the dump spells it, has filler for its only instances. */
    static boolean isFillerClass(String rawName) {
        return rawName.equals("jdk/internal/vm/FillerObject")
                || rawName.equals("[Ljdk/internal/vm/FillerElement;")
                || rawName.equals("jdk/internal/vm/FillerArray");
    }

    /**
     * Judges one array.
     *
     * @param data where its elements are in the file
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
     * Whether there is the header of an object that was moved elsewhere, or of one that is unlocked
     * and has no identity hash code: near the begin, or where that lies within a large old object,
     * at places all over the array.
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

    /** Besides its class, how many words after the begin of the heap it was moved to. */
    private boolean isMovedCompact(int lock) {
        return layout.headerBytes() == ObjectLayout.COMPACT_HEADER && (lock & MOVED) == MOVED;
    }

    /** Two in a row are told from numbers: a collection keeps their order, and leaves no gap. */
    private boolean areMovedTogether(long first, long second) {
        int words = (bytes.i4(second) >>> MOVED_SHIFT) - (bytes.i4(first) >>> MOVED_SHIFT);
        return words > 0 && words <= (second - first) / Long.BYTES;
    }

    /** Of an object that a collection has moved: where to, and two bits. */
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
