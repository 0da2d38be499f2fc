/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.explore;

import java.nio.file.Path;

/**
 * The layout of an index file, little-endian:
 *
 * <pre>
 *    0   "heapsight index", 0
 *   16   version of the format (u8)
 *   24   bytes of the file (u8)
 *   32   of the dump: bytes, milliseconds of its last change, sum of samples (3 u8)
 *   56   CRC-32C of all that follows the header (u8)
 *   64   for each {@link Section}: where it begins, its bytes (2 u8)
 *  192   the sections
 * </pre>
 */
public final class IndexLayout {
    static final byte[] MAGIC = {
        'h', 'e', 'a', 'p', 's', 'i', 'g', 'h', 't', ' ', 'i', 'n', 'd', 'e', 'x', 0
    };
    static final long VERSION = 2;
    static final int VERSION_AT = 16;
    static final int FILE_BYTES_AT = 24;
    static final int DUMP_AT = 32;
    static final int SUM_AT = 56;
    static final int SECTIONS_AT = 64;
    static final int SECTION_BYTES = 2 * Long.BYTES;
    static final int HEADER_BYTES = SECTIONS_AT + Section.values().length * SECTION_BYTES;

    private static final String SUFFIX = ".index";

    /** Of a dump, at most, where its objects are in the order of their addresses. */
    private static final double USUAL_SHARE = 0.1;

    /** What a file holds. */
    enum Section {
        /** What {@link NodeEncoder} makes of the objects, block by block. */
        OBJECTS(0),
        /** What it makes of the class objects. */
        CLASS_OBJECTS(1),
        /** The numbers of the pages of address space, ascending (u8 each). */
        PAGES(2),
        /** Where in the dump the places of each page begin (u8 each). */
        BASES(3),
        /**
         * The blocks of the pages: see {@link io.heapsight.heap.index.ObjectIndex}. In place of the
         * spare bits, the number of the first numbered object from the block on (u4), and where the
         * block begins in {@link #OBJECTS} (u4).
         */
        BLOCKS(4),
        /** Where each object is in the dump (5 bytes each); empty where blocks tell it. */
        POSITIONS(5),
        /** What {@link IndexContents} holds. */
        CONTENTS(6),
        /**
         * The roots of garbage, all u8: objects and bytes on cycles that no root leads to; then,
         * for each class that has roots, the largest first, {@link #ROOT_FIELDS}: its largest root,
         * how many there are, objects and bytes below them.
         */
        GARBAGE(7);

        static final int CYCLE_FIELDS = 2;
        static final int ROOT_FIELDS = 4;

        private final int number;

        Section(int number) {
            this.number = number;
        }

        /** Its place among the sections of a header. */
        int number() {
            return number;
        }
    }

    private IndexLayout() {}

    /** Where the index of a dump is: beside it. */
    public static Path fileOf(Path dump) {
        return dump.resolveSibling(dump.getFileName() + SUFFIX);
    }

    /** What the index of a dump may take, told before it is made. */
    public static long usualBytes(long dumpBytes) {
        return (long) (dumpBytes * USUAL_SHARE);
    }
}
