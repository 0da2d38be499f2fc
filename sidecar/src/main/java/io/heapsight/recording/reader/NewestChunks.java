/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.recording.reader;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/**
 * The newest chunks of a recording. Each chunk is a complete recording; JVMs start a new one every
 * 12 MiB.
 *
 * @param start offset of the first of them
 * @param bytes from there to the file's end; 0 if the newest chunk alone is too long
 */
record NewestChunks(long start, long bytes) {
    /**
     * "FLR\0". Two bytes of the major and two of the minor version follow, then the chunk's length.
     */
    private static final int MAGIC = 0x464c5200;

    private static final int LENGTH_POSITION = 8;
    private static final int HEAD_BYTES = 16;

    /**
     * Finds the newest chunks that fit into a size.
     *
     * @throws IOException if the chunks are not contiguous
     */
    static NewestChunks within(Path recording, long mostBytes) throws IOException {
        try (FileChannel file = FileChannel.open(recording)) {
            long end = file.size();
            long start = 0;
            while (end - start > mostBytes) {
                start += length(file, start, end);
            }
            return new NewestChunks(start, end - start);
        }
    }

    private static long length(FileChannel file, long start, long end) throws IOException {
        ByteBuffer head = ByteBuffer.allocate(HEAD_BYTES);
        while (head.hasRemaining()) {
            if (file.read(head, start + head.position()) < 0) {
                throw new EOFException("it ends within a header");
            }
        }
        long length = head.getLong(LENGTH_POSITION);
        if (head.getInt(0) != MAGIC || length < HEAD_BYTES || length > end - start) {
            throw new IOException("no chunk at offset " + start);
        }
        return length;
    }
}
