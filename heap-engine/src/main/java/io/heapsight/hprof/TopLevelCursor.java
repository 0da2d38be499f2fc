/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.hprof;

/**
 * Reads the outermost records of a dump: tag (u1), microseconds (u4), length of the body (u4),
 * body. If a segment's length is 0 although records follow, or has wrapped at 4 GiB, the records
 * determine it. Not thread-safe.
 */
public final class TopLevelCursor {
    public static final int NAME = 0x01;
    public static final int LOAD_CLASS = 0x02;
    static final int UNLOAD_CLASS = 0x03;
    public static final int STACK_FRAME = 0x04;
    static final int STACK_TRACE = 0x05;
    static final int ALLOCATION_SITES = 0x06;
    static final int HEAP_SUMMARY = 0x07;
    public static final int START_THREAD = 0x0A;
    static final int END_THREAD = 0x0B;
    static final int HEAP_DUMP = 0x0C;
    static final int CPU_SAMPLES = 0x0D;
    static final int CONTROL_SETTINGS = 0x0E;
    static final int HEAP_DUMP_SEGMENT = 0x1C;
    static final int HEAP_DUMP_END = 0x2C;

    /** Bytes before the body. */
    public static final int HEADER = 1 + 2 * Integer.BYTES;

    private static final long WRAP = 1L << 32;

    private final HprofBytes bytes;
    private final long first;
    private long next;
    private int tag;
    private long body;
    private long end;
    private boolean cut;
    private long skipped;
    private boolean foreign;

    /**
     * @param first position of the first record
     */
    TopLevelCursor(HprofBytes bytes, long first) {
        this.bytes = bytes;
        this.first = first;
        this.next = first;
    }

    /**
     * Reads the next record; skips an invalid one up to the next segment.
     *
     * @return false at the end of the file
     * @throws HprofFormatException if the first record is invalid
     */
    public boolean next() {
        skipped = 0;
        if (cut || next >= bytes.size()) {
            return false;
        }
        foreign = !isTag(bytes.u1(next)) && ForeignRecordDetector.isOne(bytes, next);
        if (!foreign && !isTag(bytes.u1(next)) && !skip()) {
            return false;
        }
        long start = next;
        tag = bytes.u1(start);
        if (bytes.size() - start < HEADER) {
            cut = true;
            return false;
        }
        body = start + HEADER;
        end = body + bytes.u4(start + 5);
        if (isSegment()) {
            end = segmentEnd();
        }
        if (end > bytes.size()) {
            cut = true;
            end = bytes.size();
        }
        next = end;
        return true;
    }

    /** Moves to the next plausible record; false if there is none. */
    private boolean skip() {
        if (next == first) {
            throw new HprofFormatException(
                    next,
                    "no record of a heap dump has the tag 0x"
                            + Integer.toHexString(bytes.u1(next)));
        }
        long found = bytes.resync().nextOutermost(next);
        skipped = found - next;
        cut = found == bytes.size();
        next = found;
        return !cut;
    }

    /** Bytes before the record, or after the last one, that belong to no record. */
    public long skipped() {
        return skipped;
    }

    private long segmentEnd() {
        if (end == body && !startsRecord(body)) {
            return recordsEnd();
        }
        long guess = end;
        while (tag == HEAP_DUMP && guess < bytes.size() && !isTag(bytes.u1(guess))) {
            guess += WRAP;
        }
        return guess > bytes.size() && end < bytes.size() ? end : guess;
    }

    /** The end of the records after a segment's header with length 0. */
    private long recordsEnd() {
        RecordCursor records = new RecordCursor(bytes);
        records.reset(body, bytes.size());
        while (records.nextPosition() < bytes.size()
                && !isSegmentTag(bytes.u1(records.nextPosition()))) {
            if (!records.next()) {
                return bytes.size();
            }
        }
        return records.nextPosition();
    }

    /** Whether an outermost record, and not one of a segment, begins at a position. */
    private boolean startsRecord(long at) {
        if (at >= bytes.size()) {
            return true;
        }
        int first = bytes.u1(at);
        if (isSegmentTag(first)) {
            return true;
        }
        if (!isTag(first)) {
            return SubRecord.endWithin(bytes, at) < 0 && ForeignRecordDetector.isOne(bytes, at);
        }
        if (bytes.size() - at < HEADER) {
            return false;
        }
        long after = at + HEADER + bytes.u4(at + 5);
        return after == bytes.size() || (after < bytes.size() && isTag(bytes.u1(after)));
    }

    static boolean isSegmentTag(int tag) {
        return tag == HEAP_DUMP || tag == HEAP_DUMP_SEGMENT || tag == HEAP_DUMP_END;
    }

    static boolean isTag(int tag) {
        return (tag >= NAME && tag <= HEAP_SUMMARY)
                || (tag >= START_THREAD && tag <= CONTROL_SETTINGS)
                || isSegmentTag(tag);
    }

    /** Whether the format doesn't define the record's kind; its length is known. */
    public boolean isForeign() {
        return foreign;
    }

    public int tag() {
        return tag;
    }

    public boolean isSegment() {
        return tag == HEAP_DUMP || tag == HEAP_DUMP_SEGMENT;
    }

    /** The record's start. */
    public long start() {
        return body - HEADER;
    }

    /** The next record's start. */
    public long nextPosition() {
        return next;
    }

    /** The start of the record's body. */
    public long body() {
        return body;
    }

    /** The end of the record's body; the end of the file if it was cut. */
    public long end() {
        return end;
    }

    public long length() {
        return end - body;
    }

    /** Whether the record, or the next one's header, exceeds the file. */
    public boolean cut() {
        return cut;
    }
}
