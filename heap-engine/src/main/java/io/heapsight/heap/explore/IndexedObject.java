/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.explore;

/**
 * What the index holds of one reachable object or class object.
 *
 * @param number its own; {@link #NO_NUMBER} where it dominates nothing
 * @param dominator the number of its dominator, or {@link
 *     io.heapsight.heap.dominators.DominatorTree#ROOT}
 * @param referrers how many objects refer to it, itself apart
 */
public record IndexedObject(
        long address, int number, int dominator, long retainedBytes, int referrers) {
    /** Of an object that can't dominate others. */
    public static final int NO_NUMBER = -2;
}
