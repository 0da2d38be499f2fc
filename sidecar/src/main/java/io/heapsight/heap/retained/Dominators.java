/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.retained;

import io.heapsight.heap.dominators.DominatorTree;
import io.heapsight.heap.dominators.DominatorTreeBuilder;
import io.heapsight.heap.dominators.Graph;
import io.heapsight.heap.dominators.StoredGraph;
import io.heapsight.heap.memory.BudgetExceededException;
import io.heapsight.heap.memory.MemoryBudget;
import io.heapsight.heap.memory.Opened;
import io.heapsight.heap.parallel.Crew;
import io.heapsight.heap.parallel.Phases;
import io.heapsight.heap.waste.Sweep;

/**
 * The immediate dominators of all objects that a {@link HeapGraph} has, nodes and leaves.
 *
 * <p>Edges are kept for it where memory suffices: they are read several times, and in random order
 * once. The tree is found by a single thread, while the others look for sweep.
 */
record Dominators(DominatorTree tree, LeafDominators leaves) implements AutoCloseable {
    /**
     * Finds them.
     *
     * @param sweep is begun here, and ended as far as memory allows
     */
    static Dominators find(
            HeapGraph graph, Sweep sweep, MemoryBudget budget, Crew crew, Phases phases)
            throws BudgetExceededException {
        phases.start("reading references", 0);
        try (Opened opened = new Opened();
                Opened copied = new Opened()) {
            Graph edges = graph;
            long count;
            try {
                StoredGraph copy =
                        copied.add(StoredGraph.of(graph, budget, crew, phases.cancelled()));
                edges = copy;
                count = copy.edgeCount();
            } catch (BudgetExceededException e) {
                count = graph.countEdges(crew);
            }
            DominatorTree tree;
            try (DominatorTreeBuilder builder =
                    DominatorTreeBuilder.reserve(edges, count, budget, phases.cancelled())) {
                sweep.begin(crew, phases.start("dominators", graph.heap().bytes().size()));
                build(builder, sweep, crew);
                tree = opened.add(builder.tree());
            }
            LeafDominators leaves =
                    LeafDominators.find(
                            graph,
                            edges,
                            tree,
                            budget,
                            crew,
                            phases.start("dominators of leaves", graph.nodes()));
            opened.keep();
            return new Dominators(tree, leaves);
        }
    }

    /** Builds the tree beside the sweep, which ends whether or not the tree could be built. */
    private static void build(DominatorTreeBuilder builder, Sweep sweep, Crew crew)
            throws BudgetExceededException {
        try {
            crew.run(
                    member -> {
                        try {
                            if (member == 0) {
                                builder.build();
                            }
                        } finally {
                            sweep.read(member);
                        }
                    });
        } finally {
            sweep.end(crew);
        }
    }

    @Override
    public void close() {
        leaves.close();
        tree.close();
    }
}
