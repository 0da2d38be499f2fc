/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.dominators;

import io.heapsight.heap.memory.LongArray;
import io.heapsight.heap.memory.PackedInts;

/**
 * The forest of nodes with known semidominators: for each rank an ancestor, and the least
 * semidominator on the path to it, including its own. Queries compress paths.
 *
 * @param pairs by rank: ancestor | label
 */
record PathLabels(LongArray pairs) {
    /** Adds a node once its semidominator is known. */
    void link(int rank, int parent, int semidominator) {
        pairs.set(rank, PackedInts.of(parent, semidominator));
    }

    /**
     * The least semidominator from a rank up to the last ancestor that ranks after {@code after}.
     * Compresses the path; during the call, the ancestors store the way back.
     */
    int least(int from, int after) {
        long pair = pairs.get(from);
        int ancestor = PackedInts.high(pair);
        if (ancestor <= after) {
            return PackedInts.low(pair);
        }
        int below = 0;
        int rank = from;
        while (ancestor > after) {
            pairs.set(rank, PackedInts.of(below, PackedInts.low(pair)));
            below = rank;
            rank = ancestor;
            pair = pairs.get(rank);
            ancestor = PackedInts.high(pair);
        }
        int least = PackedInts.low(pair);
        while (below != 0) {
            pair = pairs.get(below);
            least = Math.min(least, PackedInts.low(pair));
            pairs.set(below, PackedInts.of(ancestor, least));
            below = PackedInts.high(pair);
        }
        return least;
    }
}
