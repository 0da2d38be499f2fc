/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.dominators;

import io.heapsight.heap.memory.IntArray;

/**
 * A directed graph that does not store its edges, but reads them on each use.
 *
 * <p>Nodes are the numbers 0 to nodes() - 1. In this order, reading edges is cheapest: a pass over
 * all nodes reads the dump from start to end. A target that is not less than nodes() is a leaf,
 * which has no edges.
 */
public interface Graph {
    int nodes();

    /** The nodes and leaves with an edge from the virtual root, in any order, possibly repeated. */
    IntArray roots();

    /** Creates a reader of edges, for one thread. */
    Edges edges();

    /** Reads the edges of single nodes, in any order of nodes. */
    interface Edges {
        /**
         * Copies the targets of a node's edges into an array. An edge has the same number each
         * time; targets may repeat, and may be the node itself.
         *
         * @param from the number of the first edge to read; 0 is the node's first edge
         * @return the number of targets; less than the length of the array if none are left
         */
        int read(int node, int from, int[] into);
    }
}
