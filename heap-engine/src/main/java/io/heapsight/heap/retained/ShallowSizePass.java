/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.retained;

import io.heapsight.heap.classes.HeapClass;
import io.heapsight.heap.dominators.DominatorTree;
import io.heapsight.heap.dominators.LargeLeaves;
import io.heapsight.heap.dominators.LargeLeaves.LargeLeaf;
import io.heapsight.heap.dominators.RetainedBytes;
import io.heapsight.heap.index.DumpedHeap;
import io.heapsight.heap.memory.BudgetExceededException;
import io.heapsight.heap.memory.IntArray;
import io.heapsight.heap.objects.ObjectSizes;
import io.heapsight.heap.objects.ReferenceReader;
import io.heapsight.heap.parallel.PhaseProgress;
import io.heapsight.heap.parallel.SegmentPass;
import io.heapsight.heap.parallel.WorkerThreads;
import io.heapsight.heap.reachability.ObjectNumbers;
import io.heapsight.hprof.RecordCursor;
import io.heapsight.hprof.Segment;
import java.util.Arrays;

/**
 * Reads the dump once to set the class and size of each node of the dominator tree. The size is the
 * node's shallow size plus those of the leaves immediately below it.
 */
final class ShallowSizePass {
    /** A power of two. */
    private static final int LOCKS = 256;

    /**
     * Adjacent ranks share a lock: ranks come almost in order, so that threads seldom compete for
     * one.
     */
    private static final int NEIGHBOURS = 64;

    private final DumpedHeap heap;
    private final ObjectSizes sizes;
    private final HeapGraph graph;
    private final DominatorTree tree;
    private final LeafDominators leaves;
    private final RetainedBytes retained;
    private final IntArray classes;
    private final LargeLeaves largeLeaves;

    /** Serialize additions to one node, because many leaves have the same dominator. */
    private final Object[] locks = new Object[LOCKS];

    /**
     * @param retained receives the shallow sizes
     * @param classes by rank; receives the classes
     * @param largeLeaves receives the large leaves
     */
    ShallowSizePass(
            ObjectSizes sizes,
            HeapGraph graph,
            LeafDominators leaves,
            RetainedBytes retained,
            IntArray classes,
            LargeLeaves largeLeaves) {
        this.heap = graph.heap();
        this.sizes = sizes;
        this.graph = graph;
        this.tree = retained.tree();
        this.leaves = leaves;
        this.retained = retained;
        this.classes = classes;
        this.largeLeaves = largeLeaves;
        Arrays.setAll(locks, _ -> new Object());
    }

    void read(WorkerThreads workers, PhaseProgress progress) throws BudgetExceededException {
        SegmentPass.run(heap.segments(), workers, Share::new, progress);
        heap.classes().all().forEach(this::addClassObject);
    }

    private void addClassObject(HeapClass each) {
        long bytes = sizes.ofClassObject(each.index());
        int leaf = graph.leafOf(each.index());
        if (graph.isLeaf(each)) {
            if (leaves.isReachable(leaf)) {
                retained.addAtRank(leaves.rank(leaf), bytes);
            }
            return;
        }
        int rank = tree.rank(graph.nodeOf(each));
        if (rank > 0) {
            retained.addAtRank(rank, bytes);
            classes.set(rank, heap.classes().javaLangClass());
        }
    }

    private final class Share implements SegmentPass.Share {
        private final RecordCursor record = new RecordCursor(heap.bytes());
        private final ReferenceReader object = new ReferenceReader(heap.bytes(), heap.classes());
        private final ObjectNumbers.Neighbours numbers = graph.neighbours();

        @Override
        public void read(Segment segment) {
            record.reset(segment.start(), segment.end());
            while (record.next()) {
                int found = record.isObject() ? numbers.of(record.address()) : ObjectNumbers.NONE;
                if (found != ObjectNumbers.NONE) {
                    object.open(record.position());
                    add(found, sizes.of(object));
                }
            }
        }

        private void add(int found, long bytes) {
            if (found < 0) {
                addLeaf(graph.leaf(found), bytes);
                return;
            }
            int rank = tree.rank(found);
            if (rank > 0) {
                addAtRank(rank, bytes);
                classes.set(rank, object.classIndex());
            }
        }

        private void addLeaf(int leaf, long bytes) {
            int rank = leaves.rank(leaf);
            addAtRank(rank, bytes);
            leaves.addInstance(leaf, object.classIndex());
            if (largeLeaves.isLarge(bytes)) {
                largeLeaves.add(
                        new LargeLeaf(leaf, object.classIndex(), record.address(), bytes, rank));
            }
        }

        private void addAtRank(int rank, long bytes) {
            synchronized (locks[rank / NEIGHBOURS & (LOCKS - 1)]) {
                retained.addAtRank(rank, bytes);
            }
        }
    }
}
