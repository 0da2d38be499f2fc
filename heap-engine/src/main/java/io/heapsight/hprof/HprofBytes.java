/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.hprof;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The bytes of a dump, read big-endian at any position. Reading beyond the end is a bug of the
 * caller, which knows the record's end.
 */
public final class HprofBytes {
    private static final ValueLayout.OfShort U2 =
            ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final ValueLayout.OfInt U4 =
            ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final ValueLayout.OfLong U8 =
            ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

    private final MemorySegment bytes;
    private final long base;
    private final int idBytes;
    private final long size;
    private final MadviseReadAhead readAhead;
    private final Resync resync;

    HprofBytes(MemorySegment bytes, int idBytes, MadviseReadAhead readAhead) {
        this.bytes = bytes;
        this.base = bytes.address();
        this.idBytes = idBytes;
        this.size = bytes.byteSize();
        this.readAhead = readAhead;
        this.resync = new Resync(this);
    }

    /** The search for the next valid record, shared by all readings. */
    Resync resync() {
        return resync;
    }

    public long size() {
        return size;
    }

    /** Bytes of an identifier (an object's address, a name): 4 or 8. */
    public int idBytes() {
        return idBytes;
    }

    public int u1(long at) {
        return RawMemory.ALL.get(ValueLayout.JAVA_BYTE, base + at) & 0xFF;
    }

    public int u2(long at) {
        return RawMemory.ALL.get(U2, base + at) & 0xFFFF;
    }

    public long u4(long at) {
        return RawMemory.ALL.get(U4, base + at) & 0xFFFF_FFFFL;
    }

    public int i4(long at) {
        return RawMemory.ALL.get(U4, base + at);
    }

    public long i8(long at) {
        return RawMemory.ALL.get(U8, base + at);
    }

    public long id(long at) {
        return idBytes == Long.BYTES
                ? RawMemory.ALL.get(U8, base + at)
                : RawMemory.ALL.get(U4, base + at) & 0xFFFF_FFFFL;
    }

    /** The bits of a field's value, sign-extended if the type is signed. */
    public long value(int typeCode, long at) {
        return switch (typeCode) {
            case 2 -> id(at);
            case 4 -> u1(at);
            case 5 -> u2(at);
            case 8 -> (byte) u1(at);
            case 9 -> (short) u2(at);
            case 6, 10 -> i4(at);
            default -> i8(at);
        };
    }

    /**
     * Asks the kernel to load a range that is read soon, for readers that don't read record after
     * record. A call is cheap if the range is in memory, but too slow for each object.
     */
    public void willRead(long from, long to) {
        readAhead.willRead(from, to);
    }

    public byte[] copy(long from, int length) {
        return bytes.asSlice(from, length).toArray(ValueLayout.JAVA_BYTE);
    }

    /** Copies bytes from a position into a buffer. */
    public void copyTo(ByteBuffer buffer, long from, int length) {
        buffer.put(bytes.asSlice(from, length).asByteBuffer());
    }
}
