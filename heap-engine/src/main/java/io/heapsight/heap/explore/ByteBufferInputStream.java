/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.explore;

import java.io.InputStream;
import java.nio.ByteBuffer;

/** Reads a buffer as a stream. */
final class ByteBufferInputStream extends InputStream {
    private final ByteBuffer buffer;

    ByteBufferInputStream(ByteBuffer buffer) {
        this.buffer = buffer;
    }

    @Override
    public int read() {
        return buffer.hasRemaining() ? buffer.get() & 0xFF : -1;
    }

    @Override
    public int read(byte[] into, int offset, int length) {
        if (length > 0 && !buffer.hasRemaining()) {
            return -1;
        }
        int count = Math.min(length, buffer.remaining());
        buffer.get(into, offset, count);
        return count;
    }

    @Override
    public int available() {
        return buffer.remaining();
    }
}
