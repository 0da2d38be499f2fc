/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.retained;

import io.heapsight.heap.dominators.CommonDominators;
import io.heapsight.heap.dominators.DominatorTree;
import io.heapsight.heap.dominators.Graph;
import io.heapsight.heap.memory.BudgetExceededException;
import io.heapsight.heap.memory.IntArray;
import io.heapsight.heap.memory.MemoryBudget;
import io.heapsight.heap.parallel.PhaseProgress;
import io.heapsight.heap.parallel.WorkerThreads;
import java.util.function.IntBinaryOperator;

/**
 * Finds the immediate dominators of the leaves of a {@link HeapGraph}: the nearest common dominator
 * of all objects that refer to a leaf. Takes 4 bytes per leaf. Class objects that are leaves are
 * complete once {@link #addInstance} was called for each leaf.
 */
public final class LeafDominators implements AutoCloseable {
    private static final int CHUNK = 1_024;
    private static final int TELL = 0xFFFF;

    /** The value of a leaf without a referrer so far. */
    private static final int NONE = 0;

    /** Is added to a rank, to distinguish the root (0) from none. */
    private static final int BIAS = 1;

    private final HeapGraph graph;
    private final DominatorTree tree;
    private final IntBinaryOperator inAnyOrder;
    private final int firstLeaf;
    private final IntArray dominators;

    private LeafDominators(HeapGraph graph, DominatorTree tree, MemoryBudget budget)
            throws BudgetExceededException {
        this.graph = graph;
        this.tree = tree;
        this.inAnyOrder = tree::commonAncestor;
        this.firstLeaf = graph.nodes();
        this.dominators =
                IntArray.reserveOrSpill(budget, graph.leaves(), "the dominators of leaves");
    }

    /**
     * Finds the dominators in one pass over all nodes, split among the workers.
     *
     * @param edges the edges of the graph, from any source
     */
    static LeafDominators find(
            HeapGraph graph,
            Graph edges,
            DominatorTree tree,
            MemoryBudget budget,
            WorkerThreads workers,
            PhaseProgress progress)
            throws BudgetExceededException {
        LeafDominators leaves = new LeafDominators(graph, tree, budget);
        leaves.addRoots();
        workers.run(
                worker ->
                        leaves.addReferrers(
                                edges.edges(),
                                workers.share(worker, graph.nodes()),
                                workers.share(worker + 1, graph.nodes()),
                                progress));
        return leaves;
    }

    private void addRoots() {
        IntArray roots = graph.roots();
        for (long i = 0; i < roots.length(); i++) {
            if (roots.get(i) >= firstLeaf) {
                addReferrer(roots.get(i), 0);
            }
        }
    }

    private void addReferrers(Graph.Edges edges, int first, int end, PhaseProgress progress) {
        int[] targets = new int[CHUNK];
        IntBinaryOperator inOrder = new CommonDominators(tree)::commonAncestor;
        for (int node = first; node < end; node++) {
            if ((node & TELL) == TELL) {
                progress.add(TELL + 1L);
            }
            int rank = tree.rank(node);
            if (rank == 0) {
                continue;
            }
            int read = 0;
            int n;
            do {
                n = edges.read(node, read, targets);
                for (int i = 0; i < n; i++) {
                    if (targets[i] >= firstLeaf) {
                        addReferrer(targets[i], rank, inOrder);
                    }
                }
                read += n;
            } while (n == CHUNK);
        }
    }

    private void addReferrer(int leaf, int rank) {
        addReferrer(leaf, rank, inAnyOrder);
    }

    /** Records a reference to a leaf from the node of a rank. */
    private void addReferrer(int leaf, int rank, IntBinaryOperator commonAncestor) {
        int at = leaf - firstLeaf;
        int known = dominators.get(at);
        int joined = join(known, rank, commonAncestor);
        while (joined != known && !dominators.compareAndSet(at, known, joined)) {
            known = dominators.get(at);
            joined = join(known, rank, commonAncestor);
        }
    }

    /** The dominator after another reference, from the node of a rank. */
    private static int join(int known, int rank, IntBinaryOperator commonAncestor) {
        if (known == NONE || known - BIAS == rank) {
            return rank + BIAS;
        }
        return known == BIAS ? BIAS : commonAncestor.applyAsInt(known - BIAS, rank) + BIAS;
    }

    /** Records the class of a leaf, to which the leaf refers. Thread-safe. */
    void addInstance(int leaf, int classIndex) {
        if (graph.isLeaf(graph.heap().classes().get(classIndex))) {
            addReferrer(graph.leafOf(classIndex), rank(leaf));
        }
    }

    /** Whether any object refers to a leaf. */
    public boolean isReachable(int leaf) {
        return dominators.get(leaf - firstLeaf) != NONE;
    }

    /**
     * The rank of the node that dominates a leaf; 0, the root's rank, if the dump contradicts
     * itself and no object refers to the leaf.
     */
    public int rank(int leaf) {
        return Math.max(dominators.get(leaf - firstLeaf) - BIAS, 0);
    }

    /** The node that dominates a leaf, or {@link DominatorTree#ROOT}. */
    public int immediateDominator(int leaf) {
        return tree.node(rank(leaf));
    }

    @Override
    public void close() {
        dominators.close();
    }
}
