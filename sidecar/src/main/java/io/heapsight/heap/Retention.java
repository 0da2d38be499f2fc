/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap;

import io.heapsight.unit.CancelSignal;
import java.util.Arrays;
import java.util.OptionalLong;

/**
 * What each reachable object retains: the graph, its dominators, and the bytes below each of them.
 */
final class Retention implements AutoCloseable {
    /** A power of two. */
    private static final int LOCKS = 256;

    private final DumpedHeap heap;
    private final ObjectSizes sizes;
    private final HeapGraph graph;
    private final DominatorTree tree;
    private final LeafDominators leaves;
    private final RetainedBytes retained;

    /** By rank: the number of the class. */
    private final IntArray classes;

    private final long[] leafBytes;

    /** Threads that add to one node take turns: many leaves have the same dominator. */
    private final Object[] locks = new Object[LOCKS];

    private Retention(
            ObjectSizes sizes,
            HeapGraph graph,
            DominatorTree tree,
            LeafDominators leaves,
            RetainedBytes retained,
            IntArray classes) {
        this.heap = graph.heap();
        this.sizes = sizes;
        this.graph = graph;
        this.tree = tree;
        this.leaves = leaves;
        this.retained = retained;
        this.classes = classes;
        this.leafBytes = new long[heap.classes().size()];
        Arrays.setAll(locks, _ -> new Object());
    }

    /** Computes it; on failure everything is given back. */
    static Retention compute(
            DumpedHeap heap,
            ObjectSizes sizes,
            ClassTotals reachable,
            MemoryBudget budget,
            Crew crew,
            Phases phases)
            throws BudgetExceededException {
        try (Opened opened = new Opened()) {
            long objects = reachable.total().objects();
            HeapGraph graph =
                    opened.add(
                            HeapGraph.of(
                                    heap,
                                    reachable,
                                    budget,
                                    crew,
                                    phases.start("finding who refers", heap.bytes().size())));
            phases.start("dominators", 0);
            DominatorTree tree = opened.add(dominators(graph, budget, crew, phases));
            LeafDominators leaves =
                    opened.add(
                            LeafDominators.find(
                                    graph,
                                    tree,
                                    budget,
                                    crew,
                                    phases.start("dominators of leaves", graph.nodes())));
            RetainedBytes retained = opened.add(RetainedBytes.reserve(tree, budget));
            IntArray classes =
                    opened.add(
                            IntArray.reserveOrSpill(
                                    budget, tree.reachable() + 1L, "the classes of nodes"));
            Retention retention = new Retention(sizes, graph, tree, leaves, retained, classes);
            retention.addBytes(crew, phases.start("retained sizes", objects));
            opened.keep();
            return retention;
        }
    }

    /** Edges are kept for it where memory suffices: it reads them twice, in random order once. */
    private static DominatorTree dominators(
            HeapGraph graph, MemoryBudget budget, Crew crew, Phases phases)
            throws BudgetExceededException {
        try (StoredGraph copy = StoredGraph.of(graph, budget, crew, phases.cancelled())) {
            return DominatorTree.of(copy, copy.edgeCount(), budget, phases.cancelled());
        } catch (BudgetExceededException e) {
            return DominatorTree.of(graph, graph.countEdges(crew), budget, phases.cancelled());
        }
    }

    private void addBytes(Crew crew, PhaseProgress progress) throws BudgetExceededException {
        crew.run(
                member ->
                        addNodes(
                                crew.share(member, graph.nodes()),
                                crew.share(member + 1, graph.nodes()),
                                progress));
        crew.run(
                member ->
                        addLeaves(
                                crew.share(member, leaves.size()),
                                crew.share(member + 1, leaves.size()),
                                progress));
        for (HeapClass each : heap.classes().all()) {
            if (isReachableLeaf(each)) {
                retained.add(
                        leaves.immediateDominatorOfClass(each.index()),
                        sizes.ofClassObject(each.index()));
            }
        }
        retained.sumUp();
    }

