/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.memory;

/** Two ints in a long: what is looked up together lies together. */
public final class Pairs {
    private Pairs() {}

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
