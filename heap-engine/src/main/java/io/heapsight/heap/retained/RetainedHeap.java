/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.retained;

import io.heapsight.heap.classes.ClassTotals;
import io.heapsight.heap.dominators.DominatorTree;
import io.heapsight.heap.dominators.LargeLeaves;
import io.heapsight.heap.dominators.LargeLeaves.LargeLeaf;
import io.heapsight.heap.dominators.RetainedByClass;
import io.heapsight.heap.dominators.RetainedBytes;
import io.heapsight.heap.index.DumpedHeap;
import io.heapsight.heap.memory.BudgetExceededException;
import io.heapsight.heap.memory.CloseOnFailure;
import io.heapsight.heap.memory.IntArray;
import io.heapsight.heap.memory.MemoryBudget;
import io.heapsight.heap.objects.ObjectSizes;
import io.heapsight.heap.objects.ReferenceReader;
import io.heapsight.heap.parallel.PhaseStarter;
import io.heapsight.heap.parallel.WorkerThreads;
import io.heapsight.heap.reachability.PossibleDominators;
import io.heapsight.heap.reachability.ReachableHeap;
import io.heapsight.heap.waste.WastePass;
import io.heapsight.unit.CancelSignal;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Computes the retained size of each reachable object: the graph, its dominators, and the retained
 * bytes of each node.
 */
public final class RetainedHeap implements AutoCloseable {
    /** A leaf of at least this part of all bytes is large. */
    private static final int LARGE_PART = 1_000;

    private final ReachableHeap heap;
    private final HeapGraph graph;
    private final Dominators dominators;
    private final RetainedBytes retained;

    /** The class numbers, by rank. */
    private final IntArray classes;

    private final List<LargeLeaf> largeLeaves;

    /** Resources for the computation. */
    public record Work(MemoryBudget budget, WorkerThreads workers, PhaseStarter phases) {}

    private RetainedHeap(
            ReachableHeap heap,
            HeapGraph graph,
            Dominators dominators,
            RetainedBytes retained,
            IntArray classes,
            List<LargeLeaf> largeLeaves) {
        this.heap = heap;
        this.graph = graph;
        this.dominators = dominators;
        this.retained = retained;
        this.classes = classes;
        this.largeLeaves = largeLeaves;
    }

    /**
     * Computes the retained sizes; on failure all memory is released.
     *
     * @param inner to be closed after the result
     * @param withReferrers whether to compute {@link #referrers}
     */
    public static RetainedHeap compute(
            ReachableHeap heap,
            PossibleDominators inner,
            WastePass wastePass,
            boolean withReferrers,
            Work work)
            throws BudgetExceededException {
        MemoryBudget budget = work.budget();
        WorkerThreads workers = work.workers();
        PhaseStarter phases = work.phases();
        try (CloseOnFailure opened = new CloseOnFailure()) {
            long bytes = heap.dumped().bytes().size();
            HeapGraph graph = opened.add(HeapGraph.of(heap, inner, budget));
            Dominators dominators =
                    opened.add(
                            Dominators.find(
                                    graph, wastePass, withReferrers, budget, workers, phases));
            DominatorTree tree = dominators.tree();
            RetainedBytes retained = opened.add(RetainedBytes.reserve(tree, budget));
            IntArray classes =
                    opened.add(
                            IntArray.reserveOrSpill(
                                    budget, tree.reachable() + 1L, "the classes of nodes"));
            LargeLeaves large = new LargeLeaves(heap.totals().total().bytes() / LARGE_PART);
            new ShallowSizePass(heap.sizes(), graph, dominators.leaves(), retained, classes, large)
                    .read(workers, phases.start("retained sizes", bytes));
            retained.sumUp();
            opened.keep();
            return new RetainedHeap(heap, graph, dominators, retained, classes, large.ranked());
        }
    }

    /**
     * Adds the retained bytes of each class, counting nothing twice: see {@link RetainedByClass}.
     *
     * @param sums by class
     * @param longest receives the length of the longest dominator chain of each class
     */
    public void addByClass(long[] sums, int[] longest, MemoryBudget budget, CancelSignal cancelled)
            throws BudgetExceededException {
        long[] ofNodes = RetainedByClass.of(retained, classes, longest, budget, cancelled);
        for (int i = 0; i < sums.length; i++) {
            // Leaves dominate nothing except class objects, and all objects of their classes are
            // leaves.
            sums[i] += ofNodes[i] + (graph.isClassOfLeaves(i) ? heap.totals().of(i).bytes() : 0);
        }
    }

    /** The number of the class of a node; for a class object that of {@code java.lang.Class}. */
    public int classIndex(int node) {
        return classIndexAtRank(tree().rank(node));
    }

    /** Like {@link #classIndex}, by rank. */
    public int classIndexAtRank(int rank) {
        return classes.get(rank);
    }

    /** Announces that classes in a range of ranks will be read in order. */
    public void willReadClasses(long from, long end) {
        classes.willRead(from, end);
    }

    public DumpedHeap heap() {
        return heap.dumped();
    }

    /** The reachable objects by class. */
    public ClassTotals totals() {
        return heap.totals();
    }

    public ObjectSizes sizes() {
        return heap.sizes();
    }

    public HeapGraph graph() {
        return graph;
    }

    public DominatorTree tree() {
        return dominators.tree();
    }

    public LeafDominators leaves() {
        return dominators.leaves();
    }

    /** Releases the memory of the {@link #referrers}; don't use them afterwards. */
    public void releaseReferrers() {
        Referrers referrers = dominators.referrers();
        if (referrers != null) {
            referrers.close();
        }
    }

    /** The referrers of each node and leaf; null if they were not requested. */
    public @Nullable Referrers referrers() {
        return dominators.referrers();
    }

    public RetainedBytes retained() {
        return retained;
    }

    /** Leaves large enough for a list of the biggest objects; the biggest first. */
    public List<LargeLeaf> largeLeaves() {
        return largeLeaves;
    }

    /** The retained size of the object or class at an address; empty if it is unreachable. */
    public OptionalLong bytesOf(long address) {
        int node = graph.node(address);
        if (node >= 0 && tree().rank(node) > 0) {
            return OptionalLong.of(retained.bytes(node));
        }
        int leaf = graph.nodeOrLeaf(address);
        if (!graph.isLeaf(leaf) || !leaves().isReachable(leaf)) {
            return OptionalLong.empty();
        }
        if (node >= 0) {
            return OptionalLong.of(sizes().ofClassObject(graph.classOf(node).index()));
        }
        ReferenceReader reader = new ReferenceReader(heap().bytes(), heap().classes());
        reader.open(heap().position(address));
        return OptionalLong.of(sizes().of(reader));
    }

    @Override
    public void close() {
        classes.close();
        retained.close();
        dominators.close();
        graph.close();
    }
}
