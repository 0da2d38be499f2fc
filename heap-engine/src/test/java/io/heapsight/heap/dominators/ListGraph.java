/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.dominators;

import io.heapsight.heap.memory.IntArray;

/**
 * A linked list with a value for each link, generated while it is read.
 *
 * <p>Nodes: the links from the head on, then their values, then the node that shares the values.
 *
 * @param backwards each link also references the one before it
 * @param shared one more node references all values
 */
record ListGraph(int links, boolean backwards, boolean shared, IntArray roots) implements Graph {
    @Override
    public int nodes() {
        return 2 * links + 1;
    }

    long edgeCount() {
        return 4L * links;
    }

    int value(int link) {
        return links + link;
    }

    int sharer() {
        return 2 * links;
    }

    @Override
    public Edges edges() {
        return (node, from, into) -> {
            int count = 0;
            while (count < into.length && from + count < degree(node)) {
                into[count] = target(node, from + count);
                count++;
            }
            return count;
        };
    }

    private int degree(int node) {
        if (node == sharer()) {
            return shared ? links : 0;
        }
        return node < links ? 3 : 0;
    }

    /** A link without neighbour references itself. */
    private int target(int node, int edge) {
        if (node == sharer()) {
            return value(edge);
        }
        return switch (edge) {
            case 0 -> value(node);
            case 1 -> Math.min(node + 1, links - 1);
            default -> backwards ? Math.max(node - 1, 0) : node;
        };
    }
}
