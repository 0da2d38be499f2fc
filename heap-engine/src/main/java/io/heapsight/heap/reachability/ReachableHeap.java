/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.reachability;

import io.heapsight.heap.classes.ClassTotals;
import io.heapsight.heap.index.DumpedHeap;
import io.heapsight.heap.objects.ObjectSizes;

/**
 * A heap with marked reachable objects and known object sizes.
 *
 * @param totals the reachable objects by class
 */
public record ReachableHeap(DumpedHeap dumped, ObjectSizes sizes, ClassTotals totals) {}
