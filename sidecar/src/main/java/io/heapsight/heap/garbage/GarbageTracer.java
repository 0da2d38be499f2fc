/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.garbage;

import io.heapsight.heap.classes.ClassTotals;
import io.heapsight.heap.index.DumpedHeap;
import io.heapsight.heap.memory.BudgetExceededException;
import io.heapsight.heap.memory.LongList;
import io.heapsight.heap.memory.MemoryBudget;
import io.heapsight.heap.objects.SizedLayout;
import io.heapsight.heap.parallel.Crew;
import io.heapsight.heap.parallel.PhaseProgress;
import io.heapsight.heap.unreachable.Census;
import io.heapsight.heap.unreachable.HeapParts;
import io.heapsight.heap.unreachable.VmHeldObjects;
import io.heapsight.summary.GarbageRoots;
import io.heapsight.summary.Total;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Finds where garbage begins, unreachable objects that nothing unreachable refers to, and what
 * hangs below each. Tells filler from garbage on the way.
 *
 * <p>Runs after {@link Census}, which set the spare bit of what unreachable objects refer to, and
 * after {@link VmHeldObjects}, which marked those that HotSpot may hold. The heap is traced in two
 * steps: first each of its parts by itself, on several threads; then, part by part, the references
 * that lead from one part into another. So what is found does not depend on the number of threads.
 * What is claimed is marked: after this nobody can tell any more what was reachable.
 */
public final class GarbageTracer {
    private final DumpedHeap heap;
    private final SizedLayout layout;
    private final Census census;
    private final HeapParts parts;
    private final int top;
    private final List<GarbageShare> shares = new ArrayList<>();

    /**
     * @param top how many single roots are wanted
     */
    public GarbageTracer(DumpedHeap heap, SizedLayout layout, Census census, int top) {
        this.heap = heap;
        this.layout = layout;
        this.census = census;
        this.parts = census.parts();
        this.top = top;
    }

    /**
     * What was found.
     *
     * @param filler by class; the rest of the unreachable objects is garbage
     * @param perhapsFiller by class; what looks like filler and like garbage
     */
    public record Found(GarbageRoots roots, ClassTotals filler, ClassTotals perhapsFiller) {}

    /**
     * Traces all garbage; marks it.
     *
     * @param others unreachable objects that are marked already, since they are no garbage
     */
    public Found trace(Total others, MemoryBudget budget, Crew crew, PhaseProgress progress)
            throws BudgetExceededException {
        GarbageTally tally = new GarbageTally(heap.classes(), top);
        try (GarbageNotes notes = GarbageNotes.reserve(census, budget)) {
            traceParts(notes, budget, crew, progress);
            new GarbageWalk(heap, layout.sizes(), parts, notes).walkNoted(tally);
            FillerTally looks = new FillerTally();
            shares.forEach(share -> looks.addAll(share.fillerTally()));
            shares.forEach(share -> share.decide(looks));
        }
        ClassTotals filler = new ClassTotals(heap.classes().size());
        ClassTotals perhapsFiller = new ClassTotals(heap.classes().size());
        for (GarbageShare share : shares) {
            tally.addAll(share.tally());
            filler.addAll(share.filler());
            perhapsFiller.addAll(share.perhapsFiller());
        }
        Total garbage =
                census.unreachable()
                        .total()
                        .minus(others)
                        .minus(filler.total())
                        .minus(perhapsFiller.total());
        return new Found(tally.ranked(garbage), filler, perhapsFiller);
    }

    private void traceParts(
            @Nullable GarbageNotes notes, MemoryBudget budget, Crew crew, PhaseProgress progress)
            throws BudgetExceededException {
        int threads = notes == null ? 1 : crew.size();
        for (int i = 0; i < threads; i++) {
            shares.add(
                    new GarbageShare(
                            heap,
                            layout,
                            parts,
                            new GarbageWalk(heap, layout.sizes(), parts, notes),
                            new GarbageTally(heap.classes(), top),
                            new LongList(budget, "arrays that may be filler")));
        }
        AtomicInteger next = new AtomicInteger();
        crew.run(
                member -> {
                    int part = member < threads ? next.getAndIncrement() : parts.count();
                    while (part < parts.count()) {
                        shares.get(member).trace(part);
                        progress.add(parts.pages(part));
                        part = next.getAndIncrement();
                    }
                });
    }
}