    private void addNodes(int first, int end, PhaseProgress progress) {
        NodeReader nodes = new NodeReader(graph, sizes);
        for (int node = first; node < end; node++) {
            int rank = tree.rank(node);
            if (rank > 0) {
                retained.addAtRank(rank, nodes.shallowBytes(node));
                classes.set(rank, nodes.classIndex(node));
            }
            tell(progress, node);
        }
    }

    private void addLeaves(int first, int end, PhaseProgress progress) {
        ReferenceReader reader = new ReferenceReader(heap.bytes(), heap.classes());
        ObjectNumbers.Cursor cursor = leaves.numbers().new Cursor();
        long[] ofClass = new long[leafBytes.length];
        for (int leaf = first; leaf < end; leaf++) {
            cursor.moveTo(leaf);
            reader.open(heap.position(cursor.address()));
            long bytes = sizes.of(reader);
            // Nobody refers to it where records share an address: the dump contradicts itself.
            int dominator = Math.max(leaves.immediateDominator(leaf), DominatorTree.ROOT);
            int rank = tree.rank(dominator);
            synchronized (locks[rank & (locks.length - 1)]) {
                retained.addAtRank(rank, bytes);
            }
            ofClass[reader.classIndex()] += bytes;
            leaves.addInstance(leaf, reader.classIndex());
            tell(progress, leaf);
        }
        synchronized (leafBytes) {
            for (int i = 0; i < ofClass.length; i++) {
                leafBytes[i] += ofClass[i];
            }
        }
    }

    private static void tell(PhaseProgress progress, int done) {
        if ((done & 0xFFFF) == 0xFFFF) {
            progress.add(0x1_0000);
        }
    }

    /** Retained bytes by class, nothing counted twice: see {@link RetainedByClass}. */
    long[] byClass(MemoryBudget budget, CancelSignal cancelled) throws BudgetExceededException {
        long[] bytes =
                RetainedByClass.of(
                        retained,
                        graph.nodes(),
                        this::classIndex,
                        heap.classes().size(),
                        budget,
                        cancelled);
        // Leaves dominate nothing, and only leaves are of their classes; class objects apart.
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] += leafBytes[i];
        }
        return bytes;
    }

    boolean isReachableLeaf(HeapClass each) {
        return graph.isLeaf(each)
                && leaves.immediateDominatorOfClass(each.index()) > DominatorTree.NONE;
    }

    /** The number of the class of a node; of a class object that of {@code java.lang.Class}. */
    int classIndex(int node) {
        return classes.get(tree.rank(node));
    }

    DumpedHeap heap() {
        return heap;
    }

    ObjectSizes sizes() {
        return sizes;
    }

    HeapGraph graph() {
        return graph;
    }

    DominatorTree tree() {
        return tree;
    }

    LeafDominators leaves() {
        return leaves;
    }

    RetainedBytes retained() {
        return retained;
    }

    /** What the object or class at an address retains; empty when it is not reachable. */
    OptionalLong bytesOf(long address) {
        int node = graph.node(address);
        if (node >= 0 && tree.rank(node) > 0) {
            return OptionalLong.of(retained.bytes(node));
        }
        if (leaves.leaf(address) >= 0) {
            ReferenceReader reader = new ReferenceReader(heap.bytes(), heap.classes());
            reader.open(heap.position(address));
            return OptionalLong.of(sizes.of(reader));
        }
        int classIndex = node >= 0 ? heap.classes().indexOf(address) : -1;
        return classIndex >= 0 && isReachableLeaf(heap.classes().get(classIndex))
                ? OptionalLong.of(sizes.ofClassObject(classIndex))
                : OptionalLong.empty();
    }

    @Override
    public void close() {
        classes.close();
        retained.close();
        leaves.close();
        tree.close();
        graph.close();
    }
}
