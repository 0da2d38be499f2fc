/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.recording;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;

/**
 * One chunk of a recording, as written by a JVM into its repository. A recording is a sequence of
 * chunks. Its header is big-endian:
 *
 * <pre>
 *  0 u4 "FLR\0"                     32 u8 start, nanoseconds since 1970
 *  4 u2 version (2), u2 minor       40 u8 duration, nanoseconds
 *  8 u8 size                        48 u8 start, ticks
 * 16 u8 last checkpoint, offset     56 u8 ticks per second
 * 24 u8 metadata, offset            64 u1 state (0 whole, 255 header being written), u3 flags
 * </pre>
 *
 * A JVM of JDK 14 or later updates the header at each flush. A killed JVM leaves a non-zero state,
 * for which the JDK's parser waits forever, and events after the last flush without their
 * constants. This class repairs the header and drops those events. If the header itself is
 * incomplete, it walks the events instead.
 *
 * <p>Source: {@code jfrChunkWriter.cpp} of the JDK.
 */
final class RecordingChunk {
    private static final byte[] MAGIC = "FLR\0".getBytes(StandardCharsets.US_ASCII);
    private static final int MAJOR = 4;
    private static final int VERSION = 2;
    private static final int SIZE = 8;
    private static final int CHECKPOINT = 16;
    private static final int METADATA = 24;
    private static final int START = 32;
    private static final int STATE = 64;
    private static final byte BEING_WRITTEN = (byte) 255;

    /** Size of the header. */
    static final int HEADER_BYTES = 68;

    private static final int BUFFER_BYTES = 64 * 1024;

    private final SeekableByteChannel file;
    private final ByteBuffer header;

    private RecordingChunk(SeekableByteChannel file, ByteBuffer header) {
        this.file = file;
        this.header = header;
    }

    /** Inspects a file; empty if nothing can be read, as before the first flush. */
    static Optional<RecordingChunk> of(SeekableByteChannel file) throws IOException {
        ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES);
        file.position(0);
        while (header.hasRemaining()) {
            if (file.read(header) < 0) {
                return Optional.empty();
            }
        }
        header.flip();
        if (header.mismatch(ByteBuffer.wrap(MAGIC)) < MAGIC.length
                || header.getShort(MAJOR) != VERSION) {
            return Optional.empty();
        }
        boolean whole = header.get(STATE) != BEING_WRITTEN && isPlausible(header, file.size());
        if (!whole) {
            RecoveredChunkHeader walk = RecoveredChunkHeader.of(file);
            if (!walk.canBeRead()) {
                return Optional.empty();
            }
            header.putLong(SIZE, walk.end());
            header.putLong(CHECKPOINT, walk.checkpoint());
            header.putLong(METADATA, walk.metadata());
        }
        header.put(STATE, (byte) 0);
        return Optional.of(new RecordingChunk(file, header));
    }

    private static boolean isPlausible(ByteBuffer header, long fileBytes) {
        long bytes = header.getLong(SIZE);
        return bytes <= fileBytes
                && isWithin(header.getLong(CHECKPOINT), bytes)
                && isWithin(header.getLong(METADATA), bytes);
    }

    private static boolean isWithin(long offset, long bytes) {
        return offset >= HEADER_BYTES && offset < bytes;
    }

    /** Size of the readable part of the file. */
    long bytes() {
        return header.getLong(SIZE);
    }

    Instant start() {
        return Instant.EPOCH.plusNanos(header.getLong(START));
    }

    /** Writes the chunk as a complete one. */
    void writeTo(WritableByteChannel out) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
        buffer.put(header.duplicate().rewind());
        long left = bytes() - HEADER_BYTES;
        file.position(HEADER_BYTES);
        while (left > 0 || buffer.position() > 0) {
            buffer.limit((int) Math.min(buffer.capacity(), buffer.position() + left));
            int read = left > 0 ? file.read(buffer) : 0;
            if (read < 0) {
                throw new IOException("a chunk became shorter while it was copied");
            }
            left -= read;
            buffer.flip();
            out.write(buffer);
            buffer.compact();
        }
    }
}
