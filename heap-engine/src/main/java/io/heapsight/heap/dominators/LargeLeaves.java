/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.dominators;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Collects the leaves that take a noticeable part of the heap: a huge {@code byte[]} is no node of
 * the dominator tree, but may be the biggest object of all.
 */
public final class LargeLeaves {
    /**
     * One of them.
     *
     * @param leaf its number, see {@link Graph}
     * @param dominatorRank of the node that dominates it; 0 for the root
     */
    public record LargeLeaf(
            int leaf, int classIndex, long address, long bytes, int dominatorRank) {}

    private final long leastBytes;
    private final List<LargeLeaf> leaves = new ArrayList<>();

    /** Keeps those of so many bytes and more. */
    public LargeLeaves(long leastBytes) {
        this.leastBytes = leastBytes;
    }

    public boolean isLarge(long bytes) {
        return bytes >= leastBytes;
    }

    public synchronized void add(LargeLeaf leaf) {
        leaves.add(leaf);
    }

    /** The largest first; of equal ones the one with the lower number. */
    public synchronized List<LargeLeaf> ranked() {
        return leaves.stream()
                .sorted(
                        Comparator.comparingLong(LargeLeaf::bytes)
                                .reversed()
                                .thenComparingInt(LargeLeaf::leaf))
                .toList();
    }
}
