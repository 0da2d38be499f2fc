/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.retained;

import io.heapsight.heap.classes.HeapClass;
import io.heapsight.heap.classes.HeapClasses;
import io.heapsight.heap.dominators.Graph;
import io.heapsight.heap.dominators.GraphSize;
import io.heapsight.heap.index.DumpedHeap;
import io.heapsight.heap.memory.BudgetExceededException;
import io.heapsight.heap.memory.IntArray;
import io.heapsight.heap.memory.MemoryBudget;
import io.heapsight.heap.objects.ReferenceReader;
import io.heapsight.heap.parallel.WorkerThreads;
import io.heapsight.heap.reachability.ObjectNumbers;
import io.heapsight.heap.reachability.PossibleDominators;
import io.heapsight.heap.reachability.ReachableHeap;
import io.heapsight.hprof.ClassDump;
import io.heapsight.summary.ReferenceStrength;
import io.heapsight.unit.CancelSignal;
import java.util.Arrays;

/**
 * Presents the reachable objects as a graph. Nodes are the objects that may dominate others, in the
 * order of their addresses, and after them all class objects. The leaves follow: objects of classes
 * without references, in the order of their addresses, and class objects that refer to roots only.
 *
 * <p>The edges are those of Eclipse MAT: from an object to its class, its references and its
 * referent of any strength; from a thread to the objects on its stack; from a class to its super
 * class, loader and statics. It omits edges to classes that are roots, since nothing dominates a
 * root, and edges from leaves to their classes.
 */
public final class HeapGraph implements Graph, AutoCloseable {
    /** Larger objects are read in pieces of this many references. */
    private static final int CHUNK = 1_024;

    private final DumpedHeap heap;
    private final HeapClasses classes;
    private final ObjectNumbers numbers;
    private final boolean[] rootClasses;
    private final boolean[] leafClassObjects;
    private final IntArray roots;

    private HeapGraph(ReachableHeap reachable, PossibleDominators inner, MemoryBudget budget)
            throws BudgetExceededException {
        heap = reachable.dumped();
        classes = heap.classes();
        numbers = inner.number(reachable.totals());
        rootClasses = inner.rootClasses();
        leafClassObjects = inner.leafClassObjects(reachable.totals());
        roots = rootNodes(budget);
    }

    /**
     * Creates the graph.
     *
     * @param inner holds all reachable objects; close it after the graph
     */
    public static HeapGraph of(ReachableHeap heap, PossibleDominators inner, MemoryBudget budget)
            throws BudgetExceededException {
        return new HeapGraph(heap, inner, budget);
    }

    private IntArray rootNodes(MemoryBudget budget) throws BudgetExceededException {
        int[] found = new int[(int) heap.roots().size()];
        int count = 0;
        for (int i = 0; i < found.length; i++) {
            int root = heap.threadRoots().isLocal(i) ? -1 : nodeOrLeaf(heap.roots().address(i));
            if (root >= 0) {
                found[count++] = root;
            }
        }
        IntArray nodes = IntArray.reserveOrSpill(budget, count, "roots");
        for (int i = 0; i < count; i++) {
            nodes.set(i, found[i]);
        }
        return nodes;
    }

    @Override
    public int nodes() {
        return numbers.inner() + classes.size();
    }

    @Override
    public IntArray roots() {
        return roots;
    }

    /** The number of leaves: objects, plus one per class, whether or not it is a leaf. */
    public int leaves() {
        return numbers.leaves() + classes.size();
    }

    /** The number of nodes other than class objects; these nodes come first. */
    public int inner() {
        return numbers.inner();
    }

    /** The node of the first inner object at or after the start of a block. */
    public int firstInner(int block) {
        return numbers.firstInner(block);
    }

    DumpedHeap heap() {
        return heap;
    }

    /** The node of the object or class at an address; -1 if it is a leaf object or unreachable. */
    public int node(long address) {
        int number = numbers.of(address);
        if (number >= 0) {
            return number;
        }
        int classIndex = classAt(address);
        return classIndex < 0 ? -1 : numbers.inner() + classIndex;
    }

    /** The node or leaf of the object or class at an address; -1 if it is unreachable. */
    public int nodeOrLeaf(long address) {
        int number = numbers.of(address);
        if (number >= 0) {
            return number;
        }
        if (number != ObjectNumbers.NONE) {
            return leaf(number);
        }
        int classIndex = classAt(address);
        if (classIndex < 0) {
            return -1;
        }
        return leafClassObjects[classIndex] ? leafOf(classIndex) : numbers.inner() + classIndex;
    }

    /** Looks up one object after another; for one thread. */
    public ObjectNumbers.Neighbours neighbours() {
        return numbers.new Neighbours();
    }

    /** The leaf for a result of {@link ObjectNumbers#of}. */
    public int leaf(int found) {
        return nodes() + ObjectNumbers.leaf(found);
    }

    private int classAt(long address) {
        return heap.index().isObject(address) ? -1 : classes.indexOf(address);
    }

    /** Whether all objects of a class are leaves. */
    boolean isClassOfLeaves(int classIndex) {
        return leafClassObjects[classIndex]
                || (rootClasses[classIndex] && classes.get(classIndex).isLeaf());
    }

    /** The leaf of a class object, if it {@link #isLeaf is} one. */
    public int leafOf(int classIndex) {
        return nodes() + numbers.leaves() + classIndex;
    }

