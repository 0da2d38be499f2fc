/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.explore;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/** Keeps the largest of many objects: those of one size in the order in which they came. */
final class TopObjects {
    /** An object and what it is ordered by. */
    record Sized(long address, long size) {}

    private static final Comparator<Sized> SMALLEST_FIRST =
            Comparator.comparingLong(Sized::size)
                    .thenComparing(Comparator.comparingLong(Sized::address).reversed());

    private final int most;
    private final PriorityQueue<Sized> kept = new PriorityQueue<>(SMALLEST_FIRST);

    TopObjects(int most) {
        this.most = most;
    }

    void add(long address, long size) {
        if (kept.size() < most) {
            kept.add(new Sized(address, size));
            return;
        }
        Sized smallest = kept.peek();
        if (smallest != null && smallest.size() < size) {
            kept.poll();
            kept.add(new Sized(address, size));
        }
    }

    /** The largest first. */
    List<Sized> ranked() {
        List<Sized> ranked = new ArrayList<>(kept);
        ranked.sort(SMALLEST_FIRST.reversed());
        return ranked;
    }
}
