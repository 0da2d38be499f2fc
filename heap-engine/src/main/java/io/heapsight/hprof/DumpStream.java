/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.hprof;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * Reads a dump once, from its first byte to its last, through a window of memory. For dumps that
 * are not on a disk. Not thread-safe.
 */
public final class DumpStream implements AutoCloseable {
    private static final int WINDOW = 8 << 20;
    private static final int CHUNK = 64 << 10;
    private static final String MAGIC = "JAVA PROFILE 1.0";

    /** Bytes left of a segment that extends to the next one. */
    private static final long OPEN = Long.MAX_VALUE;

    private final InputStream in;
    private final Arena arena = Arena.ofShared();
    private final MemorySegment window;
    private final byte[] chunk = new byte[CHUNK];
    private final ByteArrayOutputStream outside = new ByteArrayOutputStream();
    private int idBytes = Long.BYTES;
    private HprofBytes bytes;
    private RecordCursor record;

    /** The position in the window of the next record. */
    private long at;

    private long filled;
    private long windowStart;
    private long skip;

    /** Bytes left of the segment. */
    private long left;

    private int segments;
    private boolean whole;
    private boolean ended;

    private DumpStream(InputStream in, int windowBytes) {
        this.in = in;
        window = arena.allocate(windowBytes, Long.BYTES);
        bytes = new HprofBytes(window.asSlice(0, 0), idBytes, MadviseReadAhead.NONE);
        record = new RecordCursor(bytes);
    }

    /**
     * Reads the header of a dump.
     *
     * @param in the dump, inflated; the caller closes it
     * @throws HprofFormatException if it is not a dump
     */
    public static DumpStream open(InputStream in) throws IOException {
        return open(in, WINDOW);
    }

    /**
     * Opens a stream with a window of this size: at least the largest record other than an object.
     */
    static DumpStream open(InputStream in, int windowBytes) throws IOException {
        DumpStream stream = new DumpStream(in, windowBytes);
        try {
            stream.readHeader();
            return stream;
        } catch (IOException | RuntimeException e) {
            stream.close();
            throw e;
        }
    }

    private void readHeader() throws IOException {
        if (!has(HprofFile.HEADER_BYTES)) {
            throw new HprofFormatException(filled, "it ends within the header of a heap dump");
        }
        byte[] header = bytes.copy(0, HprofFile.HEADER_BYTES);
        if (!new String(header, StandardCharsets.ISO_8859_1).startsWith(MAGIC)) {
            throw new HprofFormatException(0, "not a heap dump: it does not begin with " + MAGIC);
        }
        idBytes = bytes.i4(HprofFile.HEADER_BYTES - Long.BYTES - Integer.BYTES);
        if (idBytes != Integer.BYTES && idBytes != Long.BYTES) {
            throw new HprofFormatException(0, "identifiers have 4 or 8 bytes, not " + idBytes);
        }
        outside.writeBytes(header);
        at = HprofFile.HEADER_BYTES;
        look();
    }

    /**
     * Moves to the next record of a segment.
     *
     * @return false at the end of the dump, or where it was cut
     * @throws HprofFormatException if the bytes are not records
     */
    public boolean next() throws IOException {
        skip();
        while (true) {
            if (left == 0 && !nextSegment()) {
                return false;
            }
            if (!has(1)) {
                return false;
            }
            if (left == OPEN && TopLevelCursor.isSegmentTag(bytes.u1(at))) {
                left = 0;
                continue;
            }
            record.reset(at, left == OPEN ? filled : Math.min(filled, at + left));
            if (record.next()) {
                whole = true;
                advance(record.nextPosition() - at);
                return true;
            }
            if (!refill()) {
                return filled == window.byteSize() && large();
            }
        }
    }

    /** Stops at an object that is larger than the window; reads only its start. */
    private boolean large() {
        long end =
                SubRecord.isObject(record.tag())
                        ? SubRecord.endOfObject(bytes, at, record.tag())
                        : -1;
        if (end < 0 || (left != OPEN && end - at > left)) {
            throw new HprofFormatException(
                    windowStart + at, "a record is longer than its segment, or than 8 MiB");
        }
        whole = false;
        skip = end - at;
        return true;
    }

    private void advance(long length) {
        at += length;
        left -= left == OPEN ? 0 : length;
    }

