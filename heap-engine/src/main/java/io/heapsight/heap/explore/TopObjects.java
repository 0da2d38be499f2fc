/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.explore;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/** Keeps the objects with the highest ranks; at equal rank, those with the lowest addresses. */
public final class TopObjects {
    /** An object and its rank. */
    public record Ranked(long address, long rank) {}

    private static final Comparator<Ranked> WORST_FIRST =
            Comparator.comparingLong(Ranked::rank)
                    .thenComparing(Comparator.comparingLong(Ranked::address).reversed());

    private final int most;
    private final PriorityQueue<Ranked> kept = new PriorityQueue<>(WORST_FIRST);

    /**
     * @param most how many to keep
     */
    public TopObjects(int most) {
        this.most = most;
    }

    public void add(long address, long rank) {
        Ranked worst = kept.size() < most ? null : kept.peek();
        if (worst != null
                && (rank < worst.rank() || (rank == worst.rank() && address > worst.address()))) {
            return;
        }
        kept.add(new Ranked(address, rank));
        if (kept.size() > most) {
            kept.remove();
        }
    }

    public void addAll(TopObjects other) {
        other.kept.forEach(each -> add(each.address(), each.rank()));
    }

    /** The kept objects, the highest rank first. */
    public List<Ranked> ranked() {
        List<Ranked> all = new ArrayList<>(kept);
        all.sort(WORST_FIRST.reversed());
        return all;
    }
}
