/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.hprof;

/**
 * Reads the records of heap dump segments one by one. It checks each record's length against the
 * end of the range first, so its fields can be read later without further checks. Not thread-safe.
 */
public final class RecordCursor {
    /** Bytes between two requests to load the next part; each requests three times as many. */
    private static final long PIECE = 1 << 20;

    private final HprofBytes bytes;
    private final int idBytes;
    private long end;
    private boolean openEnd;
    private long nextPiece;

    /** Before this position, any object's header fits and no read-ahead is due. */
    private long plainEnd;

    private int tag;
    private long position;
    private long next;

    public RecordCursor(HprofBytes bytes) {
        this.bytes = bytes;
        this.idBytes = bytes.idBytes();
    }

    /**
     * Moves to the first record of a range.
     *
     * @param from of the first record's tag
     * @param to end of the range; a record that exceeds it is cut if this is the end of the file,
     *     and malformed otherwise
     */
    public void reset(long from, long to) {
        if (from < 0 || to > bytes.size() || from > to) {
            throw new IllegalArgumentException(from + " to " + to + " of " + bytes.size());
        }
        next = from;
        end = to;
        nextPiece = from;
        plainEnd = from;
        openEnd = to == bytes.size();
    }

    /**
     * Reads the next record.
     *
     * @return false at the end of the range or where the file was cut; only at the end of the
     *     range, {@link #nextPosition} is that end
     * @throws HprofFormatException if there is no such record, or it is longer than its segment
     */
    public boolean next() {
        long at = next;
        position = at;
        if (at >= plainEnd) {
            return nextWithCare();
        }
        tag = bytes.u1(at);
        long following = SubRecord.endOfObject(bytes, at, tag);
        if (following < 0 || following > end) {
            return nextWithCare();
        }
        next = following;
        return true;
    }

    private boolean nextWithCare() {
        if (position >= end) {
            return false;
        }
        if (position >= nextPiece) {
            readAhead();
        }
        tag = bytes.u1(position);
        long room = end - position;
        long length = lengthWithin(room);
        if (length < 0 || length > room) {
            return tooLong(room);
        }
        next = position + length;
        return true;
    }

    /** Bytes of the record; if it is cut, more than {@code room} or less than 0. */
    private long lengthWithin(long room) {
        int header = SubRecord.headerLength(tag, idBytes);
        if (header > room) {
            return header;
        }
        if (header > 0) {
            long following = SubRecord.endOfObject(bytes, position, tag);
            if (following < 0) {
                throw new HprofFormatException(
                        position, "no primitive type has the code " + elementType());
            }
            return following - position;
        }
        long fixed = SubRecord.fixedLength(tag, idBytes);
        if (fixed == 0 && tag != SubRecord.CLASS) {
            throw new HprofFormatException(
                    position, "no heap dump record has the tag 0x" + Integer.toHexString(tag));
        }
        return fixed > 0 ? fixed : ClassDump.lengthAt(bytes, position, end);
    }

    /** Reads ahead beyond the end of the range, too: another cursor continues there. */
    private void readAhead() {
        bytes.willRead(position, position + 3 * PIECE);
        nextPiece = position + PIECE;
        plainEnd = Math.min(nextPiece, end - SubRecord.LONGEST_HEADER);
    }

    private boolean tooLong(long room) {
        if (openEnd) {
            return false;
        }
        throw new HprofFormatException(
                position, "a record is longer than the " + room + " bytes left of its segment");
    }

    /** One of {@link SubRecord}'s tags. */
    public int tag() {
        return tag;
    }

    public boolean isObject() {
        return SubRecord.isObject(tag);
    }

    public boolean isRoot() {
        return SubRecord.isRoot(tag);
    }

    /** The position of the record's tag, in bytes from the start of the dump. */
    public long position() {
        return position;
    }

    /** The position of the next record; after the last one, the position where reading ended. */
    public long nextPosition() {
        return next;
    }

    /** The identifier of the object, class or root. */
    public long address() {
        return bytes.id(position + 1);
    }

    /** The class of an instance or object array. */
    public long classAddress() {
        int afterLength = tag == SubRecord.INSTANCE ? 0 : Integer.BYTES;
        return bytes.id(afterTrace() + afterLength);
    }

    /** The bytes of an instance's fields, or the number of an array's elements. */
    public long length() {
        int afterClass = tag == SubRecord.INSTANCE ? idBytes : 0;
        return bytes.u4(afterTrace() + afterClass);
    }

    /** The code of a primitive array's {@link BasicType}. */
    public int elementType() {
        return bytes.u1(afterTrace() + Integer.BYTES);
    }

    /** The position of the fields or elements. */
    public long data() {
        return position + SubRecord.headerLength(tag, idBytes);
    }

    /** The position after an object's identifier and stack trace number. */
    private long afterTrace() {
        return position + 1 + idBytes + Integer.BYTES;
    }

    /** The serial number of a root's thread; 0 for kinds of roots without a thread. */
    public int threadSerial() {
        return switch (tag) {
            case SubRecord.ROOT_JNI_LOCAL,
                    SubRecord.ROOT_JAVA_FRAME,
                    SubRecord.ROOT_NATIVE_STACK,
                    SubRecord.ROOT_THREAD_BLOCK,
                    SubRecord.ROOT_THREAD_OBJECT,
                    SubRecord.ANDROID_JNI_MONITOR ->
                    bytes.i4(position + 1 + idBytes);
            default -> 0;
        };
    }

    /**
     * A local's frame number from the top, or the serial number of a thread object's stack trace;
     * -1 for other kinds.
     */
    public int frameOrTrace() {
        return switch (tag) {
            case SubRecord.ROOT_JNI_LOCAL,
                    SubRecord.ROOT_JAVA_FRAME,
                    SubRecord.ROOT_THREAD_OBJECT ->
                    bytes.i4(position + 1 + idBytes + Integer.BYTES);
            default -> -1;
        };
    }
}
