/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.dominators;

/** Tells the class of a node. */
@FunctionalInterface
public interface NodeClasses {
    /** A number from 0 below the number of classes, the same each time. */
    int classOf(int node);
}
