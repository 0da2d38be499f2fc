/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap;

/**
 * A heap whose reachable objects are marked, and their sizes known.
 *
 * @param totals of what is reachable, by class
 */
record ReachableHeap(DumpedHeap dumped, ObjectSizes sizes, ClassTotals totals) {}
