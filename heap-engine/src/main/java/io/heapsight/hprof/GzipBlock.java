/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.hprof;

import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * A possible gzip member and a buffer for its data: the bytes from one header to the next apparent
 * one. Reused, by one thread at a time.
 */
final class GzipBlock implements AutoCloseable {
    private static final int TRAILER = 8;

    private final ByteBuffer compressed;
    private final ByteBuffer data;
    private final Inflater inflater = new Inflater(true);
    private final CRC32 crc = new CRC32();
    private long offset;

    /**
     * @param mostCompressed room for compressed bytes
     * @param mostData room for inflated bytes
     */
    GzipBlock(Arena arena, int mostCompressed, int mostData) {
        compressed = arena.allocate(mostCompressed).asByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
        data = arena.allocate(mostData).asByteBuffer();
    }

    /** Copies a piece of the compressed file. */
    void fill(long fileOffset, ByteBuffer piece) {
        offset = fileOffset;
        compressed.clear();
        compressed.put(piece).flip();
    }

    /** The piece's end in the compressed file. */
    long end() {
        return offset + compressed.limit();
    }

    /** Inflates the piece; false unless it is exactly one valid member. */
    boolean inflate() {
        GzipHeader header = GzipHeader.read(compressed);
        if (header.length() < 0) {
            return false;
        }
        compressed.position(header.length());
        data.clear();
        inflater.reset();
        inflater.setInput(compressed);
        try {
            int some = 1;
            while (some > 0) {
                some = inflater.inflate(data);
            }
        } catch (DataFormatException _) {
            return false; // a wrong cut between pieces, or corrupt: reading members finds out
        }
        data.flip();
        crc.reset();
        crc.update(data.duplicate());
        return inflater.finished()
                && compressed.remaining() == TRAILER
                && compressed.getInt() == (int) crc.getValue()
                && compressed.getInt() == data.limit();
    }

    /** The inflated data. */
    ByteBuffer data() {
        return data;
    }

    @Override
    public void close() {
        inflater.end();
    }
}
