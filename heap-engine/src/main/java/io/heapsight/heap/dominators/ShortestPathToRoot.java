/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.dominators;

import io.heapsight.heap.memory.BudgetExceededException;
import io.heapsight.heap.memory.IntArray;
import io.heapsight.heap.memory.MemoryBudget;
import io.heapsight.unit.CancelSignal;
import java.util.ArrayList;
import java.util.List;

/**
 * A shortest path from a node to a GC root, which is a node with an edge from the virtual root.
 * Long paths are shortened in the middle.
 *
 * @param nearTarget the nodes from the target on, each referred to by the next; empty if the target
 *     is unreachable
 * @param omitted number of nodes omitted after these
 * @param nearRoot the following nodes, the last one a root; empty if no node was omitted
 */
public record ShortestPathToRoot(List<Integer> nearTarget, long omitted, List<Integer> nearRoot) {
    private static final int CHUNK = 1024;
    private static final int CANCEL_MASK = (1 << 16) - 1;
    private static final int UNSEEN = 0;
    private static final int FROM_ROOT = 1;

    /**
     * Added to a node to distinguish it from the two values above; the sum may overflow to a
     * negative number.
     */
    private static final int FROM_NODE = 2;

    public ShortestPathToRoot {
        nearTarget = List.copyOf(nearTarget);
        nearRoot = List.copyOf(nearRoot);
    }

    /**
     * Finds paths for several nodes by one breadth-first search from the roots, which ends once all
     * targets are found. Reads each edge at most once, and takes 8 bytes per node.
     *
     * @param targets nodes and leaves
     * @param longest maximum number of nodes kept per path, at least 2
     * @return in the order of the targets
     */
    public static List<ShortestPathToRoot> find(
            Graph graph, int[] targets, int longest, MemoryBudget budget, CancelSignal cancel)
            throws BudgetExceededException {
        String purpose = "paths to the roots";
        try (IntArray cameFrom =
                        IntArray.reserveOrSpill(budget, graph.nodes() + targets.length, purpose);
                LevelQueue queue = LevelQueue.reserve(budget, graph.nodes(), purpose)) {
            Search search = new Search(graph, targets, cameFrom, queue);
            search.run(cancel);
            List<ShortestPathToRoot> paths = new ArrayList<>();
            for (int target : targets) {
                paths.add(search.path(target, longest));
            }
            return paths;
        }
    }

    /** The search, with the predecessor of each node and of each leaf among the targets. */
    private static final class Search {
        private final Graph graph;
        private final int[] targets;
        private final IntArray cameFrom;
        private final LevelQueue queue;

        Search(Graph graph, int[] targets, IntArray cameFrom, LevelQueue queue) {
            this.graph = graph;
            this.targets = targets;
            this.cameFrom = cameFrom;
            this.queue = queue;
        }

        void run(CancelSignal cancel) {
            int[] into = new int[CHUNK];
            Graph.Edges edges = graph.edges();
            IntArray roots = graph.roots();
            for (long i = 0; i < roots.length(); i++) {
                reach(roots.get(i), FROM_ROOT);
            }
            int found = 0;
            while (queue.hasNext()) {
                if ((queue.taken() & CANCEL_MASK) == 0) {
                    cancel.throwIfCancelled();
                }
                while (found < targets.length && isSeen(targets[found])) {
                    found++;
                }
                if (found == targets.length) {
                    return;
                }
                int node = queue.next();
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

        private void reach(int nodeOrLeaf, int from) {
            if (nodeOrLeaf < graph.nodes()) {
                if (cameFrom.get(nodeOrLeaf) == UNSEEN) {
                    cameFrom.set(nodeOrLeaf, from);
                    queue.add(nodeOrLeaf);
                }
                return;
            }
            for (int i = 0; i < targets.length; i++) {
                if (targets[i] == nodeOrLeaf && cameFrom.get(graph.nodes() + i) == UNSEEN) {
                    cameFrom.set(graph.nodes() + i, from);
                }
            }
        }

        private boolean isSeen(int target) {
            return from(target) != UNSEEN;
        }

        private int from(int nodeOrLeaf) {
            int at = nodeOrLeaf;
            for (int i = 0; at >= graph.nodes() && i < targets.length; i++) {
                at = targets[i] == nodeOrLeaf ? graph.nodes() + i : at;
            }
            return cameFrom.get(at);
        }

        ShortestPathToRoot path(int target, int longest) {
            if (!isSeen(target)) {
                return new ShortestPathToRoot(List.of(), 0, List.of());
            }
            long length = 1;
            for (int node = target; from(node) != FROM_ROOT; node = from(node) - FROM_NODE) {
                length++;
            }
            long head = length <= longest ? length : longest - longest / 2;
            long tail = length <= longest ? length : length - longest / 2;
            List<Integer> nearTarget = new ArrayList<>();
            List<Integer> nearRoot = new ArrayList<>();
            int node = target;
            for (long i = 0; i < length; i++) {
                if (i < head) {
                    nearTarget.add(node);
                } else if (i >= tail) {
                    nearRoot.add(node);
                }
                node = i < length - 1 ? from(node) - FROM_NODE : node;
            }
            return new ShortestPathToRoot(nearTarget, tail - head, nearRoot);
        }
    }
}
