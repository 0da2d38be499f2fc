/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.memory;

/** Packs two ints into a long, so that one look-up reads both. */
public final class IntPair {
    private IntPair() {}

    public static long of(int high, int low) {
        return ((long) high << 32) | Integer.toUnsignedLong(low);
    }

    public static int high(long pair) {
        return (int) (pair >> 32);
    }

    public static int low(long pair) {
        return (int) pair;
    }
}
