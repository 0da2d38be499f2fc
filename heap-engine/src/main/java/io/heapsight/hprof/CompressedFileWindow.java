/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.hprof;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** A compressed file, read from its start to its end through a window. */
final class CompressedFileWindow {
    private static final int WINDOW = 1 << 18;

    private final FileChannel channel;
    private final ByteBuffer window = ByteBuffer.allocateDirect(WINDOW).limit(0);
    private long windowStart;

    CompressedFileWindow(FileChannel channel) {
        this.channel = channel;
    }

    /** The next byte's offset in the file. */
    long offset() {
        return windowStart + window.position();
    }

    /** Goes to an offset. */
    void seek(long offset) {
        windowStart = offset;
        window.position(0).limit(0);
    }

    /**
     * The bytes from {@link #offset} on: at least {@code wanted} (at most a window's size) unless
     * the file ends before. Bytes that the caller gets from the buffer count as read.
     */
    ByteBuffer ahead(int wanted) throws IOException {
        if (window.remaining() < wanted) {
            windowStart += window.position();
            window.compact();
            while (window.position() < wanted) {
                int read = channel.read(window, windowStart + window.position());
                if (read < 0) {
                    break;
                }
            }
            window.flip();
        }
        return window;
    }
}
