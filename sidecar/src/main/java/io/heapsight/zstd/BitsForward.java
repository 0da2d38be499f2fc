/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.zstd;

/** Reads the bits of a range of bytes from its start, the lowest of each byte first. */
final class BitsForward {
    private static final int MORE = 3;

    private final byte[] bytes;
    private final long end;
    private long at;

    BitsForward(byte[] bytes, int from, int to) {
        this.bytes = bytes;
        this.at = 8L * from;
        this.end = 8L * to;
    }

    /** A few bits; throws beyond the end of the range. */
    int read(int count) {
        if (count > end - at) {
            throw new IllegalArgumentException("the description of a code is cut");
        }
        int value = 0;
        for (int i = 0; i < count; i++, at++) {
            value |= (bytes[(int) (at >>> 3)] >>> (at & 7) & 1) << i;
        }
        return value;
    }

    /** Gives a bit back. */
    void rewind() {
        at--;
    }

    /** A number in pairs of bits, of which 3 says that more follow. */
    int repeats() {
        int sum = 0;
        int some;
        do {
            some = read(2);
            sum += some;
        } while (some == MORE);
        return sum;
    }

    /** Where the next whole byte is. */
    int endOfByte() {
        return (int) ((at + 7) >>> 3);
    }
}
