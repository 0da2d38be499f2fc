/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.dominators;

import io.heapsight.heap.memory.BudgetExceededException;
import io.heapsight.heap.memory.IntList;
import io.heapsight.heap.parallel.WorkerThreads;
import io.heapsight.unit.CancelSignal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The numbers that determine the memory for a {@link Graph} and its dominators.
 *
 * @param edges to nodes and leaves, with repetitions
 * @param edgesToNodes those to nodes
 * @param listPieces pieces of the lists of a {@link StoredGraph}
 */
public record GraphSize(long nodes, long leaves, long edges, long edgesToNodes, long listPieces) {
    private static final int CHUNK = 1_024;

    /** An upper bound for graphs with at most these numbers. */
    public static GraphSize atMost(
            long nodes, long leaves, long edges, long edgesToNodes, int threads) {
        return new GraphSize(
                nodes, leaves, edges, edgesToNodes, IntList.pieces(edges) + threads - 1);
    }

    /**
     * Reads the edges of a graph, without a table.
     *
     * @param workers as many as read the {@link StoredGraph}
     */
    public static GraphSize of(Graph graph, int leaves, WorkerThreads workers, CancelSignal cancel)
            throws BudgetExceededException {
        List<GraphSize> parts = Collections.synchronizedList(new ArrayList<>());
        workers.run(worker -> parts.add(part(graph, worker, workers.size(), cancel)));
        return new GraphSize(
                graph.nodes(),
                leaves,
                parts.stream().mapToLong(GraphSize::edges).sum(),
                parts.stream().mapToLong(GraphSize::edgesToNodes).sum(),
                parts.stream().mapToLong(GraphSize::listPieces).sum());
    }

    private static GraphSize part(Graph graph, int thread, int threads, CancelSignal cancel) {
        Graph.Edges reader = graph.edges();
        int[] targets = new int[CHUNK];
        int nodes = graph.nodes();
        int first = StoredGraph.firstNode(nodes, thread, threads);
        int last = StoredGraph.firstNode(nodes, thread + 1, threads);
        long edges = 0;
        long toNodes = 0;
        for (int node = first; node < last; node++) {
            if (CancelPoints.isOne(node)) {
                cancel.throwIfCancelled();
            }
            int read = 0;
            int n;
            do {
                n = reader.read(node, read, targets);
                read += n;
                toNodes += StoredGraph.edgesToNodes(targets, n, nodes);
            } while (n == CHUNK);
            edges += read;
        }
        return new GraphSize(last - first, 0, edges, toNodes, IntList.pieces(edges));
    }

    /** The memory of a {@link StoredGraph}. */
    public long storedBytes() {
        return StoredGraph.bytesNeeded(nodes, listPieces);
    }

    /** The memory of a {@link DominatorTreeBuilder}. */
    public long builderBytes() {
        return DominatorTree.bytesNeeded(nodes, edgesToNodes);
    }

    /** The memory of a {@link DominatorTree}. */
    public long treeBytes() {
        return DominatorTree.bytesNeeded(nodes, 0);
    }
}
