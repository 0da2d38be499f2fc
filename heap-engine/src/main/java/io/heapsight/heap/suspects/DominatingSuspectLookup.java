/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.suspects;

import io.heapsight.heap.dominators.DominatorTree;
import io.heapsight.heap.leaks.KnownLeak;
import io.heapsight.summary.Suspect;
import java.util.HashMap;
import java.util.Map;

/** Finds the leak suspect that dominates an object. */
final class DominatingSuspectLookup {
    private static final int LONGEST_WAY = 100_000;

    private final DominatorTree tree;
    private final DominatedGroups groups;
    private final Map<Integer, String> byGroup = new HashMap<>();
    private final Map<Integer, String> byRank = new HashMap<>();

    DominatingSuspectLookup(DominatorTree tree, DominatedGroups groups) {
        this.tree = tree;
        this.groups = groups;
    }

    /** Adds a suspect, and the accumulation from which it was made. */
    void put(NamedAccumulation made, Suspect suspect) {
        for (DominatedGroup each : made.of().all()) {
            byGroup.put(each.number(), suspect.place());
        }
        made.rest().forEach(each -> put(each, suspect));
    }

    void put(KnownLeak made, Suspect suspect) {
        for (int holder : made.holders()) {
            byRank.put(holder, suspect.place());
        }
    }

    /** The place of the suspect above a rank; "" if there is none. */
    String placeAbove(int from) {
        int rank = from;
        for (int i = 0; i < LONGEST_WAY && rank != 0; i++) {
            String place = byRank.get(rank);
            if (place == null) {
                place = byGroup.get(groups.groupOf(rank));
            }
            if (place != null) {
                return place;
            }
            rank = tree.dominatorRank(rank);
        }
        return "";
    }
}
