/* SPDX-License-Identifier: Apache-2.0 */
package com.acme.leak;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;

/** A growing pool of direct buffers: little heap, much memory outside. */
public final class BufferPool {
    private static final Deque<ByteBuffer> FREE = new ArrayDeque<>();

    private BufferPool() {}

    public static void main(String[] arguments) throws InterruptedException {
        for (int i = Held.times(arguments, 3_000); i > 0; i--) {
            FREE.add(ByteBuffer.allocateDirect(8 << 10));
        }
        Held.forever();
    }
}
