/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.suspects;

import io.heapsight.heap.dominators.DominatorTree;
import io.heapsight.heap.retained.HeapGraph;
import io.heapsight.heap.retained.RetainedHeap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds accumulations that lie within another one, such as the folders in a folder: their bytes
 * belong to the bytes of the outer one.
 */
final class NestedAccumulations {
    private static final int LONGEST_WAY = 100_000;

    private final RetainedHeap retention;
    private final DominatorTree tree;

    NestedAccumulations(RetainedHeap retention) {
        this.retention = retention;
        this.tree = retention.tree();
    }

    /**
     * Returns the accumulations that no other accumulation holds. Adds each of the others to the
     * outermost one that holds it.
     */
    List<NamedAccumulation> outermost(List<NamedAccumulation> all) {
        if (all.size() == 1) {
            return all;
        }
        Map<Integer, NamedAccumulation> byRank = new HashMap<>();
        for (NamedAccumulation each : all) {
            byRank.put(tree.rank(retention.graph().node(held(each))), each);
        }
        byRank.remove(0); // arrays without references hold nothing
        List<NamedAccumulation> outermost = new ArrayList<>();
        for (NamedAccumulation each : all) {
            @Nullable NamedAccumulation above = above(each, byRank);
            if (above == null) {
                outermost.add(each);
            } else {
                above.more().add(each);
                above.more().addAll(each.more());
            }
        }
        return outermost;
    }

    private @Nullable NamedAccumulation above(
            NamedAccumulation of, Map<Integer, NamedAccumulation> byRank) {
        @Nullable NamedAccumulation above = null;
        int rank = dominator(held(of));
        for (int i = 0; i < LONGEST_WAY && rank != 0; i++) {
            NamedAccumulation holding = byRank.get(rank);
            above = holding == null ? above : holding;
            rank = tree.dominatorRank(rank);
        }
        return above;
    }

    private static long held(NamedAccumulation of) {
        return of.by().getFirst().held();
    }

    private int dominator(long address) {
        HeapGraph graph = retention.graph();
        int node = graph.nodeOrLeaf(address);
        if (graph.isLeaf(node)) {
            return retention.leaves().isReachable(node) ? retention.leaves().rank(node) : 0;
        }
        return tree.dominatorRank(tree.rank(node));
    }
}
