/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.explore;

/**
 * The index entry of one reachable object or class object.
 *
 * @param number its own number; {@link #NO_NUMBER} if it dominates nothing
 * @param dominator the number of its dominator, or {@link
 *     io.heapsight.heap.dominators.DominatorTree#ROOT}
 * @param referrers the number of objects that refer to it, without itself
 */
public record IndexedObject(
        long address, int number, int dominator, long retainedBytes, int referrers) {
    /** The number of an object that cannot dominate others. */
    public static final int NO_NUMBER = -2;
}
