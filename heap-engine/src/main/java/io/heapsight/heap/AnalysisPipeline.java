/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap;

import io.heapsight.heap.AnalysisRequest.Scope;
import io.heapsight.heap.classes.ClassRanking;
import io.heapsight.heap.classes.ClassRows;
import io.heapsight.heap.classes.ClassTotals;
import io.heapsight.heap.classes.HeapClasses;
import io.heapsight.heap.content.DumpedJdk;
import io.heapsight.heap.garbage.GarbageTracer;
import io.heapsight.heap.index.DumpedHeap;
import io.heapsight.heap.index.HeapLoader;
import io.heapsight.heap.memory.BudgetExceededException;
import io.heapsight.heap.memory.MemoryBudget;
import io.heapsight.heap.objects.ObjectSizes;
import io.heapsight.heap.objects.SizedLayout;
import io.heapsight.heap.parallel.PhaseProgress;
import io.heapsight.heap.parallel.PhaseStarter;
import io.heapsight.heap.parallel.WorkerThreads;
import io.heapsight.heap.reachability.PossibleDominators;
import io.heapsight.heap.reachability.Reachability;
import io.heapsight.heap.reachability.ReachableHeap;
import io.heapsight.heap.retained.LoaderSurvey;
import io.heapsight.heap.retained.ObjectTsvWriter;
import io.heapsight.heap.retained.RetainedHeap;
import io.heapsight.heap.retained.RetainedSizeLookup;
import io.heapsight.heap.retained.ThreadSurvey;
import io.heapsight.heap.unreachable.MissingVirtualThreadFrames;
import io.heapsight.heap.unreachable.UndecidedByHolder;
import io.heapsight.heap.unreachable.UnreachableHistogram;
import io.heapsight.heap.unreachable.VmHeldObjects;
import io.heapsight.heap.waste.BoxedNumbers;
import io.heapsight.heap.waste.CollectionSurvey;
import io.heapsight.heap.waste.DuplicateStringOptions;
import io.heapsight.heap.waste.WastePass;
import io.heapsight.hprof.HprofFile;
import io.heapsight.summary.DominatorResults;
import io.heapsight.summary.Garbage;
import io.heapsight.summary.GarbageRoots;
import io.heapsight.summary.HeapSummary;
import io.heapsight.summary.HeapSummary.DumpFacts;
import io.heapsight.summary.HeapSummary.HeldOnlyBy;
import io.heapsight.summary.HeapSummary.LayoutFacts;
import io.heapsight.summary.HeapSummary.SkippedPhase;
import io.heapsight.summary.LoaderRow;
import io.heapsight.summary.ReferenceStrength;
import io.heapsight.summary.ThreadRow;
import io.heapsight.summary.Total;
import io.heapsight.summary.VmHolder;
import io.heapsight.summary.Waste;
import io.heapsight.summary.Waste.DuplicateStrings;
import io.heapsight.summary.WasteAt;
import io.heapsight.unit.IoReason;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Runs the phases of one analysis in order; each provides the input of the next.
 *
 * <ol>
 *   <li>find all objects, count them by class, find the layout
 *   <li>mark the objects that the roots reach
 *   <li>build the graph, compute dominators and retained sizes; find suspects, threads and loaders
 *   <li>at the same time, in one pass: count unreachable objects, find waste
 *   <li>trace garbage from its roots, separate filler
 * </ol>
 *
 * A phase that exceeds the memory is skipped and reported; the others continue.
 */
final class AnalysisPipeline {
    private static final String DOMINATORS = "dominators: retained sizes and leak suspects";
    private static final int TOP_HELD = 10;

    private final AnalysisRequest request;
    private final HprofFile file;
    private final Optional<IndexTarget> indexTarget;
    private final MemoryBudget budget;
    private final WorkerThreads workers;
    private final PhaseStarter phases;

    private final List<String> warnings;
    private final List<SkippedPhase> skipped = new ArrayList<>();
    private Optional<String> jdk = Optional.empty();
    private @Nullable LayoutFacts layout;
    private ClassRows rows = ClassRows.NONE;

    /** Kept from marking to dominators; null if they exceed the memory. */
    private @Nullable PossibleDominators inner;

    private long reachableBytes;
    private List<HeldOnlyBy> heldOnlyBy = List.of();
    private Optional<Garbage> garbage = Optional.empty();
    private Optional<GarbageRoots> garbageRoots = Optional.empty();
    private Optional<DominatorResults> retained = Optional.empty();
    private Optional<Waste> waste = Optional.empty();
    private List<WasteAt> wastePlaces = List.of();
    private List<ThreadRow> threads = List.of();
    private List<LoaderRow> loaders = List.of();

    AnalysisPipeline(
            AnalysisRequest request,
            HprofFile file,
            Optional<IndexTarget> indexTarget,
            MemoryBudget budget,
            WorkerThreads workers,
            PhaseStarter phases) {
        this.request = request;
        this.file = file;
        this.indexTarget = indexTarget;
        this.budget = budget;
        this.workers = workers;
        this.phases = phases;
        this.warnings = new ArrayList<>(file.warnings());
    }

