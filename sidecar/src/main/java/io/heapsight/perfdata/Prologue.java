/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.perfdata;

import java.nio.ByteOrder;

/**
 * The header of an hsperfdata file, version 2: HotSpot's {@code PerfDataPrologue} ({@code
 * perfMemory.hpp}). The magic number is always big-endian; the byte at 4 contains the byte order of
 * the rest.
 *
 * <pre>
 *   0        4     5     6     7          8      12         16               24           28
 *   +--------+-----+-----+-----+----------+------+----------+----------------+------------+-----------+
 *   | magic  |order|major|minor|accessible| used | overflow | mod time stamp |entry offset|num entries|
 *   | int BE |byte |byte |byte |byte      | int  | int      | long, ticks    |int         |int        |
 *   +--------+-----+-----+-----+----------+------+----------+----------------+------------+-----------+
 *   32
 * </pre>
 */
final class Prologue {
    static final int MAGIC = 0xcafec0c0;
    static final int SIZE = 32;

    private static final int MAGIC_AT = 0;
    private static final int BYTE_ORDER_AT = MAGIC_AT + Integer.BYTES;
    private static final int MAJOR_AT = BYTE_ORDER_AT + 1;
    private static final int MINOR_AT = MAJOR_AT + 1;
    private static final int ACCESSIBLE_AT = MINOR_AT + 1;
    private static final int USED_AT = ACCESSIBLE_AT + 1;
    private static final int OVERFLOW_AT = USED_AT + Integer.BYTES;
    private static final int MOD_TIME_STAMP_AT = OVERFLOW_AT + Integer.BYTES;
    private static final int ENTRY_OFFSET_AT = MOD_TIME_STAMP_AT + Long.BYTES;
    private static final int NUM_ENTRIES_AT = ENTRY_OFFSET_AT + Integer.BYTES;

    private static final int SUPPORTED_MAJOR = 2;

    private final PerfMemory memory;

    private Prologue(PerfMemory memory) {
        this.memory = memory;
    }

    /**
     * Checks the fixed part of the header.
     *
     * @throws PerfDataException if the JVM is still starting, or if the bytes are not hsperfdata
     */
    static Prologue read(PerfMemory raw) throws PerfDataException {
        if (raw.size() == 0) {
            throw PerfDataException.starting(0, "the file is still empty");
        }
        if (raw.size() < SIZE) {
            throw PerfDataException.malformed(
                    raw.size(), "too short for a header of " + SIZE + " bytes");
        }
        int magic = raw.withOrder(ByteOrder.BIG_ENDIAN).intAt(MAGIC_AT);
        if (magic == 0) {
            throw PerfDataException.starting(MAGIC_AT, "the header is not written yet");
        }
        if (magic != MAGIC) {
            throw PerfDataException.malformed(
                    MAGIC_AT, "not hsperfdata: magic 0x" + Integer.toHexString(magic));
        }
        byte order = raw.byteAt(BYTE_ORDER_AT);
        if (order != 0 && order != 1) {
            throw PerfDataException.malformed(BYTE_ORDER_AT, "unknown byte order " + order);
        }
        byte major = raw.byteAt(MAJOR_AT);
        if (major != SUPPORTED_MAJOR) {
            throw PerfDataException.malformed(
                    MAJOR_AT,
                    "hsperfdata version " + major + "." + raw.byteAt(MINOR_AT) + ", not 2.0");
        }
        Prologue prologue =
                new Prologue(
                        raw.withOrder(order == 0 ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN));
        if (!prologue.accessible()) {
            throw PerfDataException.starting(
                    ACCESSIBLE_AT, "the JVM is still writing its counters");
        }
        return prologue;
    }

    /** The memory, in the byte order of the file. */
    PerfMemory memory() {
        return memory;
    }

    boolean accessible() {
        return memory.byteAt(ACCESSIBLE_AT) != 0;
    }

    /** Bytes in use, including the header. */
    int used() {
        return memory.intAt(USED_AT);
    }

    /** Bytes of counters that did not fit into the file; those counters are missing. */
    int overflow() {
        return memory.intAt(OVERFLOW_AT);
    }

    /** Ticks from the start of the JVM to the last time it added a counter. */
    long modificationStamp() {
        return memory.longAt(MOD_TIME_STAMP_AT);
    }

    int entryOffset() {
        return memory.intAt(ENTRY_OFFSET_AT);
    }

    int numEntries() {
        return memory.intAt(NUM_ENTRIES_AT);
    }
}
