/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.dominators;

import io.heapsight.heap.memory.IntPair;
import io.heapsight.heap.memory.LongArray;

/**
 * The forest of nodes with known semidominators: for each rank an ancestor, and the least
 * semidominator on the path to it, including its own. Queries compress paths.
 *
 * @param pairs by rank: ancestor | label
 */
record SemidominatorForest(LongArray pairs) {
    /** Adds a node once its semidominator is known. */
    void link(int rank, int parent, int semidominator) {
        pairs.set(rank, IntPair.of(parent, semidominator));
    }

    /**
     * The least semidominator from a rank up to the last ancestor that ranks after {@code after}.
     * Compresses the path; during the call, the ancestors store the way back.
     */
    int least(int from, int after) {
        long pair = pairs.get(from);
        int ancestor = IntPair.high(pair);
        if (ancestor <= after) {
            return IntPair.low(pair);
        }
        int below = 0;
        int rank = from;
        while (ancestor > after) {
            pairs.set(rank, IntPair.of(below, IntPair.low(pair)));
            below = rank;
            rank = ancestor;
            pair = pairs.get(rank);
            ancestor = IntPair.high(pair);
        }
        int least = IntPair.low(pair);
        while (below != 0) {
            pair = pairs.get(below);
            least = Math.min(least, IntPair.low(pair));
            pairs.set(below, IntPair.of(ancestor, least));
            below = IntPair.high(pair);
        }
        return least;
    }
}
