/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap;

import io.heapsight.summary.ReferenceStrength;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Marks what the roots reach: first over strong references alone, then over the referents of each
 * weaker strength in turn, so that it is known what only those hold. All of it together is what
 * Eclipse MAT calls reachable.
 *
 * <p>References are read again from the file instead of being kept. Every reachable object is read
 * once.
 */
final class Reachability {
    private final DumpedHeap heap;
    private final Crew crew;
    private final List<Marker> markers = new ArrayList<>();
    private final ClassMarks classMarks;
    private final Map<ReferenceStrength, ClassTotals> heldOnly =
            new EnumMap<>(ReferenceStrength.class);

    private Reachability(DumpedHeap heap, Crew crew) {
        this.heap = heap;
        this.crew = crew;
        this.classMarks = new ClassMarks(heap.classes().size());
    }

    static Reachability mark(
            DumpedHeap heap,
            ObjectSizes sizes,
            MemoryBudget budget,
            Crew crew,
            PhaseProgress progress)
            throws BudgetExceededException {
        Reachability marking = new Reachability(heap, crew);
        for (int i = 0; i < crew.size(); i++) {
            marking.markers.add(new Marker(heap, sizes, marking.classMarks, budget, progress));
        }
        try {
            for (ReferenceStrength strength : ReferenceStrength.values()) {
                marking.follow(strength);
            }
        } finally {
            marking.markers.forEach(Marker::release);
        }
        return marking;
    }

    private void follow(ReferenceStrength strength) throws BudgetExceededException {
        MarkStack.Exchange exchange = new MarkStack.Exchange(crew.size());
        for (Marker marker : markers) {
            marker.begin(strength, exchange);
        }
        run(exchange, member -> starts(strength, member));
        while (markers.stream().anyMatch(Marker::overflown)) {
            sweep();
        }
        ClassTotals totals = new ClassTotals(heap.classes().size());
        markers.forEach(marker -> totals.addAll(marker.totals()));
        heldOnly.put(strength, totals);
    }

    /**
     * Marks a member's share of what a strength begins with: roots, or the referents it has put
     * off.
     */
    private void starts(ReferenceStrength strength, int member) throws BudgetExceededException {
        Marker marker = markers.get(member);
        if (strength == ReferenceStrength.STRONG) {
            for (long i = member; i < heap.roots().size(); i += crew.size()) {
                marker.mark(heap.roots().address(i));
            }
        } else {
            marker.markDeferred();
        }
    }

    /** Follows the objects that found no place on a stack: their bit in the spare plane is set. */
    private void sweep() throws BudgetExceededException {
        markers.forEach(Marker::clearOverflown);
        ObjectIndex index = heap.index();
        int blocks = index.blocks();
        MarkStack.Exchange exchange = new MarkStack.Exchange(crew.size());
        for (Marker marker : markers) {
            marker.resume(exchange);
        }
        run(
                exchange,
                member -> {
                    Marker marker = markers.get(member);
                    int from = crew.share(member, blocks);
                    int to = crew.share(member + 1, blocks);
                    marker.followSpare(from, to);
                });
    }

    private void run(MarkStack.Exchange exchange, Crew.Work starts) throws BudgetExceededException {
        crew.run(
                member -> {
                    boolean done = false;
                    try {
                        starts.run(member);
                        markers.get(member).finish();
                        done = true;
                    } finally {
                        if (!done) {
                            exchange.fail();
                        }
                    }
                });
    }

    /** Whether the class object of a class is reachable. */
    boolean isClassMarked(int classIndex) {
        return classMarks.isSet(classIndex);
    }

    /** Everything reachable by class, class objects included. */
    ClassTotals reachable() {
        ClassTotals all = new ClassTotals(heap.classes().size());
        heldOnly.values().forEach(all::addAll);
        return all;
    }

    /**
     * What only references of a strength hold, by class; for {@code STRONG}, what needs no other.
     */
    ClassTotals heldOnlyBy(ReferenceStrength strength) {
        ClassTotals totals = heldOnly.get(strength);
        if (totals == null) {
            throw new IllegalStateException("not marked: " + strength);
        }
        return totals;
    }
}
