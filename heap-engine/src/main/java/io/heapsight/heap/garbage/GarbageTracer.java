/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.garbage;

import io.heapsight.heap.classes.ClassTotals;
import io.heapsight.heap.index.AddressPartition;
import io.heapsight.heap.index.DumpedHeap;
import io.heapsight.heap.memory.BudgetExceededException;
import io.heapsight.heap.memory.LongList;
import io.heapsight.heap.memory.MemoryBudget;
import io.heapsight.heap.objects.SizedLayout;
import io.heapsight.heap.parallel.PhaseProgress;
import io.heapsight.heap.parallel.WorkerThreads;
import io.heapsight.heap.unreachable.UnreachableHistogram;
import io.heapsight.heap.unreachable.VmHeldObjects;
import io.heapsight.summary.GarbageRoots;
import io.heapsight.summary.Total;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Finds the roots of garbage, which are unreachable objects that no unreachable object refers to,
 * and the objects below each. Also distinguishes filler from garbage.
 *
 * <p>Runs after {@link UnreachableHistogram}, which set the spare bit of objects with unreachable
 * referrers, and after {@link VmHeldObjects}, which marked the objects that HotSpot may hold. The
 * heap is traced in two steps: first each part by itself, on several threads; then, part by part,
 * the references from one part to another. So the result does not depend on the number of threads.
 * Claimed objects are marked, which overwrites the marks of reachable objects.
 */
public final class GarbageTracer {
    private final DumpedHeap heap;
    private final SizedLayout layout;
    private final UnreachableHistogram histogram;
    private final AddressPartition parts;
    private final int top;
    private final List<HeapPartTracer> shares = new ArrayList<>();

    /**
     * @param top the number of single roots to report
     */
    public GarbageTracer(
            DumpedHeap heap, SizedLayout layout, UnreachableHistogram histogram, int top) {
        this.heap = heap;
        this.layout = layout;
        this.histogram = histogram;
        this.parts = histogram.parts();
        this.top = top;
    }

    /**
     * The result.
     *
     * @param filler by class; all other unreachable objects are garbage
     * @param perhapsFiller by class; objects that may be filler or garbage
     */
    public record Found(GarbageRoots roots, ClassTotals filler, ClassTotals perhapsFiller) {}

    /** The memory for tracing garbage by all threads, without the lists of arrays. */
    public static long bytesNeeded(UnreachableHistogram histogram) {
        return CrossPartReferences.bytesNeeded(histogram);
    }

    /**
     * Traces and marks all garbage.
     *
     * @param others unreachable objects that are already marked because they are not garbage
     */
    public Found trace(
            Total others, MemoryBudget budget, WorkerThreads workers, PhaseProgress progress)
            throws BudgetExceededException {
        GarbageRootTotals tally = new GarbageRootTotals(heap.classes(), top);
        try (CrossPartReferences notes = CrossPartReferences.reserve(histogram, budget)) {
            traceParts(notes, budget, workers, progress);
            new GarbageTraversal(heap, layout.sizes(), parts, notes).walkNoted(tally);
            FillerDecision looks = new FillerDecision();
            shares.forEach(share -> looks.addAll(share.fillerTally()));
            shares.forEach(share -> share.decide(looks));
        }
        ClassTotals filler = new ClassTotals(heap.classes().size());
        ClassTotals perhapsFiller = new ClassTotals(heap.classes().size());
        for (HeapPartTracer share : shares) {
            tally.addAll(share.tally());
            filler.addAll(share.filler());
            perhapsFiller.addAll(share.perhapsFiller());
        }
        Total garbage =
                histogram
                        .unreachable()
                        .total()
                        .minus(others)
                        .minus(filler.total())
                        .minus(perhapsFiller.total());
        return new Found(tally.ranked(garbage), filler, perhapsFiller);
    }

    private void traceParts(
            @Nullable CrossPartReferences notes,
            MemoryBudget budget,
            WorkerThreads workers,
            PhaseProgress progress)
            throws BudgetExceededException {
        int threads = notes == null ? 1 : workers.size();
        for (int i = 0; i < threads; i++) {
            shares.add(
                    new HeapPartTracer(
                            heap,
                            layout,
                            parts,
                            new GarbageTraversal(heap, layout.sizes(), parts, notes),
                            new GarbageRootTotals(heap.classes(), top),
                            new LongList(budget, "arrays that may be filler")));
        }
        AtomicInteger next = new AtomicInteger();
        workers.run(
                worker -> {
                    int part = worker < threads ? next.getAndIncrement() : parts.count();
                    while (part < parts.count()) {
                        shares.get(worker).trace(part);
                        progress.add(parts.pages(part));
                        part = next.getAndIncrement();
                    }
                });
    }
}
