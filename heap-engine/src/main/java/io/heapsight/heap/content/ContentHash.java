/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.content;

import io.heapsight.hprof.HprofBytes;

/**
 * Computes a 64-bit hash of bytes in the file: wyhash's mixing, sixteen bytes a step. Among ten
 * million different contents, one pair has the same hash with a probability of 3 in a million.
 *
 * @see <a href="https://github.com/wangyi-fudan/wyhash">wyhash</a>
 */
public final class ContentHash {
    private static final long P0 = 0xA076_1D64_78BD_642FL;
    private static final long P1 = 0xE703_7ED1_A0B4_28DBL;
    private static final long P2 = 0x8EBC_6AF0_9C88_C6E3L;
    private static final int STEP = 2 * Long.BYTES;

    private ContentHash() {}

    /**
     * Computes the hash of a part of the file.
     *
     * @param kind a further value in which equal contents agree
     */
    public static long of(HprofBytes bytes, long from, long length, long kind) {
        long end = from + length;
        long hash = kind ^ P0;
        for (long at = from; end - at > STEP; at += STEP) {
            hash = mix(bytes.i8(at) ^ P1, bytes.i8(at + Long.BYTES) ^ hash);
        }
        long first;
        long last;
        if (length >= STEP) {
            first = bytes.i8(end - STEP);
            last = bytes.i8(end - Long.BYTES);
        } else if (length >= Long.BYTES) {
            first = bytes.i8(from);
            last = bytes.i8(end - Long.BYTES);
        } else if (length >= Integer.BYTES) {
            first = bytes.u4(from);
            last = bytes.u4(end - Integer.BYTES);
        } else {
            first = length == 0 ? 0 : threeBytes(bytes, from, length);
            last = 0;
        }
        return mix(P2 ^ length, mix(first ^ P1, last ^ hash));
    }

    /** Up to three bytes, each at least once. */
    private static long threeBytes(HprofBytes bytes, long from, long length) {
        return ((long) bytes.u1(from) << 16)
                | ((long) bytes.u1(from + (length >> 1)) << 8)
                | bytes.u1(from + length - 1);
    }

    private static long mix(long a, long b) {
        return Math.unsignedMultiplyHigh(a, b) ^ (a * b);
    }
}
