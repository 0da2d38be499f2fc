/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.hprof;

/**
 * Finds where valid records continue in a broken dump: the next position from which several
 * plausible records follow each other. It caches the positions, because each pass over the
 * outermost records needs them.
 */
final class Resync {
    /** Number of valid heap records in a row that are required. */
    private static final int CHAIN = 8;

    /** Number of these that must be objects or classes: random bytes easily look like roots. */
    private static final int OBJECTS = 3;

    private final HprofBytes bytes;
    private final int idBytes;
    private final LongMap found = new LongMap();

    Resync(HprofBytes bytes) {
        this.bytes = bytes;
        this.idBytes = bytes.idBytes();
    }

    /**
     * The position of the next segment or the dump's end record, after an invalid outermost record.
     *
     * @return the end of the file if there is neither
     */
    synchronized long nextOutermost(long broken) {
        long known = found.get(broken);
        if (known != LongMap.ABSENT) {
            return known;
        }
        long at = broken + 1;
        while (at < bytes.size() && !isOutermost(at)) {
            at++;
        }
        found.put(broken, at);
        return at;
    }

    /** Whether a segment with records, or the dump's end record, begins at a position. */
    private boolean isOutermost(long at) {
        int tag = bytes.u1(at);
        if (tag != TopLevelCursor.HEAP_DUMP_SEGMENT && tag != TopLevelCursor.HEAP_DUMP_END) {
            return false;
        }
        if (bytes.size() - at < TopLevelCursor.HEADER) {
            return false;
        }
        long length = bytes.u4(at + 1 + Integer.BYTES);
        long after = at + TopLevelCursor.HEADER + length;
        if (tag == TopLevelCursor.HEAP_DUMP_END) {
            return length == 0 && (after == bytes.size() || TopLevelCursor.isTag(bytes.u1(after)));
        }
        long end = Math.min(after, bytes.size());
        boolean goesOn = after >= bytes.size() || TopLevelCursor.isTag(bytes.u1(after));
        return goesOn && length > 0 && isChain(at + TopLevelCursor.HEADER, end, LongMap.EMPTY);
    }

    /** Whether the dump's end record is at a position and ends the file. */
    boolean isEnd(long at) {
        return bytes.size() - at == TopLevelCursor.HEADER
                && bytes.u1(at) == TopLevelCursor.HEAP_DUMP_END
                && bytes.u4(at + 1 + Integer.BYTES) == 0;
    }

    /**
     * The position of the next plausible record of a segment.
     *
     * @param from first position to check
     * @param end of the segment
     * @param classes known by their address
     * @return {@code end} if there is none
     */
    long nextRecord(long from, long end, LongMap classes) {
        for (long at = from; at < end; at++) {
            if (isChain(at, end, classes)) {
                return at;
            }
        }
        return end;
    }

    /**
     * Whether plausible records follow each other from a position.
     *
     * @param classes that objects may have; empty to accept any
     */
    private boolean isChain(long from, long end, LongMap classes) {
        long at = from;
        int objects = 0;
        for (int i = 0; i < CHAIN && at < end; i++) {
            long next = after(at, end, classes);
            if (next < 0) {
                return false;
            }
            int tag = bytes.u1(at);
            objects += SubRecord.isObject(tag) || tag == SubRecord.CLASS ? 1 : 0;
            at = next;
        }
        return objects >= OBJECTS || (at == end && objects > 0);
    }

    /** The position of the record after this one; -1 if this is not a record. */
    private long after(long at, long end, LongMap classes) {
        int tag = bytes.u1(at);
        if (tag == SubRecord.CLASS) {
            return afterClass(at, end, classes);
        }
        long fixed = SubRecord.fixedLength(tag, idBytes);
        if (fixed > 0) {
            return fixed <= end - at ? at + fixed : -1;
        }
        int header = SubRecord.headerLength(tag, idBytes);
        if (header == 0 || header > end - at || !isOfKnownClass(at, tag, classes)) {
            return -1;
        }
        long next = SubRecord.endOfObject(bytes, at, tag);
        return next < 0 || next > end ? -1 : next;
    }

    private long afterClass(long at, long end, LongMap classes) {
        if (end - at <= idBytes || !isKnown(bytes.id(at + 1), classes)) {
            return -1;
        }
        try {
            long length = ClassDump.lengthAt(bytes, at, end);
            return length < 0 ? -1 : at + length;
        } catch (HprofFormatException _) {
            return -1;
        }
    }

    private boolean isOfKnownClass(long at, int tag, LongMap classes) {
        long afterTrace = at + 1 + idBytes + Integer.BYTES;
        return switch (tag) {
            case SubRecord.INSTANCE -> isKnown(bytes.id(afterTrace), classes);
            case SubRecord.OBJECT_ARRAY -> isKnown(bytes.id(afterTrace + Integer.BYTES), classes);
            default -> true;
        };
    }

    private static boolean isKnown(long address, LongMap classes) {
        return address != 0 && (classes.size() == 0 || classes.get(address) != LongMap.ABSENT);
    }
}