    /**
     * Runs the requested phases, as far as the memory allows.
     *
     * @throws BudgetExceededException if the memory does not even suffice to count the classes
     */
    void run() throws IOException, BudgetExceededException {
        if (request.scope() == Scope.HISTOGRAM) {
            count();
            return;
        }
        try {
            analyze(new HeapLoader(file, budget, workers, phases).load());
        } catch (BudgetExceededException e) {
            leaveOut("reachable objects, and all that depends on them", e);
            budget.close();
            count();
        }
    }

    /** Warnings about the dump, for the user. */
    List<String> warnings() {
        return warnings;
    }

    /** The result. */
    HeapSummary summary(DumpFacts facts, double seconds) {
        return new HeapSummary(
                facts,
                jdk,
                request.flags().collector(),
                Objects.requireNonNull(layout, "not run"),
                rows.totals(),
                rows.rows(),
                heldOnlyBy,
                garbage,
                garbageRoots,
                retained,
                waste,
                threads,
                loaders,
                skipped,
                seconds,
                budget.peakBytes());
    }

    private void count() throws BudgetExceededException {
        HistogramPass.Counted counted =
                HistogramPass.count(file, request.flags(), budget, workers, phases);
        layout = counted.layout();
        rows = ClassRows.counted(counted.classes(), counted.totals());
    }

    private void analyze(HeapLoader.Loaded loaded) throws IOException, BudgetExceededException {
        DumpedHeap heap = loaded.heap();
        HeapClasses classes = heap.classes();
        jdk = DumpedJdk.of(heap).version();
        SizedLayout found = SizedLayout.find(classes, loaded.tally(), request.flags(), jdk);
        layout = found.facts();
        ObjectSizes sizes = found.sizes();
        warnings.addAll(DumpOddities.of(loaded, found));
        Reachability reachability = mark(heap, loaded.tally().objects(), sizes);
        heldOnlyBy = heldOnlyBy(classes, reachability);
        ClassTotals reachable = reachability.reachable();
        reachableBytes = reachable.total().bytes();
        long[] retainedByClass = new long[0];
        UnreachableHistogram histogram;
        try (OptionalIndexWriter index =
                new OptionalIndexWriter(indexTarget, request.file(), file.bytes().size())) {
            if (request.scope() == Scope.EVERYTHING) {
                DuplicateStringOptions listing =
                        new DuplicateStringOptions(request.top(), request.revealStrings());
                try (WastePass wastePass =
                        new WastePass(heap, sizes, reachability, listing, budget)) {
                    retainedByClass =
                            retain(
                                    new ReachableHeap(heap, sizes, reachable),
                                    loaded.tally().classAddresses(),
                                    wastePass,
                                    index);
                    waste = Optional.of(waste(heap, reachable, wastePass));
                    histogram = wastePass.unreachable();
                }
            } else {
                PhaseProgress counting = phases.start("counting garbage", file.bytes().size());
                histogram =
                        UnreachableHistogram.count(heap, sizes, reachability, workers, counting);
            }
            index.finish(garbage(heap, found, histogram, reachability, retainedByClass));
            index.problem().ifPresent(skipped::add);
        }
    }

    /** Marks reachable objects, and finds the inner objects if memory suffices. */
    private Reachability mark(DumpedHeap heap, long objects, ObjectSizes sizes)
            throws BudgetExceededException {
        if (request.scope() == Scope.EVERYTHING) {
            try {
                inner = PossibleDominators.reserve(heap, budget);
                return Reachability.mark(
                        heap, sizes, inner, budget, workers, phases.start("marking", objects));
            } catch (BudgetExceededException e) {
                leaveOut(DOMINATORS, e);
                if (inner != null) {
                    inner.close();
                    inner = null;
                }
                heap.index().unmark();
            }
        }
        return Reachability.mark(
                heap, sizes, null, budget, workers, phases.start("marking", objects));
    }

    /**
     * Computes everything that depends on dominators, and runs the pass for waste at the same time.
     * Returns retained bytes by class; empty if the memory does not suffice.
     */
    private long[] retain(
            ReachableHeap reachable,
            long[] classAddresses,
            WastePass wastePass,
            OptionalIndexWriter index)
            throws IOException {
        long[] byClass = new long[0];
        DumpedHeap heap = reachable.dumped();
        if (inner == null) {
            survey(heap, reachable.totals(), RetainedSizeLookup.UNKNOWN);
            return byClass;
        }
        try (PossibleDominators numbered = inner;
                RetainedHeap retention =
                        RetainedHeap.compute(
                                reachable,
                                numbered,
                                wastePass,
                                index.isWanted(),
                                new RetainedHeap.Work(budget, workers, phases))) {
            index.writeObjects(file, request.file(), retention, budget, workers, phases);
            survey(heap, reachable.totals(), retention::bytesOf);
            if (request.objectsOut().isPresent()) {
                writeObjects(retention, request.objectsOut().get());
            }
            RetainedResultsCollector results =
                    new RetainedResultsCollector(
                            retention, wastePass, threads, budget, workers, phases);
            results.find(request.top());
            retained = Optional.of(results.results());
            wastePlaces = results.places();
            skipped.addAll(results.skipped());
            byClass = results.byClass();
            index.writeClasses(
                    retention, classAddresses, byClass, wastePass.unreachable().unreachable());
        } catch (BudgetExceededException e) {
            index.close();
            leaveOut(DOMINATORS, e);
            if (threads.isEmpty()) {
                survey(heap, reachable.totals(), RetainedSizeLookup.UNKNOWN);
            }
        }
        return byClass;
    }

