/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.content;

import io.heapsight.hprof.HprofBytes;

/** Tests whether all elements of a primitive array are equal, and counts zeros at its end. */
public final class UniformArrayCheck {
    private UniformArrayCheck() {}

    /** Whether all elements of an array are the same; false for fewer than two. */
    public static boolean isConstant(HprofBytes bytes, long data, long length, int elementBytes) {
        long end = data + length * elementBytes;
        if (length < 2) {
            return false;
        }
        // Each byte equals the byte of the previous element.
        long at = data + elementBytes;
        for (; at + Long.BYTES <= end; at += Long.BYTES) {
            if (bytes.i8(at) != bytes.i8(at - elementBytes)) {
                return false;
            }
        }
        for (; at < end; at++) {
            if (bytes.u1(at) != bytes.u1(at - elementBytes)) {
                return false;
            }
        }
        return true;
    }

    /** Number of zero bytes at the end. */
    public static long zerosAtEnd(HprofBytes bytes, long data, long length) {
        long at = data + length;
        while (at - Long.BYTES >= data && bytes.i8(at - Long.BYTES) == 0) {
            at -= Long.BYTES;
        }
        while (at > data && bytes.u1(at - 1) == 0) {
            at--;
        }
        return data + length - at;
    }
}
