/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap;

/** Two ints in a long: what is looked up together lies together. */
final class Pairs {
    private Pairs() {}

    static long of(int high, int low) {
        return ((long) high << 32) | Integer.toUnsignedLong(low);
    }

    static int high(long pair) {
        return (int) (pair >> 32);
    }

    static int low(long pair) {
        return (int) pair;
    }
}
