/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.leaks;

import io.heapsight.heap.dominators.DominatorTree;
import io.heapsight.heap.holders.HolderFinder;
import io.heapsight.summary.HolderPlace;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Follows the holders of an object up to the program's static field, ThreadLocal or local variable.
 */
final class HolderChains {
    private static final int LONGEST_CHAIN = 8;

    /** Maximum places on the ways up from one object. */
    private static final int MOST_LINKS = 48;

    private final HolderFinder holders;
    private final DominatorTree tree;

    HolderChains(HolderFinder holders, DominatorTree tree) {
        this.holders = holders;
        this.tree = tree;
    }

    /**
     * The places that hold an object, the nearest first; each holds the object of its predecessor.
     * If there are several chains, prefers one to a static field, ThreadLocal or local variable.
     *
     * @param rank of the object; 0 without one
     */
    List<HolderPlace> of(long address, int rank) {
        List<HolderPlace> first = List.of();
        Deque<Link> open = new ArrayDeque<>();
        Set<HolderPlace> seen = new HashSet<>();
        List<HolderFinder.Holder> nearest =
                rank == 0 ? List.of() : holders.find(address, tree.dominatorRank(rank), _ -> false);
        nearest.forEach(each -> open.add(new Link(each, List.of(each.place()))));
        for (int i = 0; i < MOST_LINKS && !open.isEmpty(); i++) {
            Link at = open.remove();
            List<HolderFinder.Holder> above =
                    at.places.size() == LONGEST_CHAIN ? List.of() : holders.above(at.holder);
            if (isEnd(at.holder.place())) {
                return at.places;
            }
            if (above.isEmpty()) {
                first = first.isEmpty() ? at.places : first;
            }
            for (HolderFinder.Holder each : above) {
                if (seen.add(each.place())) {
                    open.add(new Link(each, and(at.places, each.place())));
                }
            }
        }
        return first.isEmpty() && !nearest.isEmpty() ? List.of(nearest.getFirst().place()) : first;
    }

    /** A holder on the way up, and the places up to it. */
    private record Link(HolderFinder.Holder holder, List<HolderPlace> places) {}

    private static boolean isEnd(HolderPlace place) {
        return switch (place.kind()) {
            case STATIC_FIELD, THREAD_LOCAL, LOCAL_VARIABLE -> true;
            case FIELD, THREAD, CLASS_LOADER, VM -> false;
        };
    }

    private static List<HolderPlace> and(List<HolderPlace> places, HolderPlace last) {
        List<HolderPlace> all = new ArrayList<>(places);
        all.add(last);
        return all;
    }
}
