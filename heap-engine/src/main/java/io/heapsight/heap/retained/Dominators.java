/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.retained;

import io.heapsight.heap.dominators.DominatorTree;
import io.heapsight.heap.dominators.DominatorTreeBuilder;
import io.heapsight.heap.dominators.Graph;
import io.heapsight.heap.dominators.StoredGraph;
import io.heapsight.heap.memory.BudgetExceededException;
import io.heapsight.heap.memory.CloseOnFailure;
import io.heapsight.heap.memory.MemoryBudget;
import io.heapsight.heap.parallel.PhaseProgress;
import io.heapsight.heap.parallel.PhaseStarter;
import io.heapsight.heap.parallel.WorkerThreads;
import io.heapsight.heap.waste.WastePass;
import org.jspecify.annotations.Nullable;

/**
 * Holds the immediate dominators of all objects of a {@link HeapGraph}, nodes and leaves.
 *
 * <p>Edges are stored if memory suffices, because they are read several times, once in random
 * order. One thread builds the tree while the others start the {@link WastePass}.
 */
record Dominators(DominatorTree tree, LeafDominators leaves, @Nullable Referrers referrers)
        implements AutoCloseable {
    /**
     * Finds the dominators.
     *
     * @param wastePass is started here, and completed as far as memory allows
     * @param withReferrers whether to invert the edges, too
     */
    static Dominators find(
            HeapGraph graph,
            WastePass wastePass,
            boolean withReferrers,
            MemoryBudget budget,
            WorkerThreads workers,
            PhaseStarter phases)
            throws BudgetExceededException {
        phases.start("reading references", 0);
        try (CloseOnFailure opened = new CloseOnFailure();
                CloseOnFailure copied = new CloseOnFailure()) {
            Graph edges = graph;
            long count;
            try {
                StoredGraph copy =
                        copied.add(StoredGraph.of(graph, budget, workers, phases.cancelled()));
                edges = copy;
                count = copy.edgeCount();
            } catch (BudgetExceededException e) {
                count = graph.size(workers, phases.cancelled()).edgesToNodes();
            }
            DominatorTree tree;
            try (DominatorTreeBuilder builder =
                    DominatorTreeBuilder.reserve(edges, count, budget, phases.cancelled())) {
                // Each pass of the tree counts as much as reading the dump for waste.
                long bytes = graph.heap().bytes().size();
                double bytesPerNode = (double) bytes / graph.nodes();
                PhaseProgress progress =
                        phases.start("dominators", (1 + DominatorTreeBuilder.PASSES) * bytes);
                builder.reportTo(nodes -> progress.add((long) (nodes * bytesPerNode)));
                wastePass.begin(workers, progress);
                build(builder, wastePass, workers);
                tree = opened.add(builder.tree());
            }
            LeafDominators leaves =
                    LeafDominators.find(
                            graph,
                            edges,
                            tree,
                            budget,
                            workers,
                            phases.start("dominators of leaves", graph.nodes()));
            opened.add(leaves);
            Referrers referrers = null;
            if (withReferrers) {
                phases.start("turning references around", 0);
                int targets = graph.nodes() + graph.leaves();
                try {
                    referrers = opened.add(Referrers.of(edges, tree, targets, budget, workers));
                } catch (BudgetExceededException _) {
                    referrers = null; // no index is written; everything else continues
                }
            }
            opened.keep();
            return new Dominators(tree, leaves, referrers);
        }
    }

    /**
     * Builds the tree while the pass for waste runs. Completes that pass even if the tree cannot be
     * built.
     */
    private static void build(
            DominatorTreeBuilder builder, WastePass wastePass, WorkerThreads workers)
            throws BudgetExceededException {
        try {
            workers.run(
                    worker -> {
                        try {
                            if (worker == 0) {
                                builder.build();
                            }
                        } finally {
                            wastePass.read(worker);
                        }
                    });
        } finally {
            wastePass.end(workers);
        }
    }

    @Override
    public void close() {
        if (referrers != null) {
            referrers.close();
        }
        leaves.close();
        tree.close();
    }
}
