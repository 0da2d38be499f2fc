/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap;

/** Rounding up to powers of two. */
final class Alignment {
    private Alignment() {}

    static int up(int value, int powerOfTwo) {
        return value + powerOfTwo - 1 & -powerOfTwo;
    }

    static long up(long value, int powerOfTwo) {
        return value + powerOfTwo - 1 & -powerOfTwo;
    }
}
