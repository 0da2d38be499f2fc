/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.suspects;

import io.heapsight.heap.dominators.DominatorTree;
import io.heapsight.heap.leaks.KnownLeak;
import io.heapsight.heap.retained.RetainedHeap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds the known leak nearest to an accumulation point in the dominator tree. */
final class NearestKnownLeak {
    private static final int LONGEST_WAY = 100_000;

    private NearestKnownLeak() {}

    /** The share of the accumulated bytes that a leak below must hold. */
    private static final double MOST = 0.7;

    /**
     * The leak with a holder among or above the accumulated objects, or else one below with most of
     * the bytes, such as futures in a map. Null if there is none.
     */
    static @Nullable KnownLeak nearest(
            AccumulationPoint of, List<KnownLeak> leaks, RetainedHeap retention) {
        if (leaks.isEmpty()) {
            return null;
        }
        Map<Integer, KnownLeak> byHolder = new HashMap<>();
        for (KnownLeak leak : leaks) {
            for (int holder : leak.holders()) {
                byHolder.putIfAbsent(holder, leak);
            }
        }
        DominatorTree tree = retention.tree();
        int owner = of.top().largest();
        int rank = owner < 0 ? retention.largeLeaves().get(~owner).dominatorRank() : owner;
        for (int i = 0; i < LONGEST_WAY && rank != 0; i++) {
            KnownLeak leak = byHolder.get(rank);
            if (leak != null) {
                return leak;
            }
            rank = tree.dominatorRank(rank);
        }
        return below(of, byHolder);
    }

    private static @Nullable KnownLeak below(
            AccumulationPoint of, Map<Integer, KnownLeak> byHolder) {
        for (DominatedGroup each : of.wayDown()) {
            KnownLeak leak = byHolder.get(each.largest());
            if (leak != null && leak.bytes() >= MOST * of.bytes()) {
                return leak;
            }
        }
        return null;
    }
}
