/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.zstd;

import java.lang.foreign.Arena;
import java.nio.ByteBuffer;

/** What was decompressed last, as far back as a frame may refer to, outside the Java heap. */
final class Window {
    /** Beyond a window that is full, before what is older is given up. */
    private static final int MOST_SLACK = 32 << 20;

    private final Arena arena;
    private ByteBuffer bytes = ByteBuffer.allocate(0);
    private int back;
    private int flushed;
    private int at;

    Window(Arena arena) {
        this.arena = arena;
    }

    /**
     * A frame begins.
     *
     * @param size how far back it refers at most
     */
    void reset(int size) {
        back = size;
        at = 0;
        flushed = 0;
        int needed = size + Math.clamp(size, 2 * ZstdDecoder.LARGEST_BLOCK, MOST_SLACK);
        if (bytes.capacity() < needed) {
            bytes = arena.allocate(needed).asByteBuffer();
        }
    }

    /** Makes room for a block; everything has to be taken before. */
    void makeRoom() {
        if (bytes.capacity() - at < ZstdDecoder.LARGEST_BLOCK) {
            int kept = Math.min(back, at);
            bytes.put(0, bytes, at - kept, kept);
            at = kept;
            flushed = kept;
        }
    }

    void write(byte[] from, int offset, int length) {
        bytes.put(at, from, offset, length);
        at += length;
    }

    void fill(byte value, int length) {
        for (int i = 0; i < length; i++) {
            bytes.put(at++, value);
        }
    }

    /** Copies from so far back. */
    void repeat(long offset, int length) {
        if (offset <= 0 || offset > Math.min(back, at)) {
            throw new IllegalArgumentException("a sequence refers to what was never there");
        }
        int from = at - (int) offset;
        if (offset >= length) {
            bytes.put(at, bytes, from, length);
            at += length;
            return;
        }
        if (length > bytes.capacity() - at) {
            throw new IllegalArgumentException("a block is too long");
        }
        for (int i = 0; i < length; i++) {
            bytes.put(at++, bytes.get(from++));
        }
    }

    /** What was written since it was last taken. */
    ByteBuffer take() {
        ByteBuffer taken = bytes.slice(flushed, at - flushed);
        flushed = at;
        return taken;
    }
}
