/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap;

import io.heapsight.unit.CancelSignal;

/**
 * Another graph's edges, read once in the order of nodes, by several threads, and kept: 4 bytes a
 * node and 4 bytes an edge. Dominators read each edge twice, the first time in an order that is
 * random for a dump: where there is memory to spare, this is worth it.
 */
final class StoredGraph implements Graph, AutoCloseable {
    private static final int CHUNK = 1024;
    private static final int CANCEL_MASK = (1 << 12) - 1;
    private static final String PURPOSE = "a copy of the edges";

    private final Graph graph;
    private final MemoryBudget budget;

    /** How many nodes each thread read; the last one may have fewer. */
    private final int share;

    /** By thread: the targets of its nodes, one node after another. */
    private final IntList[] targets;

    /** By node: where its targets end in the list of its thread. */
    private final IntArray ends;

    private StoredGraph(Graph graph, MemoryBudget budget, int threads)
            throws BudgetExceededException {
        this.graph = graph;
        this.budget = budget;
        share = Math.max(1, Math.ceilDiv(graph.nodes(), threads));
        targets = new IntList[threads];
        for (int i = 0; i < threads; i++) {
            targets[i] = new IntList(budget, PURPOSE);
        }
        ends = IntArray.reserve(budget, graph.nodes(), PURPOSE);
    }

    /**
     * Reads the edges.
     *
     * @throws BudgetExceededException as soon as it is clear that they and {@link
     *     DominatorTree#bytesNeeded} of them do not fit together; nothing is kept then
     */
    static StoredGraph of(Graph graph, MemoryBudget budget, Crew crew, CancelSignal cancel)
            throws BudgetExceededException {
        StoredGraph copy = new StoredGraph(graph, budget, crew.size());
        boolean done = false;
        try {
            crew.run(member -> copy.read(member, cancel));
            copy.leaveRoom(copy.edgeCount());
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
        Edges edges = graph.edges();
        int[] into = new int[CHUNK];
        int first = (int) Math.min((long) thread * share, nodes());
        int last = (int) Math.min((long) first + share, nodes());
        for (int node = first; node < last; node++) {
            if ((node & CANCEL_MASK) == 0) {
                cancel.throwIfCancelled();
                leaveRoom((long) list.size() * targets.length);
            }
            int read = 0;
            for (int n = edges.read(node, 0, into); n > 0; n = edges.read(node, read, into)) {
                list.addAll(into, n);
                read += n;
            }
            ends.set(node, list.size());
        }
    }

    /** For the dominators of so many edges. */
    private void leaveRoom(long edgesSoFar) throws BudgetExceededException {
        long room = DominatorTree.bytesNeeded(nodes(), edgesSoFar);
        if (budget.availableBytes() < room) {
            throw new BudgetExceededException(PURPOSE, room, budget.availableBytes());
        }
    }

    /** How many edges all nodes have. */
    long edgeCount() {
        long sum = 0;
        for (IntList list : targets) {
            sum += list.size();
        }
        return sum;
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
        return this::read;
    }

    private int read(int node, int from, int[] into) {
        IntList list = targets[node / share];
        int begin = (node % share == 0 ? 0 : ends.get(node - 1)) + from;
        int count = Math.min(into.length, ends.get(node) - begin);
        for (int i = 0; i < count; i++) {
            into[i] = list.get(begin + i);
        }
        return count;
    }

    @Override
    public void close() {
        ends.close();
        for (IntList list : targets) {
            list.close();
        }
    }
}