    /** Returns whether a number identifies a leaf rather than a node. */
    public boolean isLeaf(int nodeOrLeaf) {
        return nodeOrLeaf >= nodes();
    }

    /** Whether a node is a class object; false for leaves. */
    public boolean isClass(int node) {
        return node >= numbers.inner() && node < nodes();
    }

    /**
     * Whether a class object is a leaf: it is no root, refers only to roots, and the class has
     * several instances, which are all leaves. Its dominator needs those of the leaves.
     */
    public boolean isLeaf(HeapClass each) {
        return leafClassObjects[each.index()];
    }

    /** Returns the node of a class object that is not a leaf. */
    public int nodeOf(HeapClass each) {
        return numbers.inner() + each.index();
    }

    /** The class whose class object is a node. */
    public HeapClass classOf(int node) {
        return classes.get(node - numbers.inner());
    }

    @Override
    public Reader edges() {
        return new Reader(ReferenceStrength.PHANTOM);
    }

    /** Returns a graph of the same nodes with strong references only. */
    public Graph strong() {
        return new Graph() {
            @Override
            public int nodes() {
                return HeapGraph.this.nodes();
            }

            @Override
            public IntArray roots() {
                return roots;
            }

            @Override
            public Edges edges() {
                return new Reader(ReferenceStrength.STRONG);
            }
        };
    }

    /** Counts the edges. */
    public GraphSize size(WorkerThreads workers, CancelSignal cancel)
            throws BudgetExceededException {
        return GraphSize.of(this, leaves(), workers, cancel);
    }

    /** Reads the edges of nodes. */
    final class Reader implements Edges {
        private final ReferenceReader object = new ReferenceReader(heap.bytes(), classes);
        private final ObjectNumbers.Cursor cursor = numbers.new Cursor();
        private final long[] references = new long[CHUNK];
        private int[] targets = new int[CHUNK];
        private int targetCount;
        private int opened = -1;
        private boolean large;
        private final ReferenceStrength weakest;
        private final SequentialReadDetector steps = new SequentialReadDetector(heap.bytes());

        /** Reads references of this strength and stronger ones. */
        private Reader(ReferenceStrength weakest) {
            this.weakest = weakest;
        }

        @Override
        public int read(int node, int from, int[] into) {
            open(node);
            if (large) {
                return readPiece(node, from, into);
            }
            int count = Math.min(into.length, targetCount - from);
            if (count <= 0) {
                return 0;
            }
            System.arraycopy(targets, from, into, 0, count);
            return count;
        }

        /** Moves to a node other than a class, without reading its edges. */
        ReferenceReader moveTo(int node) {
            opened = -1;
            cursor.moveTo(node);
            object.open(heap.position(cursor.address()));
            return object;
        }

        private void open(int node) {
            if (node == opened) {
                return;
            }
            opened = node;
            targetCount = 0;
            large = false;
            if (isClass(node)) {
                ClassDump dump = classOf(node).dump();
                if (dump != null) {
                    for (long reference : ReferenceReader.ofClass(dump)) {
                        addTarget(reference);
                    }
                }
                return;
            }
            cursor.moveTo(node);
            long position = heap.position(cursor.address());
            steps.readAhead(position);
            object.open(position);
            large = object.isObjectArray() && object.length() > CHUNK;
            if (!large) {
                addTargets();
            }
        }

        private void addTargets() {
            if (!rootClasses[object.classIndex()]) {
                add(numbers.inner() + object.classIndex());
            }
            int count;
            do {
                count = object.next(weakest, references);
                for (int i = 0; i < count; i++) {
                    addTarget(references[i]);
                }
            } while (count == CHUNK);
            if (object.isInstance() && heap.threadRoots().holdsSomething(cursor.address())) {
                for (int root : heap.threadRoots().of(cursor.address())) {
                    addTarget(heap.roots().address(root));
                }
            }
        }

        private void addTarget(long address) {
            int target = address == 0 ? -1 : edgeTo(address);
            if (target >= 0) {
                add(target);
            }
        }

        private int edgeTo(long address) {
            int target = nodeOrLeaf(address);
            boolean toRoot =
                    target >= numbers.inner()
                            && target < nodes()
                            && rootClasses[target - numbers.inner()];
            return toRoot ? -1 : target;
        }

        private void add(int target) {
            if (targetCount == targets.length) {
                targets = Arrays.copyOf(targets, 2 * targetCount);
            }
            targets[targetCount++] = target;
        }

        /**
         * Edge 0 leads to the class; a reference to no node is replaced by one to the array itself.
         */
        private int readPiece(int node, int from, int[] into) {
            int count = 0;
            int first = from;
            if (from == 0) {
                into[count++] =
                        rootClasses[object.classIndex()]
                                ? node
                                : numbers.inner() + object.classIndex();
                first = 1;
            }
            int room = Math.min(into.length - count, CHUNK);
            int read = room == 0 ? 0 : object.read(first - 1, references);
            for (int i = 0; i < Math.min(read, room); i++) {
                int target = references[i] == 0 ? -1 : edgeTo(references[i]);
                into[count++] = target < 0 ? node : target;
            }
            return count;
        }

        /** The address of the object read last. */
        long address() {
            return cursor.address();
        }
    }

    @Override
    public void close() {
        roots.close();
    }
}
