/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap;

import io.heapsight.heap.LargeLeaves.LargeLeaf;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A node of the dominator tree with the biggest of those right below it, large leaves among them.
 *
 * @param node its number in the graph, of a leaf, too
 * @param children biggest first; empty at the lowest level that was asked for
 */
public record BiggestNode(int node, long retainedBytes, List<BiggestNode> children) {
    /**
     * The nodes right below one that retain most, each with its own such nodes, down to a depth.
     * Below {@link DominatorTree#ROOT} these are the biggest objects of the heap.
     *
     * <p>One pass over the tree for each level, however many nodes it shows; a bit a node. A node
     * that cannot be reached has none.
     */
    public static List<BiggestNode> below(
            int node, TreeCut cut, RetainedBytes sizes, List<LargeLeaf> leaves, MemoryBudget budget)
            throws BudgetExceededException {
        DominatorTree tree = sizes.tree();
        if (tree.rank(node) == 0 && node != DominatorTree.ROOT) {
            return List.of();
        }
        BiggestNode top = new BiggestNode(node, sizes.bytes(node), new ArrayList<>());
        List<BiggestNode> level = List.of(top);
        try (BitArray isParent =
                BitArray.reserve(budget, tree.reachable() + 1L, "biggest objects")) {
            for (int depth = 0; depth < cut.depth() && !level.isEmpty(); depth++) {
                isParent.clear();
                int count = depth == 0 ? cut.top() : cut.children();
                findChildren(level, count, sizes, leaves, isParent);
                if (depth > 0) {
                    level.forEach(parent -> parent.dropBelow(cut.leastBytes()));
                }
                List<BiggestNode> next = new ArrayList<>();
                level.forEach(parent -> next.addAll(parent.children()));
                next.removeIf(child -> child.node() >= tree.nodes()); // nothing is below a leaf
                level = next;
            }
        }
        return top.children();
    }

    private static void findChildren(
            List<BiggestNode> parents,
            int count,
            RetainedBytes sizes,
            List<LargeLeaf> leaves,
            BitArray isParent) {
        DominatorTree tree = sizes.tree();
        int[] ranks =
                parents.stream().mapToInt(parent -> tree.rank(parent.node())).sorted().toArray();
        Biggest[] biggest = new Biggest[ranks.length];
        for (int i = 0; i < ranks.length; i++) {
            isParent.set(ranks[i]);
            biggest[i] = new Biggest(count);
        }
        for (int rank = 1; rank <= tree.reachable(); rank++) {
            int dominator = tree.dominatorRank(rank);
            if (isParent.get(dominator)) {
                int parent = Arrays.binarySearch(ranks, dominator);
                biggest[parent].offer(rank, sizes.bytesAtRank(rank));
            }
        }
        for (int i = 0; i < leaves.size(); i++) {
            LargeLeaf leaf = leaves.get(i);
            if (isParent.get(leaf.dominatorRank())) {
                int parent = Arrays.binarySearch(ranks, leaf.dominatorRank());
                biggest[parent].offer(~i, leaf.bytes());
            }
        }
        for (BiggestNode parent : parents) {
            int at = Arrays.binarySearch(ranks, tree.rank(parent.node()));
            for (int owner : biggest[at].owners()) {
                parent.children().add(owner < 0 ? of(leaves.get(~owner)) : of(owner, sizes));
            }
        }
    }

    private static BiggestNode of(LargeLeaf leaf) {
        return new BiggestNode(leaf.leaf(), leaf.bytes(), List.of());
    }

    private static BiggestNode of(int rank, RetainedBytes sizes) {
        return new BiggestNode(sizes.tree().node(rank), sizes.bytesAtRank(rank), new ArrayList<>());
    }

    private void dropBelow(long leastBytes) {
        children.removeIf(child -> child.retainedBytes() < leastBytes);
    }
}
