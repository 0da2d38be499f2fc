/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.dominators;

import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;

/** Dominators by definition: removes a node and sees which nodes become unreachable. */
final class BruteForce {
    private final ArrayGraph graph;
    final BitSet reachable;

    /** By node: the nodes that are unreachable without it, itself included. */
    final BitSet[] dominated;

    BruteForce(ArrayGraph graph) {
        this.graph = graph;
        reachable = reachableWithout(-1);
        dominated = new BitSet[graph.nodes()];
        for (int node = 0; node < graph.nodes(); node++) {
            dominated[node] = (BitSet) reachable.clone();
            dominated[node].andNot(reachableWithout(node));
        }
    }

    private BitSet reachableWithout(int removed) {
        BitSet seen = new BitSet();
        Deque<Integer> open = new ArrayDeque<>();
        for (int root : graph.rootNodes) {
            open.push(root);
        }
        while (!open.isEmpty()) {
            int node = open.pop();
            if (node != removed && !seen.get(node)) {
                seen.set(node);
                for (int target : graph.targets[node]) {
                    open.push(target);
                }
            }
        }
        return seen;
    }

    /** The dominator of a node that all its other dominators dominate. */
    int immediateDominator(int node) {
        if (!reachable.get(node)) {
            return DominatorTree.NONE;
        }
        return lowest(node, node, node);
    }

    int nearestCommonAncestor(int node, int other) {
        return lowest(node, other, -1);
    }

    private int lowest(int node, int other, int apart) {
        int lowest = DominatorTree.ROOT;
        for (int candidate = 0; candidate < graph.nodes(); candidate++) {
            boolean dominatesBoth =
                    dominated[candidate].get(node) && dominated[candidate].get(other);
            if (candidate != apart
                    && dominatesBoth
                    && (lowest == DominatorTree.ROOT || dominated[lowest].get(candidate))) {
                lowest = candidate;
            }
        }
        return lowest;
    }

    boolean dominates(int node, int other) {
        return node != other && dominated[node].get(other);
    }
}
