/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.explore;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Collects numbers of one to ten bytes each: seven bits per byte, the lowest first; the eighth bit
 * is set in all but the last byte. {@link IndexCursor} reads them.
 */
final class VarintSink {
    private static final int FIRST_CAPACITY = 1 << 16;
    private static final int BITS = 7;
    private static final int MORE = 1 << BITS;

    private byte[] bytes = new byte[FIRST_CAPACITY];
    private int size;

    void clear() {
        size = 0;
    }

    int size() {
        return size;
    }

    /** Adds a number; a negative one takes ten bytes. */
    void add(long number) {
        if (size + Long.BYTES + 2 > bytes.length) {
            bytes = Arrays.copyOf(bytes, 2 * bytes.length);
        }
        long left = number;
        while ((left & -MORE) != 0) {
            bytes[size++] = (byte) (left | MORE);
            left >>>= BITS;
        }
        bytes[size++] = (byte) left;
    }

    /** Adds all numbers of another sink. */
    void addAll(VarintSink other) {
        while (size + other.size > bytes.length) {
            bytes = Arrays.copyOf(bytes, 2 * bytes.length);
        }
        System.arraycopy(other.bytes, 0, bytes, size, other.size);
        size += other.size;
    }

    /** Maps numbers of small magnitude to small non-negative numbers. */
    static long zigzag(long number) {
        return (number << 1) ^ (number >> (Long.SIZE - 1));
    }

    ByteBuffer buffer() {
        return ByteBuffer.wrap(bytes, 0, size);
    }
}