    private void skip() throws IOException {
        while (skip > 0) {
            long some = Math.min(skip, filled - at);
            advance(some);
            skip -= some;
            if (skip > 0 && !refill()) {
                skip = 0;
            }
        }
    }

    private boolean nextSegment() throws IOException {
        while (!ended && has(TopLevelCursor.HEADER)) {
            int tag = bytes.u1(at);
            long length = bytes.u4(at + 1 + Integer.BYTES);
            if (tag == TopLevelCursor.HEAP_DUMP_END) {
                at += TopLevelCursor.HEADER;
                ended = true;
                return false;
            }
            if (TopLevelCursor.isSegmentTag(tag)) {
                at += TopLevelCursor.HEADER;
                left = tag == TopLevelCursor.HEAP_DUMP || length == 0 ? OPEN : length;
                segments++;
                return true;
            }
            if (!TopLevelCursor.isTag(tag)) {
                throw new HprofFormatException(
                        windowStart + at,
                        "no record of a heap dump has the tag 0x" + Integer.toHexString(tag));
            }
            other(tag, TopLevelCursor.HEADER + length);
        }
        return false;
    }

    private void other(int tag, long length) throws IOException {
        if ((tag == TopLevelCursor.NAME || tag == TopLevelCursor.LOAD_CLASS) && has(length)) {
            outside.writeBytes(bytes.copy(at, (int) length));
        }
        left = length;
        skip = length;
        skip();
    }

    /** Reads until the window contains this many bytes after the position, or the stream ends. */
    private boolean has(long wanted) throws IOException {
        return filled - at >= wanted || (refill() && filled - at >= wanted);
    }

    /** Moves the rest of the window to its start and fills it; false if no byte was added. */
    private boolean refill() throws IOException {
        if (at == 0 && filled == window.byteSize()) {
            return false;
        }
        long kept = filled - at;
        if (at > 0) {
            MemorySegment.copy(window, at, window, 0, kept);
        }
        windowStart += at;
        at = 0;
        filled = kept;
        while (filled < window.byteSize()) {
            int read = in.read(chunk, 0, (int) Math.min(CHUNK, window.byteSize() - filled));
            if (read < 0) {
                break;
            }
            MemorySegment.copy(chunk, 0, window, ValueLayout.JAVA_BYTE, filled, read);
            filled += read;
        }
        look();
        return filled > kept;
    }

    private void look() {
        bytes = new HprofBytes(window.asSlice(0, filled), idBytes, MadviseReadAhead.NONE);
        record = new RecordCursor(bytes);
    }

    /** The current record, in {@link #bytes}; valid until {@link #next}. */
    public RecordCursor record() {
        return record;
    }

    public HprofBytes bytes() {
        return bytes;
    }

    /** Whether all data of the current object is in the window; its header always is. */
    public boolean isWhole() {
        return whole;
    }

    /** Number of segments so far. */
    public int segments() {
        return segments;
    }

    /** Number of bytes before the next record. */
    public long position() {
        return windowStart + at + skip;
    }

    /**
     * Opens a dump with the names so far and these records of classes, but without objects.
     *
     * @param classes records of one segment
     */
    public HprofFile withoutObjects(byte[] classes) {
        byte[] names = outside.toByteArray();
        Arena small = Arena.ofShared();
        MemorySegment dump =
                small.allocate(names.length + 2L * TopLevelCursor.HEADER + classes.length);
        MemorySegment.copy(names, 0, dump, ValueLayout.JAVA_BYTE, 0, names.length);
        segment(dump, names.length, TopLevelCursor.HEAP_DUMP_SEGMENT, classes);
        segment(
                dump,
                names.length + (long) TopLevelCursor.HEADER + classes.length,
                TopLevelCursor.HEAP_DUMP_END,
                new byte[0]);
        try {
            return HprofFile.open(small, dump);
        } catch (RuntimeException e) {
            small.close();
            throw e;
        }
    }

    private static void segment(MemorySegment dump, long start, int tag, byte[] body) {
        dump.set(ValueLayout.JAVA_BYTE, start, (byte) tag);
        dump.set(
                ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN),
                start + 1 + Integer.BYTES,
                body.length);
        MemorySegment.copy(
                body, 0, dump, ValueLayout.JAVA_BYTE, start + TopLevelCursor.HEADER, body.length);
    }

    @Override
    public void close() {
        arena.close();
    }
}
