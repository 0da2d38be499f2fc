/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.layout;

/** Rounds up to powers of two. */
public final class Alignment {
    private Alignment() {}

    public static int up(int value, int powerOfTwo) {
        return value + powerOfTwo - 1 & -powerOfTwo;
    }

    public static long up(long value, int powerOfTwo) {
        return value + powerOfTwo - 1 & -powerOfTwo;
    }
}
