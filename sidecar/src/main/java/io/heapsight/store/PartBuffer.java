/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store;

import java.util.Arrays;

/** A buffer for a part of an object; small objects use less memory. */
public final class PartBuffer {
    /** The size of every part except the last one. */
    public static final int PART_BYTES = 8 << 20;

    private static final int LEAST_BYTES = 64 << 10;

    private byte[] bytes = new byte[LEAST_BYTES];
    private int length;

    /**
     * Adds the bytes that fit.
     *
     * @return their number
     */
    public int add(byte[] from, int offset, int count) {
        if (length == bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.min(PART_BYTES, 2 * length));
        }
        int taken = Math.min(count, bytes.length - length);
        System.arraycopy(from, offset, bytes, length, taken);
        length += taken;
        return taken;
    }

    public boolean isFull() {
        return length == PART_BYTES;
    }

    /** Returns the buffer itself, not a copy: the part is its first {@link #length} bytes. */
    public byte[] bytes() {
        return bytes;
    }

    public int length() {
        return length;
    }

    /** Starts the next part. */
    public void clear() {
        length = 0;
    }
}
