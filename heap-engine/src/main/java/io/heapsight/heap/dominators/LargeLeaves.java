/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.dominators;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Collects leaves that take a significant part of the heap. A huge {@code byte[]} is not a node of
 * the dominator tree, but may be the biggest object of all.
 */
public final class LargeLeaves {
    /**
     * A large leaf.
     *
     * @param leaf its number, see {@link Graph}
     * @param dominatorRank rank of its dominator; 0 for the root
     */
    public record LargeLeaf(
            int leaf, int classIndex, long address, long bytes, int dominatorRank) {}

    private final long leastBytes;
    private final List<LargeLeaf> leaves = new ArrayList<>();

    /** Keeps leaves of at least this many bytes. */
    public LargeLeaves(long leastBytes) {
        this.leastBytes = leastBytes;
    }

    public boolean isLarge(long bytes) {
        return bytes >= leastBytes;
    }

    public synchronized void add(LargeLeaf leaf) {
        leaves.add(leaf);
    }

    /** The largest first; at equal size, the leaf with the lower number. */
    public synchronized List<LargeLeaf> ranked() {
        return leaves.stream()
                .sorted(
                        Comparator.comparingLong(LargeLeaf::bytes)
                                .reversed()
                                .thenComparingInt(LargeLeaf::leaf))
                .toList();
    }
}
