/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.summary;

/**
 * Computes the unreachable share of a heap. Filler, the padding that the JVM writes between
 * objects, was not allocated by the program, so it counts on neither side.
 */
public final class UnreachableShare {
    private UnreachableShare() {}

    /**
     * The share, 0 to 1; 0 for an empty heap.
     *
     * @param bytes of unreachable objects
     * @param heapBytes all bytes except filler
     */
    public static double of(long bytes, long heapBytes) {
        return heapBytes <= 0 ? 0 : (double) bytes / heapBytes;
    }
}
