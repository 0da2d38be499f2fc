/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.explore;

import java.nio.file.Path;

/**
 * Defines the layout of an index file, little-endian:
 *
 * <pre>
 *    0   "heapsight index", 0
 *   16   version of the format (u8)
 *   24   bytes of the file (u8)
 *   32   of the dump: bytes, sum of samples (2 u8)
 *   48   CRC-32C of all bytes after the header (u8)
 *   56   for each {@link Section}: offset, bytes (2 u8)
 *  184   the sections
 * </pre>
 */
public final class IndexLayout {
    static final byte[] MAGIC = {
        'h', 'e', 'a', 'p', 's', 'i', 'g', 'h', 't', ' ', 'i', 'n', 'd', 'e', 'x', 0
    };
    static final long VERSION = 3;
    static final int VERSION_AT = 16;
    static final int FILE_BYTES_AT = 24;
    static final int DUMP_AT = 32;
    static final int SUM_AT = 48;
    static final int SECTIONS_AT = 56;
    static final int SECTION_BYTES = 2 * Long.BYTES;
    static final int HEADER_BYTES = SECTIONS_AT + Section.values().length * SECTION_BYTES;

    /** The end of the name of an index, after that of its dump. */
    public static final String SUFFIX = ".index";

    /**
     * Maximum size of an index, as a share of a dump with objects in the order of their addresses.
     */
    private static final double USUAL_SHARE = 0.1;

    /**
     * Maximum size of an index, as a share of any dump, even with random references in random
     * order.
     */
    private static final double MOST_SHARE = 0.5;

    /** The sections of the file. */
    enum Section {
        /** The objects, encoded block by block by {@link NodeEncoder}. */
        OBJECTS(0),
        /** The class objects, encoded by {@link NodeEncoder}. */
        CLASS_OBJECTS(1),
        /** The numbers of the pages of address space, ascending (u8 each). */
        PAGES(2),
        /** The position in the dump to which the positions of a page are relative (u8 each). */
        BASES(3),
        /**
         * The blocks of the pages: see {@link io.heapsight.heap.index.ObjectIndex}. Two numbers
         * replace the spare bits: that of the first numbered object from the block on (u4), and the
         * offset of the block in {@link #OBJECTS} (u4).
         */
        BLOCKS(4),
        /**
         * The position of each object in the dump (5 bytes each); empty if the blocks contain it.
         */
        POSITIONS(5),
        /** The {@link IndexMetadata}. */
        CONTENTS(6),
        /**
         * The garbage roots, all u8: objects and bytes on cycles without a root; then, for each
         * class with roots, the largest first, {@link #ROOT_FIELDS}: address of its largest root,
         * number of roots, objects and bytes below them.
         */
        GARBAGE(7);

        static final int CYCLE_FIELDS = 2;
        static final int ROOT_FIELDS = 4;

        private final int number;

        Section(int number) {
            this.number = number;
        }

        /** Returns the index of this section in the header. */
        int number() {
            return number;
        }
    }

    private IndexLayout() {}

    /** The path of a dump's index: beside the dump. */
    public static Path fileOf(Path dump) {
        return dump.resolveSibling(dump.getFileName() + SUFFIX);
    }

    /** The estimated size of a dump's index, before it is written. */
    public static long usualBytes(long dumpBytes) {
        return (long) (dumpBytes * USUAL_SHARE);
    }

    /** The upper bound of the size of an index of a large dump. */
    public static long mostBytes(long dumpBytes) {
        return (long) (dumpBytes * MOST_SHARE);
    }
}
