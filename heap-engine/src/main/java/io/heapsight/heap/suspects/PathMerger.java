/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.suspects;

import io.heapsight.heap.classes.ClassKeys;
import io.heapsight.heap.classes.HeapClass;
import io.heapsight.heap.dominators.DominatorTree;
import io.heapsight.heap.dominators.Graph;
import io.heapsight.heap.dominators.LevelQueue;
import io.heapsight.heap.memory.BudgetExceededException;
import io.heapsight.heap.memory.CloseOnFailure;
import io.heapsight.heap.memory.IntArray;
import io.heapsight.heap.memory.MemoryBudget;
import io.heapsight.heap.objects.ReferenceNames;
import io.heapsight.heap.retained.HeapGraph;
import io.heapsight.heap.retained.NodeObjectReader;
import io.heapsight.heap.retained.RetainedHeap;
import io.heapsight.summary.HeldObjects.MergedStep;
import io.heapsight.unit.CancelSignal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;

/**
 * Merges the shortest paths from the GC roots to many objects. Objects of one class with the same
 * previous steps form one step, with the number of objects reached through it. Eclipse MAT calls
 * this "merge shortest paths to GC roots". Follows strong references only.
 *
 * <p>Makes one breadth-first search, which ends when all objects are reached. Needs 16 bytes per
 * node.
 */
final class PathMerger implements AutoCloseable {
    private static final int CHUNK = 1_024;
    private static final int CANCEL_MASK = (1 << 16) - 1;
    private static final int UNSEEN = 0;
    private static final int FROM_ROOT = 1;
    private static final int FROM_NODE = 2;
    private static final int MOST_STEPS = 4_096;
    private static final int MOST_SHOWN = 30;

    /** Steps to less than this part (1/20) of the objects are not shown. */
    private static final int LEAST_PART = 20;

    private final RetainedHeap retention;
    private final Graph graph;
    private final ClassKeys keys;
    private final IntArray cameFrom;
    private final LevelQueue queue;
    private final IntArray counts;
    private final IntArray stepOf;

    /** The memory for a graph with this many nodes. */
    static long bytesNeeded(long nodes) {
        return 4 * IntArray.bytesNeeded(nodes);
    }

    private PathMerger(
            RetainedHeap retention, ClassKeys keys, MemoryBudget budget, CloseOnFailure opened)
            throws BudgetExceededException {
        this.retention = retention;
        this.graph = retention.graph().strong();
        this.keys = keys;
        String purpose = "merged paths to the roots";
        int nodes = graph.nodes();
        cameFrom = opened.add(IntArray.reserveOrSpill(budget, nodes, purpose));
        queue = opened.add(LevelQueue.reserve(budget, nodes, purpose));
        counts = opened.add(IntArray.reserveOrSpill(budget, nodes, purpose));
        stepOf = opened.add(IntArray.reserveOrSpill(budget, nodes, purpose));
    }

    /**
     * Searches until this many members are reached, or through the whole graph.
     *
     * @param isMember by rank
     */
    static PathMerger search(
            RetainedHeap retention,
            ClassKeys keys,
            IntPredicate isMember,
            long members,
            MemoryBudget budget,
            CancelSignal cancel)
            throws BudgetExceededException {
        try (CloseOnFailure opened = new CloseOnFailure()) {
            PathMerger paths = new PathMerger(retention, keys, budget, opened);
            paths.search(isMember, members, cancel);
            opened.keep();
            return paths;
        }
    }

    private void search(IntPredicate isMember, long members, CancelSignal cancel) {
        DominatorTree tree = retention.tree();
        long left = members;
        int[] into = new int[CHUNK];
        Graph.Edges edges = graph.edges();
        IntArray roots = graph.roots();
        for (long i = 0; i < roots.length(); i++) {
            reach(roots.get(i), FROM_ROOT);
        }
        while (left > 0 && queue.hasNext()) {
            if ((queue.taken() & CANCEL_MASK) == 0) {
                cancel.throwIfCancelled();
            }
            int node = queue.next();
            left -= isMember.test(tree.rank(node)) ? 1 : 0;
            int read = 0;
            int n;
            do {
                n = edges.read(node, read, into);
                for (int i = 0; i < n; i++) {
                    reach(into[i], node + FROM_NODE);
                }
                read += n;
            } while (n == CHUNK);
        }
    }

