/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.reachability;

import io.heapsight.heap.classes.ClassTotals;
import io.heapsight.heap.index.DumpedHeap;
import io.heapsight.heap.memory.BudgetExceededException;
import io.heapsight.heap.memory.MemoryBudget;
import io.heapsight.heap.objects.ObjectSizes;
import io.heapsight.heap.parallel.Crew;
import io.heapsight.heap.parallel.PhaseProgress;
import io.heapsight.summary.ReferenceStrength;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Marks what the roots reach: first over strong references alone, then over the referents of each
 * weaker strength in turn, so that it is known what only those hold. All of it together is what
 * Eclipse MAT calls reachable.
 *
 * <p>References are read again from the file instead of being kept. Every reachable object is read
 * once.
 */
public final class Reachability {
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

    /**
     * Marks them.
     *
     * @param inner told of each object, where there is memory for it
     */
    public static Reachability mark(
            DumpedHeap heap,
            ObjectSizes sizes,
            @Nullable InnerObjects inner,
            MemoryBudget budget,
            Crew crew,
            PhaseProgress progress)
            throws BudgetExceededException {
        Reachability marking = new Reachability(heap, crew);
        for (int i = 0; i < crew.size(); i++) {
            marking.markers.add(
                    new Marker(heap, sizes, marking.classMarks, inner, budget, progress));
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
        MarkQueue queue = new MarkQueue(heap.index());
        for (Marker marker : markers) {
            marker.begin(strength, queue);
        }
        for (long i = 0; strength == ReferenceStrength.STRONG && i < heap.roots().size(); i++) {
            markers.getFirst().mark(heap.roots().address(i));
        }
        for (Marker marker : markers) {
            marker.markPutOff();
        }
        crew.run(member -> markers.get(member).follow());
        ClassTotals totals = new ClassTotals(heap.classes().size());
        markers.forEach(marker -> totals.addAll(marker.totals()));
        heldOnly.put(strength, totals);
    }

    /** Whether the class object of a class is reachable. */
    public boolean isClassMarked(int classIndex) {
        return classMarks.isSet(classIndex);
    }

    /** Everything reachable by class, class objects included. */
    public ClassTotals reachable() {
        ClassTotals all = new ClassTotals(heap.classes().size());
        heldOnly.values().forEach(all::addAll);
        return all;
    }

    /**
     * What only references of a strength hold, by class; for {@code STRONG}, what needs no other.
     */
    public ClassTotals heldOnlyBy(ReferenceStrength strength) {
        ClassTotals totals = heldOnly.get(strength);
        if (totals == null) {
            throw new IllegalStateException("not marked: " + strength);
        }
        return totals;
    }
}
