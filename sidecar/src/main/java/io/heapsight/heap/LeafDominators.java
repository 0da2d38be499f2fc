/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap;

import io.heapsight.hprof.ClassDump;
import io.heapsight.summary.ReferenceStrength;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * The immediate dominators of the leaves, which the {@link HeapGraph} leaves out: the nearest
 * common ancestor of whatever refers to a leaf. 4 bytes a leaf. Class objects that are leaves have
 * theirs once {@link #addInstance} was told of each leaf.
 */
final class LeafDominators implements AutoCloseable {
    private static final int CHUNK = 1_024;

    /** What is kept for a leaf that nothing has referred to so far. */
    private static final int NONE = 0;

    /** What is added to a node, so that the root ({@code -1}) can be told from none. */
    private static final int BIAS = 2;

    private final HeapGraph graph;
    private final DominatorTree tree;
    private final ObjectNumbers leaves;
    private final IntArray dominators;
    private final AtomicIntegerArray classDominators;

    private LeafDominators(HeapGraph graph, DominatorTree tree, MemoryBudget budget)
            throws BudgetExceededException {
        this.graph = graph;
        this.tree = tree;
        this.leaves =
                ObjectNumbers.ofWithout(
                        budget, graph.heap().index(), ObjectIndex.MARKS, ObjectIndex.SPARE);
        this.dominators =
                IntArray.reserveOrSpill(budget, leaves.size(), "the dominators of leaves");
        this.classDominators = new AtomicIntegerArray(graph.heap().classes().size());
    }

    /** Finds them, in one sweep over all nodes, of which each member of the crew has a part. */
    static LeafDominators find(
            HeapGraph graph,
            DominatorTree tree,
            MemoryBudget budget,
            Crew crew,
            PhaseProgress progress)
            throws BudgetExceededException {
        LeafDominators leaves = new LeafDominators(graph, tree, budget);
        leaves.addRoots();
        leaves.addThreadLocals();
        crew.run(
                member ->
                        leaves.addObjects(
                                crew.share(member, graph.nodes()),
                                crew.share(member + 1, graph.nodes()),
                                progress));
        return leaves;
    }

    private void addRoots() {
        Roots roots = graph.heap().roots();
        for (long i = 0; i < roots.size(); i++) {
            if (!graph.heap().locals().isLocal(i)) {
                add(roots.address(i), DominatorTree.ROOT);
            }
        }
    }

    private void addThreadLocals() {
        Roots roots = graph.heap().roots();
        for (long thread : graph.heap().locals().threads()) {
            int node = graph.node(thread);
            if (tree.rank(node) > 0) {
                for (long root : graph.heap().locals().of(thread)) {
                    add(roots.address(root), node);
                }
            }
        }
    }

    private void addObjects(int first, int end, PhaseProgress progress) {
        HeapGraph.Reader reader = graph.edges();
        long[] references = new long[CHUNK];
        for (int node = first; node < end; node++) {
            if ((node & 0xFFFF) == 0xFFFF) {
                progress.add(0x1_0000);
            }
            if (tree.rank(node) == 0) {
                continue;
            }
            if (graph.isClass(node)) {
                ClassDump dump = graph.classOf(node).dump();
                if (dump != null) {
                    addAll(ReferenceReader.ofClass(dump), node);
                }
                continue;
            }
            ReferenceReader object = reader.moveTo(node);
            int count;
            do {
                count = object.next(ReferenceStrength.PHANTOM, references);
                for (int i = 0; i < count; i++) {
                    add(references[i], node);
                }
            } while (count == CHUNK);
        }
    }

    private void addAll(long[] references, int referrer) {
        for (long reference : references) {
            add(reference, referrer);
        }
    }

    /** Takes notice of one reference, to a leaf or to something else. */
    private void add(long address, int referrer) {
        if (address == 0) {
            return;
        }
        int leaf = leaves.of(address);
        if (leaf >= 0) {
            addToLeaf(leaf, referrer);
        } else if (!graph.heap().index().isObject(address)) {
            int classIndex = graph.heap().classes().indexOf(address);
            if (classIndex >= 0) {
                addToClass(classIndex, referrer);
            }
        }
    }

    private void addToLeaf(int leaf, int referrer) {
        int known = dominators.get(leaf);
        int joined = join(known, referrer);
        while (joined != known && !dominators.compareAndSet(leaf, known, joined)) {
            known = dominators.get(leaf);
            joined = join(known, referrer);
        }
    }

    private void addToClass(int classIndex, int referrer) {
        if (graph.isLeaf(graph.heap().classes().get(classIndex))
                && classDominators.get(classIndex) != DominatorTree.ROOT + BIAS) {
            classDominators.accumulateAndGet(classIndex, referrer, this::join);
        }
    }

    /** What dominates something that a node refers to, too. */
    private int join(int known, int referrer) {
        if (known == NONE || known - BIAS == referrer) {
            return referrer + BIAS;
        }
        return tree.nearestCommonAncestor(known - BIAS, referrer) + BIAS;
    }

    /** Tells of which class a leaf is: it refers to its class. Safe among threads. */
    void addInstance(int leaf, int classIndex) {
        addToClass(classIndex, immediateDominator(leaf));
    }

    /** The number of a leaf; -1 when the object is none. */
    int leaf(long address) {
        return leaves.of(address);
    }

    int size() {
        return leaves.size();
    }

    ObjectNumbers numbers() {
        return leaves;
    }

    /** The node that dominates a leaf, or {@link DominatorTree#ROOT}. */
    int immediateDominator(int leaf) {
        return dominators.get(leaf) - BIAS;
    }

    /** The node that dominates a class object that is a leaf, or {@link DominatorTree#ROOT}. */
    int immediateDominatorOfClass(int classIndex) {
        return classDominators.get(classIndex) - BIAS;
    }

    @Override
    public void close() {
        dominators.close();
        leaves.close();
    }
}
