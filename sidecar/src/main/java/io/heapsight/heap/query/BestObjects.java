/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.query;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/** Keeps the highest of many objects; of two that are equally high, the one that lies lower. */
final class BestObjects {
    /** An object and how high it ranks. */
    record Ranked(long address, long rank) {}

    private static final Comparator<Ranked> WORST_FIRST =
            Comparator.comparingLong(Ranked::rank)
                    .thenComparing(Comparator.comparingLong(Ranked::address).reversed());

    private final int most;
    private final PriorityQueue<Ranked> kept = new PriorityQueue<>(WORST_FIRST);

    /**
     * @param most as many are kept
     */
    BestObjects(int most) {
        this.most = most;
    }

    void add(long address, long rank) {
        if (kept.size() == most) {
            Ranked worst = kept.element();
            if (rank < worst.rank() || (rank == worst.rank() && address > worst.address())) {
                return;
            }
        }
        kept.add(new Ranked(address, rank));
        if (kept.size() > most) {
            kept.remove();
        }
    }

    void addAll(BestObjects other) {
        other.kept.forEach(each -> add(each.address(), each.rank()));
    }

    /** The best first. */
    List<Ranked> ranked() {
        List<Ranked> all = new ArrayList<>(kept);
        all.sort(WORST_FIRST.reversed());
        return all;
    }
}
