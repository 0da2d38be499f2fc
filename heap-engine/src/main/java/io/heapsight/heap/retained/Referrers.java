/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.retained;

import io.heapsight.heap.dominators.DominatorTree;
import io.heapsight.heap.dominators.Graph;
import io.heapsight.heap.memory.BudgetExceededException;
import io.heapsight.heap.memory.CloseOnFailure;
import io.heapsight.heap.memory.IntArray;
import io.heapsight.heap.memory.MemoryBudget;
import io.heapsight.heap.parallel.WorkerThreads;

/**
 * Holds the referrers of each node and leaf of a {@link HeapGraph}: the inverted edges of the graph
 * without edges from a node to itself. Takes 4 bytes per node or leaf, and 4 bytes per edge.
 */
public final class Referrers implements AutoCloseable {
    private static final int CHUNK = 1_024;
    private static final String PURPOSE = "what refers to each object";

    /** The end of the referrers of each node or leaf, where those of the next one begin. */
    private final IntArray ends;

    private final IntArray sources;
    private boolean closed;

    private Referrers(IntArray ends, IntArray sources) {
        this.ends = ends;
        this.sources = sources;
    }

    /** The memory for the referrers of this many nodes and leaves. */
    public static long bytesNeeded(long targets, long edges) {
        return IntArray.bytesNeeded(targets) + IntArray.bytesNeeded(edges);
    }

    /**
     * Inverts the edges. Each worker reads all edges, and keeps those to its own share of the
     * targets.
     *
     * @param edges the edges of the graph, from any source
     * @param targets number of nodes and leaves
     */
    static Referrers of(
            Graph edges,
            DominatorTree tree,
            int targets,
            MemoryBudget budget,
            WorkerThreads workers)
            throws BudgetExceededException {
        try (CloseOnFailure opened = new CloseOnFailure()) {
            IntArray ends = opened.add(IntArray.reserveOrSpill(budget, targets, PURPOSE));
            workers.run(
                    worker ->
                            forEach(
                                    edges,
                                    tree,
                                    workers.share(worker, targets),
                                    workers.share(worker + 1, targets),
                                    (_, target) -> ends.add(target, 1)));
            long count = 0;
            for (int target = 0; target < targets; target++) {
                int own = ends.get(target);
                ends.set(target, (int) count);
                count += own;
            }
            if (count > Integer.MAX_VALUE) {
                throw new BudgetExceededException(
                        PURPOSE, IntArray.bytesNeeded(count), budget.availableBytes());
            }
            IntArray sources = opened.add(IntArray.reserveOrSpill(budget, count, PURPOSE));
            workers.run(
                    worker ->
                            forEach(
                                    edges,
                                    tree,
                                    workers.share(worker, targets),
                                    workers.share(worker + 1, targets),
                                    (node, target) -> sources.set(ends.add(target, 1) - 1, node)));
            opened.keep();
            return new Referrers(ends, sources);
        }
    }

    /** Receives an edge. */
    @FunctionalInterface
    private interface EdgeTaker {
        void take(int node, int target);
    }

    private static void forEach(
            Graph graph, DominatorTree tree, int firstTarget, int endTarget, EdgeTaker taker) {
        Graph.Edges edges = graph.edges();
        int[] targets = new int[CHUNK];
        for (int node = 0; node < graph.nodes(); node++) {
            if (tree.rank(node) == 0) {
                continue;
            }
            int read = 0;
            int n;
            do {
                n = edges.read(node, read, targets);
                for (int i = 0; i < n; i++) {
                    int target = targets[i];
                    if (target >= firstTarget && target < endTarget && target != node) {
                        taker.take(node, target);
                    }
                }
                read += n;
            } while (n == CHUNK);
        }
    }

    /** The start of the referrers of a node or leaf: see {@link #get}. */
    public int begin(int target) {
        return target == 0 ? 0 : ends.get(target - 1);
    }

    /** The end of the referrers of a node or leaf. */
    public int end(int target) {
        return ends.get(target);
    }

    /** The node of one reference; ascending within a target, with repetitions. */
    public int get(int at) {
        return sources.get(at);
    }

    /** Releases the memory; may be called again. */
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            sources.close();
            ends.close();
        }
    }
}
