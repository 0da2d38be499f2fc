/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.summary;

/**
 * Computes the share of a heap that is unreachable. Filler, the padding that the JVM puts between
 * objects, is no part of what a program allocated, so it counts on neither side.
 */
public final class UnreachableShare {
    private UnreachableShare() {}

    /**
     * The share, 0 to 1; 0 of an empty heap.
     *
     * @param bytes the unreachable ones
     * @param heapBytes all but filler
     */
    public static double of(long bytes, long heapBytes) {
        return heapBytes <= 0 ? 0 : (double) bytes / heapBytes;
    }
}
