/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.dominators;

import io.heapsight.heap.memory.IntArray;

/**
 * A directed graph that reads its edges again whenever they are needed instead of storing them.
 *
 * <p>Nodes are the numbers 0 to nodes() - 1, in the order in which reading their edges is cheapest:
 * a sweep over all of them reads the dump from its start to its end. A target of an edge that is
 * not below nodes() is a leaf: it has no edges.
 */
public interface Graph {
    int nodes();

    /**
     * The nodes and leaves that the virtual root refers to, in any order; one may be there
     * repeatedly.
     */
    IntArray roots();

    /** A reader of edges, for one thread. */
    Edges edges();

    /** Reads the edges of one node after another, in any order of nodes. */
    interface Edges {
        /**
         * Puts the targets of a node's edges into an array. An edge has the same number each time;
         * targets may repeat, and may be the node itself.
         *
         * @param from the number of the first edge to read, 0 for the node's first
         * @return how many were put: fewer than there is room for when none are left
         */
        int read(int node, int from, int[] into);
    }
}
