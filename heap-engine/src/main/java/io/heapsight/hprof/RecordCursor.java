/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.hprof;

/**
 * Reads the records of heap dump segments one after the other. Each record's extent is checked
 * against the end of the range before anything of it is handed out, so that its fields can be read
 * without further checks, when they are asked for. Not shared by threads.
 */
public final class RecordCursor {
    /** Each time that so much was read, thrice as much from there on is brought into memory. */
    private static final long PIECE = 1 << 20;

    private final HprofBytes bytes;
    private final int idBytes;
    private long end;
    private boolean openEnd;
    private long nextPiece;

    /** Before this there is room for the header of any object, and nothing to be read ahead. */
    private long plainEnd;

    private int tag;
    private long position;
    private long next;

    public RecordCursor(HprofBytes bytes) {
        this.bytes = bytes;
        this.idBytes = bytes.idBytes();
    }

    /**
     * Goes to the first record of a range.
     *
     * @param from of the first record's tag
     * @param to end of the range; a record that goes beyond it is cut when this is the end of the
     *     file, and malformed otherwise
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
     * @return false at the end of the range, or where the file was cut: {@link #nextPosition} is
     *     the range's end only in the first case
     * @throws HprofFormatException when there is no such record, or it is longer than its segment
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

    /** Bytes of the record; more than there is room for, or less than 0, where it is cut. */
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

    /** Beyond the end of the range, too: another cursor goes on there. */
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

    /** Of the record's tag, in bytes from the start of the dump. */
    public long position() {
        return position;
    }

    /** Where the next record begins; after the last call, where reading ended. */
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

    /** Of an instance the bytes of its fields, of an array its elements. */
    public long length() {
        int afterClass = tag == SubRecord.INSTANCE ? idBytes : 0;
        return bytes.u4(afterTrace() + afterClass);
    }

    /** The code of a primitive array's {@link BasicType}. */
    public int elementType() {
        return bytes.u1(afterTrace() + Integer.BYTES);
    }

    /** Where the fields or elements begin. */
    public long data() {
        return position + SubRecord.headerLength(tag, idBytes);
    }

    /** Of an object: all begin with their identifier and the number of a stack trace. */
    private long afterTrace() {
        return position + 1 + idBytes + Integer.BYTES;
    }

    /** The serial number of the thread that a root belongs to, or 0 where its kind has none. */
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
     * Of a local the number of its frame from the top, of a thread object the stack trace's serial
     * number; -1 where the kind has neither.
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
