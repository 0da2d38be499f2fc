/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap;

import io.heapsight.heap.classes.ClassKeys;
import io.heapsight.heap.classes.HeapClass;
import io.heapsight.heap.content.DumpedText;
import io.heapsight.heap.holders.WasteHolderFinder;
import io.heapsight.heap.holders.WasteHolderPass;
import io.heapsight.heap.memory.BudgetExceededException;
import io.heapsight.heap.memory.MemoryBudget;
import io.heapsight.heap.parallel.PhaseStarter;
import io.heapsight.heap.parallel.WorkerThreads;
import io.heapsight.heap.retained.BiggestObjects;
import io.heapsight.heap.retained.DuplicateClassLoaders;
import io.heapsight.heap.retained.RetainedHeap;
import io.heapsight.heap.suspects.DominatedGroups;
import io.heapsight.heap.suspects.SuspectFinder;
import io.heapsight.heap.waste.BoxedNumbers;
import io.heapsight.heap.waste.CollectionSurvey;
import io.heapsight.heap.waste.ContentTable;
import io.heapsight.heap.waste.WastePass;
import io.heapsight.summary.DominatorNode;
import io.heapsight.summary.DominatorResults;
import io.heapsight.summary.DominatorResults.LinkedShape;
import io.heapsight.summary.HeapSummary.SkippedPhase;
import io.heapsight.summary.Suspect;
import io.heapsight.summary.ThreadRow;
import io.heapsight.summary.Total;
import io.heapsight.summary.Waste.DuplicateStrings;
import io.heapsight.summary.WasteAt;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Collects the results that need retained sizes: the biggest objects, retained bytes by class, leak
 * suspects, and the holders of waste. A part that does not fit in memory is skipped; the others
 * continue.
 */
final class RetainedResultsCollector {
    /** Minimum links of a long chain. */
    private static final int LONG_CHAIN = 1_000;

    private static final int MOST_CHAINS = 10;

    /**
     * Package of the JDK's lists of finalizers and cleaners, which are not data structures of a
     * program.
     */
    private static final String REFERENCES = "java/lang/ref/";

    private final RetainedHeap retention;
    private final WastePass wastePass;
    private final List<ThreadRow> threads;
    private final MemoryBudget budget;
    private final WorkerThreads workers;
    private final PhaseStarter phases;
    private final DumpedText text;
    private final long[] byClass;
    private final int[] longest;
    private final List<SkippedPhase> skipped = new ArrayList<>();
    private DominatorResults results =
            new DominatorResults(List.of(), List.of(), List.of(), List.of());
    private List<WasteAt> places = List.of();

    RetainedResultsCollector(
            RetainedHeap retention,
            WastePass wastePass,
            List<ThreadRow> threads,
            MemoryBudget budget,
            WorkerThreads workers,
            PhaseStarter phases) {
        this.retention = retention;
        this.wastePass = wastePass;
        this.threads = threads;
        this.budget = budget;
        this.workers = workers;
        this.phases = phases;
        this.text = new DumpedText(retention.heap());
        this.byClass = new long[retention.heap().classes().size()];
        this.longest = new int[byClass.length];
    }

    /**
     * Finds all parts.
     *
     * @param top number of biggest objects
     */
    void find(int top) throws BudgetExceededException {
        phases.start("largest objects", 0);
        List<List<DominatorNode>> biggest = new ArrayList<>();
        workers.run(
                worker -> {
                    if (worker == 0) {
                        biggest.add(new BiggestObjects(retention, text).biggest(top, budget));
                    }
                    if (worker == workers.size() - 1) {
                        retention.addByClass(byClass, longest, budget, phases.cancelled());
                    }
                });
        List<Suspect> suspects = suspectsAndWaste();
        results =
                new DominatorResults(
                        biggest.getFirst(),
                        suspects,
                        DuplicateClassLoaders.find(
                                retention.heap(), retention.totals(), retention::bytesOf),
                        linked());
    }

    /** Finds suspects and waste; if memory does not suffice for both, only suspects. */
    private List<Suspect> suspectsAndWaste() {
        phases.start("grouping objects", 0);
        WasteHolderFinder finder = new WasteHolderFinder(retention, text, threads);
        Set<WasteAt.Kind> kinds = kindsOfWaste(finder);
        try (ContentTable contents = new ContentTable(budget)) {
            if (!kinds.isEmpty()) {
                WasteHolderPass waste = new WasteHolderPass(retention, kinds, contents);
                return suspects(waste, finder);
            }
        } catch (BudgetExceededException e) {
            skipped.add(budget.leftOut("waste by holder", e));
        }
        try {
            return suspects(null, finder);
        } catch (BudgetExceededException e) {
            skipped.add(budget.leftOut("leak suspects", e));
            return List.of();
        }
    }

    private List<Suspect> suspects(@Nullable WasteHolderPass waste, WasteHolderFinder wasteHolders)
            throws BudgetExceededException {
        ClassKeys keys = new ClassKeys(retention.heap().classes());
        try (DominatedGroups groups =
                DominatedGroups.find(retention, keys, budget, phases.cancelled())) {
            SuspectFinder finder = new SuspectFinder(retention, groups, keys, text, threads);
            List<Suspect> suspects = finder.find(waste, budget, workers, phases);
            skipped.addAll(finder.leftOut());
            if (waste != null) {
                places = wasteHolders.find(waste, finder::placeAbove, workers, phases);
            }
            return suspects;
        }
    }

    private List<LinkedShape> linked() {
        List<LinkedShape> shapes = new ArrayList<>();
        for (HeapClass each : retention.heap().classes().all()) {
            int links = longest[each.index()];
            if (links >= LONG_CHAIN && !each.rawName().startsWith(REFERENCES)) {
                Total total = retention.totals().of(each.index());
                shapes.add(new LinkedShape(each.name(), links, total.objects(), total.bytes()));
            }
        }
        shapes.sort(Comparator.comparingLong(LinkedShape::bytes).reversed());
        return shapes.subList(0, Math.min(MOST_CHAINS, shapes.size()));
    }

    private Set<WasteAt.Kind> kindsOfWaste(WasteHolderFinder finder) {
        CollectionSurvey collections = wastePass.collections();
        Optional<DuplicateStrings> strings = wastePass.stringsFound();
        return finder.kinds(
                strings,
                collections.collections(),
                BoxedNumbers.of(retention.heap().classes(), retention.totals()),
                retention.totals());
    }

    DominatorResults results() {
        return results;
    }

    /** Retained bytes of the objects of each class. */
    long[] byClass() {
        return byClass;
    }

    /** The places that hold most of the waste. */
    List<WasteAt> places() {
        return places;
    }

    List<SkippedPhase> skipped() {
        return skipped;
    }
}
