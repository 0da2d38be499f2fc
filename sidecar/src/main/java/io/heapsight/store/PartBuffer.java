/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store;

import java.util.Arrays;

/** The part of an object that is being filled; small objects use less memory. */
public final class PartBuffer {
    /** The bytes of every part but the last one. */
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

    /** The bytes of the part are the first {@link #length}; without a copy. */
    public byte[] bytes() {
        return bytes;
    }

    public int length() {
        return length;
    }

    /** The next part begins. */
    public void clear() {
        length = 0;
    }
}
