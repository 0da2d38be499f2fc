/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.recording.reader;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/** Checks the header of a recording's first chunk. */
final class ChunkHeaderCheck {
    private static final int METADATA_POSITION = 24;
    private static final int STATE = 64;
    private static final int BYTES = 68;
    private static final byte BEING_WRITTEN = (byte) 255;

    private ChunkHeaderCheck() {}

    /**
     * Refuses a recording with an incomplete first header: the file was copied, or the JVM killed,
     * during the write. The JDK's parser would wait for the JVM to continue.
     *
     * @throws IOException in that case, or if the file is too short for a header
     */
    static void ensureComplete(Path recording) throws IOException {
        ByteBuffer header = ByteBuffer.allocate(BYTES);
        try (FileChannel file = FileChannel.open(recording)) {
            while (header.hasRemaining()) {
                if (file.read(header) < 0) {
                    throw new EOFException("it ends within its header");
                }
            }
        }
        if (header.get(STATE) == BEING_WRITTEN || header.getLong(METADATA_POSITION) == 0) {
            throw new IOException("its header is incomplete");
        }
    }
}
