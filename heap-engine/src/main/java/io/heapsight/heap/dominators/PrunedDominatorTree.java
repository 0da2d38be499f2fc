/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.dominators;

import io.heapsight.heap.dominators.LargeLeaves.LargeLeaf;
import io.heapsight.heap.memory.BitArray;
import io.heapsight.heap.memory.BudgetExceededException;
import io.heapsight.heap.memory.MemoryBudget;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntUnaryOperator;

/**
 * A node of the dominator tree with the biggest nodes and large leaves immediately below it.
 *
 * @param node its number in the graph; may be a leaf
 * @param children biggest first; empty at the lowest level of the limits
 * @param others the nodes immediately below that are too small for rows of their own, by class:
 *     classes that are large enough in total, biggest first
 */
public record PrunedDominatorTree(
        int node, long retainedBytes, List<PrunedDominatorTree> children, List<Others> others) {
    /** Objects of one class immediately below the same node. */
    public record Others(int classIndex, long objects, long retainedBytes) {}

    /**
     * The biggest objects of the heap, each with the biggest nodes immediately below it, down to a
     * depth.
     *
     * <p>One pass over the tree, since a node ranks after its dominator. Takes one bit per node.
     * The number of nodes that can retain the least shown size bounds all other memory.
     *
     * @param classOf the number of the class of a rank
     */
    public static List<PrunedDominatorTree> ofHeap(
            TreeLimits cut,
            RetainedBytes sizes,
            IntUnaryOperator classOf,
            List<LargeLeaf> leaves,
            MemoryBudget budget)
            throws BudgetExceededException {
        DominatorTree tree = sizes.tree();
        try (BitArray isParent =
                BitArray.reserveOrSpill(budget, tree.reachable() + 1L, "biggest objects")) {
            Parents parents = new Parents(cut, classOf, isParent);
            for (int rank = 1; rank <= tree.reachable(); rank++) {
                if (CancelPoints.isOne(rank)) {
                    tree.willReadDominators(rank, (long) rank + CancelPoints.STEPS);
                    sizes.willRead(rank, (long) rank + CancelPoints.STEPS);
                }
                int dominator = tree.dominatorRank(rank);
                if (isParent.get(dominator)) {
                    parents.offer(dominator, rank, sizes.bytesAtRank(rank));
                }
            }
            for (int i = 0; i < leaves.size(); i++) {
                LargeLeaf leaf = leaves.get(i);
                if (isParent.get(leaf.dominatorRank())) {
                    parents.offer(leaf.dominatorRank(), ~i, leaf.bytes());
                }
            }
            return parents.children(0, sizes, leaves);
        }
    }

    /** The nodes below which others are shown, by rank, and the root of the tree. */
    private static final class Parents {
        private final TreeLimits cut;
        private final IntUnaryOperator classOf;
        private final BitArray isParent;
        private final Parent root;
        private final Map<Integer, Parent> below = new HashMap<>();

        private record Parent(int depth, TopValues children, Map<Integer, long[]> byClass) {
            Parent(int depth, TopValues children) {
                this(depth, children, new HashMap<>());
            }

            /** Counts a node that is too small to be shown alone. */
            void add(int classIndex, long bytes) {
                long[] sum = byClass.computeIfAbsent(classIndex, _ -> new long[2]);
                sum[0]++;
                sum[1] += bytes;
            }

            List<Others> others(long leastBytes) {
                List<Others> others = new ArrayList<>();
                byClass.forEach(
                        (classIndex, sum) -> {
                            if (sum[1] >= leastBytes) {
                                others.add(new Others(classIndex, sum[0], sum[1]));
                            }
                        });
                others.sort(
                        Comparator.comparingLong(Others::retainedBytes)
                                .reversed()
                                .thenComparingInt(Others::classIndex));
                return others;
            }
        }

        Parents(TreeLimits cut, IntUnaryOperator classOf, BitArray isParent) {
            this.classOf = classOf;
            this.cut = cut;
            this.isParent = isParent;
            this.root = new Parent(0, new TopValues(cut.top()));
            isParent.set(0);
        }

        private Parent parent(int rank) {
            return rank == 0 ? root : Objects.requireNonNull(below.get(rank));
        }

        /** Offers a node to its dominator. A leaf is passed as the complement of its number. */
        void offer(int dominator, int owner, long bytes) {
            Parent above = parent(dominator);
            boolean shows = bytes >= cut.leastBytes();
            boolean lowest = above.depth == cut.depth();
            if ((shows && !lowest) || dominator == 0) {
                above.children.offer(owner, bytes);
            } else if (owner > 0) {
                above.add(classOf.applyAsInt(owner), bytes);
            }
            int depth = above.depth + 1;
            if (shows && owner > 0 && depth <= cut.depth()) {
                below.put(owner, new Parent(depth, new TopValues(cut.children())));
                isParent.set(owner);
            }
        }

        private List<Others> others(int rank) {
            return isParent.get(rank) ? parent(rank).others(cut.leastBytes()) : List.of();
        }

        List<PrunedDominatorTree> children(int rank, RetainedBytes sizes, List<LargeLeaf> leaves) {
            if (!isParent.get(rank)) {
                return List.of();
            }
            List<PrunedDominatorTree> children = new ArrayList<>();
            for (int owner : parent(rank).children.owners()) {
                if (owner < 0) {
                    LargeLeaf leaf = leaves.get(~owner);
                    children.add(
                            new PrunedDominatorTree(
                                    leaf.leaf(), leaf.bytes(), List.of(), List.of()));
                } else {
                    int node = sizes.tree().node(owner);
                    long bytes = sizes.bytesAtRank(owner);
                    children.add(
                            new PrunedDominatorTree(
                                    node, bytes, children(owner, sizes, leaves), others(owner)));
                }
            }
            return children;
        }
    }
}
