/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.reachability;

import io.heapsight.heap.classes.ClassTotals;
import io.heapsight.heap.index.DumpedHeap;
import io.heapsight.heap.memory.BudgetExceededException;
import io.heapsight.heap.memory.MemoryBudget;
import io.heapsight.heap.objects.ObjectSizes;
import io.heapsight.heap.parallel.PhaseProgress;
import io.heapsight.heap.parallel.WorkerThreads;
import io.heapsight.summary.ReferenceStrength;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Marks the objects reachable from the GC roots: first through strong references alone, then
 * through soft, final, weak and phantom ones in turn. So the objects held only by each strength are
 * known. Eclipse MAT calls all of them together reachable.
 *
 * <p>References are read from the file and not kept. Every reachable object is read once.
 */
public final class Reachability {
    private final DumpedHeap heap;
    private final WorkerThreads workers;
    private final List<Marker> markers = new ArrayList<>();
    private final ClassMarks classMarks;
    private final Map<ReferenceStrength, ClassTotals> heldOnly =
            new EnumMap<>(ReferenceStrength.class);

    private Reachability(DumpedHeap heap, WorkerThreads workers) {
        this.heap = heap;
        this.workers = workers;
        this.classMarks = new ClassMarks(heap.classes().size());
    }

    /**
     * Marks the reachable objects.
     *
     * @param inner receives each marked object, if there is memory for it
     */
    public static Reachability mark(
            DumpedHeap heap,
            ObjectSizes sizes,
            @Nullable PossibleDominators inner,
            MemoryBudget budget,
            WorkerThreads workers,
            PhaseProgress progress)
            throws BudgetExceededException {
        Reachability marking = new Reachability(heap, workers);
        for (int i = 0; i < workers.size(); i++) {
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
        workers.run(worker -> markers.get(worker).follow());
        ClassTotals totals = new ClassTotals(heap.classes().size());
        markers.forEach(marker -> totals.addAll(marker.totals()));
        heldOnly.put(strength, totals);
    }

    /** Whether the class object of a class is reachable. */
    public boolean isClassMarked(int classIndex) {
        return classMarks.isSet(classIndex);
    }

    /** The number of referents that were deferred to a weaker strength, 8 to 20 bytes each. */
    public long postponed() {
        return markers.stream().mapToLong(Marker::postponed).sum();
    }

    /** All reachable objects by class, class objects included. */
    public ClassTotals reachable() {
        ClassTotals all = new ClassTotals(heap.classes().size());
        heldOnly.values().forEach(all::addAll);
        return all;
    }

    /**
     * The objects held only by references of a strength, by class; for {@code STRONG}, the objects
     * that strong references alone hold.
     */
    public ClassTotals heldOnlyBy(ReferenceStrength strength) {
        ClassTotals totals = heldOnly.get(strength);
        if (totals == null) {
            throw new IllegalStateException("not marked: " + strength);
        }
        return totals;
    }
}
