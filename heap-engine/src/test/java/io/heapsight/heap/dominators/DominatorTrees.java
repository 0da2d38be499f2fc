/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.dominators;

import io.heapsight.heap.memory.BudgetExceededException;
import io.heapsight.heap.memory.MemoryBudget;
import io.heapsight.unit.CancelSignal;

/** Builds and queries trees by node, for tests. */
final class DominatorTrees {
    private DominatorTrees() {}

    static DominatorTree of(Graph graph, long edges, MemoryBudget budget, CancelSignal cancel)
            throws BudgetExceededException {
        try (DominatorTreeBuilder builder =
                DominatorTreeBuilder.reserve(graph, edges, budget, cancel)) {
            builder.build();
            return builder.tree();
        }
    }

    static int nearestCommonAncestor(DominatorTree tree, int node, int other) {
        return tree.node(tree.commonAncestor(tree.rank(node), tree.rank(other)));
    }
}
