/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.dominators;

import io.heapsight.heap.memory.BudgetExceededException;
import io.heapsight.heap.memory.IntArray;
import io.heapsight.heap.memory.IntPair;
import io.heapsight.heap.memory.LongArray;

/**
 * Finds semidominators if the tables are in memory. Stores the late edges in one list per target
 * node, in the order in which they are needed.
 */
final class SemidominatorsInMemory {
    /** A bit that marks, in nodes, a node with a list and, in edges, the first edge of a list. */
    private static final int MARK = Integer.MIN_VALUE;

    private static final int CHUNK = 1024;

    private final Graph graph;
    private final int reached;
    private final LongArray pairs;
    private final IntArray nodes;
    private final IntArray parents;
    private final IntArray spare;
    private final IntArray edges;
    private final int[] targets = new int[CHUNK];

    /** The end of the lists. */
    private long top;

    SemidominatorsInMemory(DepthFirstOrder order, IntArray edges) {
        this.graph = order.graph();
        this.reached = order.reached();
        this.pairs = order.arrays().pairs();
        this.nodes = order.arrays().nodes();
        this.parents = order.arrays().parents();
        this.spare = order.arrays().spare();
        this.edges = edges;
    }

    /** Writes the semidominators into the spare array, by rank. */
    void find(CancelPoints checkpoints) throws BudgetExceededException {
        makeLists();
        fillLists(checkpoints);
        semidominate(checkpoints);
    }

    /** Allocates the lists one after another, in the order of ranks. */
    private void makeLists() {
        for (int rank = 1; rank <= reached; rank++) {
            int node = nodes.get(rank);
            long pair = pairs.get(node);
            long late = Integer.toUnsignedLong(IntPair.low(pair));
            if (late == 0) {
                pairs.set(node, pair | DominatorTreeBuilder.LEFT_OUT);
                continue;
            }
            nodes.set(rank, node | MARK);
            edges.set(top, MARK);
            top += late;
            pairs.set(node, IntPair.of(rank, (int) top));
        }
    }

    private void fillLists(CancelPoints checkpoints) throws BudgetExceededException {
        Graph.Edges reader = graph.edges();
        for (int node = 0; node < graph.nodes(); node++) {
            checkpoints.at(node);
            int rank = IntPair.high(pairs.get(node)) & ~MARK;
            if (rank != 0) {
                fillFrom(reader, node, rank);
            }
        }
    }

    private void fillFrom(Graph.Edges reader, int node, int rank) {
        int read = 0;
        int n;
        do {
            n = reader.read(node, read, targets);
            for (int i = 0; i < n; i++) {
                int target = targets[i];
                long pair =
                        target < graph.nodes() ? pairs.get(target) : DominatorTreeBuilder.LEFT_OUT;
                if (pair >= 0 && IntPair.high(pair) < rank) {
                    pairs.set(target, --pair);
                    long at = Integer.toUnsignedLong(IntPair.low(pair));
                    edges.set(at, rank | (edges.get(at) & MARK));
                }
            }
            read += n;
        } while (n == CHUNK);
    }

    private void semidominate(CancelPoints checkpoints) throws BudgetExceededException {
        SemidominatorForest forest = new SemidominatorForest(pairs);
        long at = top;
        for (int rank = reached; rank > 0; rank--) {
            checkpoints.at(rank);
            int semi = spare.get(rank);
            int node = nodes.get(rank);
            if (node < 0) {
                nodes.set(rank, node & ~MARK);
                int entry;
                do {
                    entry = edges.get(--at);
                    semi = Math.min(semi, forest.least(entry & ~MARK, rank));
                } while (entry >= 0);
            }
            spare.set(rank, semi);
            forest.link(rank, parents.get(rank), semi);
        }
    }
}