    private void survey(DumpedHeap heap, ClassTotals reachable, RetainedSizeLookup retainedBytes) {
        phases.start("threads", 0);
        threads = ThreadSurvey.rows(file, heap, retainedBytes, ThreadSurvey.MOST_LOCALS);
        loaders = LoaderSurvey.rows(heap, reachable, retainedBytes);
    }

    private void writeObjects(RetainedHeap retention, Path target) throws IOException {
        try (BufferedWriter out =
                Files.newBufferedWriter(
                        target, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            ObjectTsvWriter.write(
                    retention, out, phases.start("writing objects", retention.graph().nodes()));
        } catch (IOException e) {
            FileSystemException named =
                    new FileSystemException(target.toString(), null, IoReason.why(e));
            named.initCause(e);
            throw named;
        }
    }

    private Waste waste(DumpedHeap heap, ClassTotals reachable, WastePass wastePass)
            throws BudgetExceededException {
        if (!wastePass.isBegun()) {
            wastePass.begin(workers, phases.start("sweeping", heap.bytes().size()));
            workers.run(wastePass::read);
            wastePass.end(workers);
        }
        Optional<DuplicateStrings> strings = Optional.empty();
        try {
            strings = Optional.of(wastePass.strings(workers, phases));
        } catch (BudgetExceededException e) {
            leaveOut("duplicate strings", e);
        }
        CollectionSurvey collections = wastePass.collections();
        return new Waste(
                strings,
                collections.collections(),
                BoxedNumbers.of(heap.classes(), reachable),
                collections.emptyArrays(),
                wastePlaces);
    }

    private GarbageRoots garbage(
            DumpedHeap heap,
            SizedLayout found,
            UnreachableHistogram histogram,
            Reachability reachability,
            long[] retainedByClass)
            throws BudgetExceededException {
        PhaseProgress progress = phases.start("classifying garbage", heap.bytes().size());
        ClassTotals filler = new ClassTotals(heap.classes().size());
        UndecidedByHolder undecided =
                VmHeldObjects.find(heap, found.sizes(), reachability, histogram, filler);
        ClassTotals alive = reachability.reachable();
        alive.addAll(undecided.all());
        retained = ClassValueSuspect.addTo(retained, heap, undecided, reachableBytes);
        long stacks = MissingVirtualThreadFrames.countWithoutFrames(heap, alive, workers, progress);
        GarbageTracer.Found traced =
                new GarbageTracer(heap, found, histogram, request.top())
                        .trace(
                                undecided.all().total().plus(filler.total()),
                                budget,
                                workers,
                                phases.start("tracing garbage", heap.index().pages()));
        filler.addAll(traced.filler());
        undecided.perhapsGarbage(VmHolder.VM).addAll(traced.perhapsFiller());
        ClassTotals atLeast = undecided.leftOf(histogram.unreachable(), filler);
        if (stacks > 0) {
            atLeast.moveTo(undecided.perhapsGarbage(VmHolder.VIRTUAL_THREAD_STACK));
            warnings.add(MissingVirtualThreadFrames.warning(stacks));
        }
        garbage = Optional.of(Garbage.of(atLeast.total(), undecided.rows()));
        if (!file.isWhole()) {
            garbage = garbage.map(AnalysisPipeline::ofPart);
            atLeast.moveTo(new ClassTotals(heap.classes().size()));
        }
        garbageRoots = Optional.of(traced.roots());
        rows =
                ClassRows.of(
                        heap.classes(),
                        reachability.reachable(),
                        histogram.unreachable(),
                        atLeast,
                        filler,
                        retainedByClass);
        return traced.roots();
    }

    /** The garbage of an incomplete dump: the missing part may refer to any object. */
    private static Garbage ofPart(Garbage whole) {
        return new Garbage(Total.NONE, whole.unreachable(), whole.undecided(), Garbage.Source.DUMP);
    }

    private void leaveOut(String phase, BudgetExceededException tooLarge) {
        skipped.add(budget.leftOut(phase, tooLarge));
    }

    private static List<HeldOnlyBy> heldOnlyBy(HeapClasses classes, Reachability reachability) {
        List<HeldOnlyBy> rows = new ArrayList<>();
        for (ReferenceStrength strength : ReferenceStrength.values()) {
            if (strength == ReferenceStrength.STRONG) {
                continue;
            }
            ClassTotals totals = reachability.heldOnlyBy(strength);
            List<Total.OfClass> ranked = ClassRanking.of(classes, totals, _ -> true);
            rows.add(
                    new HeldOnlyBy(
                            strength,
                            totals.total(),
                            ranked.subList(0, Math.min(TOP_HELD, ranked.size()))));
        }
        return rows;
    }
}
