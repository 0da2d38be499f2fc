/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap;

import io.heapsight.unit.CancelSignal;
import java.util.ArrayList;
import java.util.List;

/**
 * A shortest way from a node back to a node that the virtual root refers to. A long one is
 * shortened in its middle.
 *
 * @param nearTarget from the node on, each referred to by the next; empty when it cannot be reached
 * @param omitted how many nodes were left out after these
 * @param nearRoot what follows, the last one a root; empty when nothing was left out
 */
public record PathToRoot(List<Integer> nearTarget, long omitted, List<Integer> nearRoot) {
    private static final int CHUNK = 1024;
    private static final int CANCEL_MASK = (1 << 16) - 1;
    private static final int UNSEEN = 0;
    private static final int FROM_ROOT = 1;

    /** Added to a node to tell it from the two above; the sum may look negative. */
    private static final int FROM_NODE = 2;

    public PathToRoot {
        nearTarget = List.copyOf(nearTarget);
        nearRoot = List.copyOf(nearRoot);
    }

    /**
     * Finds ways for several nodes by one breadth-first search from the roots, which ends as soon
     * as all are found. It reads each edge at most once, and takes {@link #bytesNeeded}.
     *
     * @param longest how many nodes of a way are kept, at least 2
     * @return in the order of the targets
     */
    public static List<PathToRoot> find(
            Graph graph, int[] targets, int longest, MemoryBudget budget, CancelSignal cancel)
            throws BudgetExceededException {
        String purpose = "paths to the roots";
        try (IntArray cameFrom = IntArray.reserveOrSpill(budget, graph.nodes(), purpose);
                IntArray queue = IntArray.reserveOrSpill(budget, graph.nodes(), purpose)) {
            search(graph, targets, cameFrom, queue, cancel);
            List<PathToRoot> paths = new ArrayList<>();
            for (int target : targets) {
                paths.add(path(target, cameFrom, longest));
            }
            return paths;
        }
    }

    /** What {@link #find} takes: 8 bytes a node. */
    public static long bytesNeeded(int nodes) {
        return 8L * nodes;
    }

    private static void search(
            Graph graph, int[] targets, IntArray cameFrom, IntArray queue, CancelSignal cancel) {
        int[] into = new int[CHUNK];
        Graph.Edges edges = graph.edges();
        IntArray roots = graph.roots();
        int last = 0;
        for (long i = 0; i < roots.length(); i++) {
            int root = roots.get(i);
            if (cameFrom.get(root) == UNSEEN) {
                cameFrom.set(root, FROM_ROOT);
                queue.set(last++, root);
            }
        }
        int found = 0;
        for (int first = 0; first < last; first++) {
            if ((first & CANCEL_MASK) == 0) {
                cancel.throwIfCancelled();
            }
            while (found < targets.length && cameFrom.get(targets[found]) != UNSEEN) {
                found++;
            }
            if (found == targets.length) {
                return;
            }
            int node = queue.get(first);
            int read = 0;
            for (int n = edges.read(node, read, into); n > 0; n = edges.read(node, read, into)) {
                for (int i = 0; i < n; i++) {
                    if (cameFrom.get(into[i]) == UNSEEN) {
                        cameFrom.set(into[i], node + FROM_NODE);
                        queue.set(last++, into[i]);
                    }
                }
                read += n;
            }
        }
    }

    private static PathToRoot path(int target, IntArray cameFrom, int longest) {
        if (cameFrom.get(target) == UNSEEN) {
            return new PathToRoot(List.of(), 0, List.of());
        }
        long length = 1;
        for (int node = target; cameFrom.get(node) != FROM_ROOT; node = before(node, cameFrom)) {
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
            node = i < length - 1 ? before(node, cameFrom) : node;
        }
        return new PathToRoot(nearTarget, tail - head, nearRoot);
    }

    private static int before(int node, IntArray cameFrom) {
        return cameFrom.get(node) - FROM_NODE;
    }
}
