/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.zstd;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Reads bits from the end of a range of bytes to its start, as zstd writes its streams: the highest
 * bit that is set in the last byte says where they begin. Before the start all bits are 0.
 */
final class BitsBackward {
    /** There must be so many readable bytes behind a range. */
    static final int PADDING = Long.BYTES;

    private static final VarHandle LONGS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private byte[] bytes = new byte[PADDING];
    private int from;

    /** How many bits are left; negative once more were read than there are. */
    private long left;

    /** Goes to the end of a range; throws where its last byte is missing or 0. */
    void reset(byte[] in, int start, int end) {
        if (end <= start || in[end - 1] == 0) {
            throw new IllegalArgumentException("a stream of bits has no end mark");
        }
        bytes = in;
        from = start;
        int last = in[end - 1] & 0xFF;
        left = 8L * (end - 1 - start) + 31 - Integer.numberOfLeadingZeros(last);
    }

    /** Up to 56 bits, the first one that is read in the highest place. */
    long read(int count) {
        long bits = peek(count);
        left -= count;
        return bits;
    }

    /** What {@link #read} would give. */
    long peek(int count) {
        long at = left - count;
        if (at >= 0) {
            long word = (long) LONGS.get(bytes, from + (int) (at >>> 3));
            return word >>> (at & 7) & mask(count);
        }
        int there = (int) Math.max(0, left);
        if (there == 0) {
            return 0;
        }
        long word = (long) LONGS.get(bytes, from) & mask(there);
        return word << (count - there);
    }

    private static long mask(int count) {
        return (1L << count) - 1;
    }

    void skip(int count) {
        left -= count;
    }

    /** How many bits are left; negative once more were read than there are. */
    long left() {
        return left;
    }
}