    private void reach(int node, int from) {
        if (node < graph.nodes() && cameFrom.get(node) == UNSEEN) {
            cameFrom.set(node, from);
            queue.add(node);
        }
    }

    /** A step, with the steps behind it. */
    private static final class Step {
        private final int number;
        private final int key;
        private final int node;
        private final int before;
        private final Map<Integer, Step> behind = new LinkedHashMap<>();
        private long objects;

        Step(int number, int key, int node, int before) {
            this.number = number;
            this.key = key;
            this.node = node;
            this.before = before;
        }
    }

    /**
     * The steps to some objects, each followed by those behind it; steps to most objects first.
     *
     * @param isMember by rank
     */
    List<MergedStep> to(IntPredicate isMember) {
        long all = count(isMember);
        List<Step> steps = new ArrayList<>();
        Step root = new Step(1, DominatedGroup.ROOT_KEY, -1, -1);
        steps.add(root);
        for (int i = 0; i < queue.size(); i++) {
            int node = queue.get(i);
            int from = cameFrom.get(node);
            int above = from == FROM_ROOT ? 1 : stepOf.get(from - FROM_NODE);
            stepOf.set(node, 0);
            if (counts.get(node) > 0 && above > 0) {
                boolean ends = isMember.test(retention.tree().rank(node));
                step(steps, node, from - FROM_NODE, above, ends);
            }
        }
        List<MergedStep> shown = new ArrayList<>();
        ReferenceNames references = new ReferenceNames(retention.heap());
        show(root, -1, Math.max(1, all / LEAST_PART), references, shown);
        return shown;
    }

    private void step(List<Step> steps, int node, int from, int above, boolean ends) {
        Step before = steps.get(above - 1);
        int key = key(node);
        if (key == before.key && !keys.isClassObject(key)) {
            stepOf.set(node, ends ? 0 : above);
            return;
        }
        Step step = before.behind.get(key);
        if (step == null) {
            if (steps.size() == MOST_STEPS) {
                return;
            }
            step = new Step(steps.size() + 1, key, node, from);
            before.behind.put(key, step);
            steps.add(step);
        }
        step.objects += counts.get(node);
        stepOf.set(node, ends ? 0 : step.number);
    }

    /** Counts for each node the members reached through it. */
    private long count(IntPredicate isMember) {
        counts.clear();
        long all = 0;
        for (int i = queue.size() - 1; i >= 0; i--) {
            int node = queue.get(i);
            boolean member = isMember.test(retention.tree().rank(node));
            // Members behind a member are on that member's own path.
            int count = member ? 1 : counts.get(node);
            counts.set(node, count);
            all += member ? 1 : 0;
            int from = cameFrom.get(node);
            if (from != FROM_ROOT) {
                counts.add(from - FROM_NODE, count);
            }
        }
        return all;
    }

    private int key(int node) {
        HeapGraph heapGraph = retention.graph();
        return heapGraph.isClass(node)
                ? keys.ofClassObject(heapGraph.classOf(node).index())
                : keys.ofInstances(retention.classIndex(node));
    }

    private void show(
            Step step, int depth, long least, ReferenceNames references, List<MergedStep> shown) {
        if (depth >= 0) {
            HeapClass of = retention.heap().classes().get(keys.classIndex(step.key));
            shown.add(
                    new MergedStep(
                            depth,
                            step.objects,
                            keys.isClassObject(step.key) ? "class " + of.name() : of.name(),
                            step.before < 0 ? "" : via(step, references)));
        }
        step.behind.values().stream()
                .filter(each -> each.objects >= least)
                .sorted(Comparator.comparingLong((Step each) -> each.objects).reversed())
                .takeWhile(_ -> shown.size() < MOST_SHOWN)
                .forEach(each -> show(each, depth + 1, least, references, shown));
    }

    private String via(Step step, ReferenceNames references) {
        NodeObjectReader nodes = new NodeObjectReader(retention);
        return references.find(nodes.address(step.before), nodes.address(step.node)).text();
    }

    @Override
    public void close() {
        cameFrom.close();
        queue.close();
        counts.close();
        stepOf.close();
    }
}
