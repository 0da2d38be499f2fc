/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.hprof;

import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * What may be a gzip member of its own, with room for its data: bytes from one header to what looks
 * like the next one. Used by one thread at a time, again and again.
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

    /** Takes a piece of the compressed file. */
    void fill(long fileOffset, ByteBuffer piece) {
        offset = fileOffset;
        compressed.clear();
        compressed.put(piece).flip();
    }

    /** Where the piece ends in the compressed file. */
    long end() {
        return offset + compressed.limit();
    }

    /** Inflates the piece; false when it is anything else than exactly one sound member. */
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
            return false; // the cut between the pieces was wrong, or the file is: others find out
        }
        data.flip();
        crc.reset();
        crc.update(data.duplicate());
        return inflater.finished()
                && compressed.remaining() == TRAILER
                && compressed.getInt() == (int) crc.getValue()
                && compressed.getInt() == data.limit();
    }

    /** What was inflated. */
    ByteBuffer data() {
        return data;
    }

    @Override
    public void close() {
        inflater.end();
    }
}
