/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap;

import io.heapsight.unit.CancelSignal;
import java.util.OptionalLong;

/**
 * What each reachable object retains: the graph, its dominators, and the bytes below each of them.
 */
final class Retention implements AutoCloseable {
    private final DumpedHeap heap;
    private final ObjectSizes sizes;
    private final HeapGraph graph;
    private final DominatorTree tree;
    private final LeafDominators leaves;
    private final RetainedBytes retained;
    private final long[] leafBytes;

    private Retention(
            DumpedHeap heap,
            ObjectSizes sizes,
            HeapGraph graph,
            DominatorTree tree,
            LeafDominators leaves,
            RetainedBytes retained) {
        this.heap = heap;
        this.sizes = sizes;
        this.graph = graph;
        this.tree = tree;
        this.leaves = leaves;
        this.retained = retained;
        this.leafBytes = new long[heap.classes().size()];
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
                                    phases.start("dominators of leaves", graph.nodes())));
            RetainedBytes retained = opened.add(RetainedBytes.reserve(tree, budget));
            Retention retention = new Retention(heap, sizes, graph, tree, leaves, retained);
            retention.addBytes(phases.start("retained sizes", objects));
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

    private void addBytes(PhaseProgress progress) {
        NodeReader nodes = new NodeReader(graph, sizes);
        for (int node = 0; node < graph.nodes(); node++) {
            if (tree.rank(node) > 0) {
                retained.add(node, nodes.shallowBytes(node));
            }
            tell(progress, node);
        }
        ReferenceReader reader = new ReferenceReader(heap.bytes(), heap.classes());
        ObjectNumbers.Cursor cursor = leaves.numbers().new Cursor();
        for (int leaf = 0; leaf < leaves.size(); leaf++) {
            cursor.moveTo(leaf);
            reader.open(heap.position(cursor.address()));
            long bytes = sizes.of(reader.classIndex(), reader.length());
            int dominator = leaves.immediateDominator(leaf);
            // Nobody refers to it where records share an address: the dump contradicts itself.
            retained.add(dominator == DominatorTree.NONE ? DominatorTree.ROOT : dominator, bytes);
            leafBytes[reader.classIndex()] += bytes;
            leaves.addInstance(leaf, reader.classIndex());
            tell(progress, leaf);
        }
        for (HeapClass each : heap.classes().all()) {
            if (isReachableLeaf(each)) {
                retained.add(
                        leaves.immediateDominatorOfClass(each.index()),
                        sizes.ofClassObject(each.index()));
            }
        }
        retained.sumUp();
    }

    private static void tell(PhaseProgress progress, int done) {
        if ((done & 0xFFFF) == 0xFFFF) {
            progress.add(0x1_0000);
        }
    }

    /** Retained bytes by class, nothing counted twice: see {@link RetainedByClass}. */
    long[] byClass(MemoryBudget budget, CancelSignal cancelled) throws BudgetExceededException {
        NodeReader nodes = new NodeReader(graph, sizes);
        HeapClasses classes = heap.classes();
        long[] bytes =
                RetainedByClass.of(
                        retained,
                        graph.nodes(),
                        nodes::classIndex,
                        classes.size(),
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
            return OptionalLong.of(sizes.of(reader.classIndex(), reader.length()));
        }
        int classIndex = node >= 0 ? heap.classes().indexOf(address) : -1;
        return classIndex >= 0 && isReachableLeaf(heap.classes().get(classIndex))
                ? OptionalLong.of(sizes.ofClassObject(classIndex))
                : OptionalLong.empty();
    }

    @Override
    public void close() {
        retained.close();
        leaves.close();
        tree.close();
        graph.close();
    }
}
