/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.dominators;

import io.heapsight.heap.memory.BudgetExceededException;
import io.heapsight.heap.memory.IntArray;
import io.heapsight.heap.memory.IntList;
import io.heapsight.heap.memory.MemoryBudget;
import io.heapsight.heap.parallel.WorkerThreads;
import io.heapsight.unit.CancelSignal;
import java.util.Arrays;

/**
 * Stores the edges of another graph: 4 bytes per node and 4 bytes per edge. Several threads read
 * them once, in the order of nodes. Computing dominators reads each edge twice, the first time in
 * an order that is random for a dump; the dominators of leaves read it once more. If memory does
 * not suffice for the edges and the tree, the edges are in files. These have a quarter to a third
 * of the dump's size and need no decoding.
 */
public final class StoredGraph implements Graph, AutoCloseable {
    private static final int CHUNK = 1024;
    private static final int CHECK_MASK = (1 << 12) - 1;
    private static final String PURPOSE = "a copy of the edges";

    private final Graph graph;
    private final MemoryBudget budget;

    /** Number of nodes per thread; the last thread may have fewer. */
    private final int share;

    /** The targets of each thread's nodes, one node after another. */
    private final IntList[] targets;

    /** The number of each thread's targets that are nodes. */
    private final long[] edges;

    /** The end of each node's targets in the list of its thread. */
    private final IntArray ends;

    private StoredGraph(Graph graph, MemoryBudget budget, int threads)
            throws BudgetExceededException {
        this.graph = graph;
        this.budget = budget;
        share = nodesPerThread(graph.nodes(), threads);
        targets = new IntList[threads];
        edges = new long[threads];
        for (int i = 0; i < threads; i++) {
            targets[i] = new IntList(budget, PURPOSE);
        }
        ends = IntArray.reserveOrSpill(budget, graph.nodes(), treeBytes(0), PURPOSE);
    }

    /**
     * The memory of a copy.
     *
     * @param pieces of the lists of all threads
     */
    static long bytesNeeded(long nodes, long pieces) {
        return IntArray.bytesNeeded(nodes) + pieces * IntList.PIECE_BYTES;
    }

    /** The first node of a thread; for the number after the last thread, the end of all nodes. */
    static int firstNode(int nodes, int thread, int threads) {
        return (int) Math.min((long) thread * nodesPerThread(nodes, threads), nodes);
    }

    private static int nodesPerThread(int nodes, int threads) {
        return Math.max(1, Math.ceilDiv(nodes, threads));
    }

    /**
     * Reads the edges.
     *
     * @throws BudgetExceededException if they and {@link DominatorTree#bytesNeeded} do not fit
     *     together, and there is no space for files; all memory is released then
     */
    public static StoredGraph of(
            Graph graph, MemoryBudget budget, WorkerThreads workers, CancelSignal cancel)
            throws BudgetExceededException {
        StoredGraph copy = new StoredGraph(graph, budget, workers.size());
        boolean done = false;
        try {
            workers.run(worker -> copy.read(worker, cancel));
            copy.leaveRoom();
            done = true;
            return copy;
        } finally {
            if (!done) {
                copy.close();
            }
        }
    }

    private void read(int thread, CancelSignal cancel) throws BudgetExceededException {
        IntList list = targets[thread];
        Edges reader = graph.edges();
        int[] into = new int[CHUNK];
        int first = firstNode(nodes(), thread, targets.length);
        int last = firstNode(nodes(), thread + 1, targets.length);
        int nodes = nodes();
        long toNodes = 0;
        for (int node = first; node < last; node++) {
            if ((node & CHECK_MASK) == 0) {
                cancel.throwIfCancelled();
                budget.checkReads();
            }
            int read = 0;
            int n;
            do {
                n = reader.read(node, read, into);
                toNodes += edgesToNodes(into, n, nodes);
                list.addAll(into, n, treeBytes(toNodes * targets.length));
                read += n;
            } while (n == CHUNK);
            ends.set(node, list.size());
        }
        edges[thread] = toNodes;
    }

    /** The number of nodes among the first targets of an array. */
    public static int edgesToNodes(int[] targets, int count, int nodes) {
        int toNodes = 0;
        for (int i = 0; i < count; i++) {
            toNodes += targets[i] < nodes ? 1 : 0;
        }
        return toNodes;
    }

    private void leaveRoom() throws BudgetExceededException {
        long room = treeBytes(edgeCount());
        if (budget.availableBytes() < room && !budget.canSpill()) {
            throw new BudgetExceededException(PURPOSE, room, budget.availableBytes());
        }
    }

    /** Bytes for the dominators of this many edges. */
    private long treeBytes(long toNodes) {
        return DominatorTree.bytesNeeded(nodes(), toNodes);
    }

    /** The number of edges to nodes. */
    public long edgeCount() {
        return Arrays.stream(edges).sum();
    }

    @Override
    public int nodes() {
        return graph.nodes();
    }

    @Override
    public IntArray roots() {
        return graph.roots();
    }

    @Override
    public Edges edges() {
        return new Reader();
    }

    /** Detects that nodes are read in order. */
    private final class Reader implements Edges {
        private int before = -1;
        private int inOrder;

        @Override
        public int read(int node, int from, int[] into) {
            int thread = node / share;
            int begin = (node == thread * share ? 0 : ends.get(node - 1)) + from;
            if (node != before) {
                inOrder = node == before + 1 ? inOrder + 1 : 0;
                before = node;
                if (inOrder > CHUNK && CancelPoints.isOne(node)) {
                    ends.willRead(node, (long) node + CancelPoints.STEPS);
                    targets[thread].willRead(begin, begin + 2L * CancelPoints.STEPS);
                }
            }
            int count = Math.min(into.length, ends.get(node) - begin);
            targets[thread].copy(begin, into, count);
            return count;
        }
    }

    @Override
    public void close() {
        ends.close();
        for (IntList list : targets) {
            list.close();
        }
    }
}
