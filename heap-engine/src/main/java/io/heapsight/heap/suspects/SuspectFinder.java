/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.suspects;

import static java.util.Objects.requireNonNull;

import io.heapsight.heap.classes.ClassKeys;
import io.heapsight.heap.classes.ClassRanking;
import io.heapsight.heap.classes.ClassTotals;
import io.heapsight.heap.classes.HeapClasses;
import io.heapsight.heap.content.DumpedText;
import io.heapsight.heap.dominators.ShortestPathToRoot;
import io.heapsight.heap.holders.HolderFinder;
import io.heapsight.heap.holders.HolderFinder.Holder;
import io.heapsight.heap.holders.ReferrerPass;
import io.heapsight.heap.holders.WasteHolderPass;
import io.heapsight.heap.leaks.KnownLeak;
import io.heapsight.heap.leaks.KnownLeakFinder;
import io.heapsight.heap.leaks.LeakObjectReader;
import io.heapsight.heap.libraryleaks.LibraryLeakKinds;
import io.heapsight.heap.memory.BudgetExceededException;
import io.heapsight.heap.memory.MemoryBudget;
import io.heapsight.heap.parallel.PhaseStarter;
import io.heapsight.heap.parallel.WorkerThreads;
import io.heapsight.heap.retained.NodeObjectReader;
import io.heapsight.heap.retained.PathDescriber;
import io.heapsight.heap.retained.RetainedHeap;
import io.heapsight.summary.HeapSummary.SkippedPhase;
import io.heapsight.summary.HeldObjects;
import io.heapsight.summary.HolderPlace;
import io.heapsight.summary.Severity;
import io.heapsight.summary.Suspect;
import io.heapsight.summary.ThreadRow;
import io.heapsight.summary.Total;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Finds leak suspects: for each accumulation point its content, and the place where the program
 * holds it.
 */
public final class SuspectFinder {
    private static final int MOST_READINGS = 4;

    /** If several places hold a sample, a place with less than this part (1/4) is not named. */
    private static final int LEAST_PART = 4;

    private static final int MOST_PLACES = 3;
    private static final int MOST_MERGED = 3;
    private static final int MOST_CLASSES = 10;

    /** Maximum number of objects shown of a path: those at its two ends. */
    private static final int LONGEST_PATH = 40;

    private final RetainedHeap retention;
    private final HeapClasses classes;
    private final DominatedGroups groups;
    private final HolderFinder holders;
    private final NodeObjectReader nodes;
    private final SuspectBuilder words;
    private final List<AccumulationPoint> accumulations;
    private final ClassKeys keys;
    private final KnownLeakFinder kinds;
    private final DominatingSuspectLookup below;
    private final List<SkippedPhase> leftOut = new ArrayList<>();

    public SuspectFinder(
            RetainedHeap retention,
            DominatedGroups groups,
            ClassKeys keys,
            DumpedText text,
            List<ThreadRow> threads) {
        this.retention = retention;
        this.classes = retention.heap().classes();
        this.groups = groups;
        this.keys = keys;
        this.holders = new HolderFinder(retention, text, threads);
        this.nodes = new NodeObjectReader(retention);
        LeakObjectReader reader = new LeakObjectReader(retention, text, holders, threads);
        this.words =
                new SuspectBuilder(
                        retention,
                        groups,
                        keys,
                        new PathDescriber(retention, text),
                        reader,
                        owner -> holders(owner, _ -> false));
        this.accumulations = AccumulationPoint.in(groups);
        this.below = new DominatingSuspectLookup(retention.tree(), groups);
        this.kinds = new KnownLeakFinder(LibraryLeakKinds.WITH_JDK, retention, reader);
    }

    /** The memory for a graph with this many nodes: groups, and paths to the roots. */
    public static long bytesNeeded(long nodes) {
        return nodes + PathMerger.bytesNeeded(nodes);
    }

    /**
     * Finds the suspects.
     *
     * @param waste receives each object of the first reading of the dump; null to skip the search
     *     for waste
     */
    public List<Suspect> find(
            @Nullable WasteHolderPass waste,
            MemoryBudget budget,
            WorkerThreads workers,
            PhaseStarter phases)
            throws BudgetExceededException {
        List<KnownLeak> leaks = kinds.find();
        if (accumulations.isEmpty() && leaks.isEmpty() && waste == null) {
            return List.of();
        }
        List<int[]> samples = AccumulationSampler.of(accumulations, groups, retention);
        List<NamedAccumulation> found = named(samples);
        boolean open = true;
        @Nullable ReferrerPass counted = null;
        try (NearestAccumulation below =
                NearestAccumulation.find(retention, groups, accumulations, budget)) {
            for (int i = 0; i < MOST_READINGS; i++) {
                Set<Long> wanted = wanted();
                boolean named =
                        (!open || found.stream().allMatch(NamedAccumulation::isNamed))
                                && leaks.stream().noneMatch(each -> each.places().isEmpty());
                if (counted != null && (wanted.isEmpty() || named)) {
                    break;
                }
                ReferrerPass sweep =
                        ReferrerPass.read(
                                retention,
                                counted == null ? below : ReferrerPass.Owners.NONE,
                                wanted,
                                counted == null ? waste : null,
                                workers,
                                phases.start("suspects", retention.heap().bytes().size()));
                sweep.referrers().forEach(holders::know);
                counted = counted == null ? sweep : counted;
                holders.forgetWanted();
                found = named(samples);
                open = !wanted().isEmpty(); // kinds alone don't justify another reading
                leaks = kinds.find();
            }
        }
        return suspects(found, leaks, counted, budget, phases);
    }

    private List<Suspect> suspects(
            List<NamedAccumulation> accumulated,
            List<KnownLeak> leaks,
            @Nullable ReferrerPass counted,
            MemoryBudget budget,
            PhaseStarter phases)
            throws BudgetExceededException {
        phases.start("paths to suspects", 0);
        List<NamedAccumulation> found = merged(accumulated, leaks);
        List<Suspect> suspects = new ArrayList<>();
        List<ShortestPathToRoot> paths = paths(found, leaks, budget, phases);
        Map<Integer, List<HeldObjects.MergedStep>> merged = mergedPaths(found, budget, phases);
        Set<KnownLeak> named = new HashSet<>();
        for (int i = 0; i < found.size(); i++) {
            NamedAccumulation each = found.get(i);
            @Nullable KnownLeak leak = NearestKnownLeak.nearest(each.of(), leaks, retention);
            if (leak != null && !named.add(leak)) {
                continue;
            }
            if (leak != null || isTelling(each)) {
                Suspect suspect =
                        suspect(
                                each,
                                counted,
                                merged.getOrDefault(each.number(), List.of()),
                                paths.get(i));
                suspects.add(leak == null ? suspect : words.withCause(suspect, leak));
                below.put(each, suspects.getLast());
            }
        }
        for (int i = 0; i < leaks.size(); i++) {
            if (named.add(leaks.get(i))) {
                suspects.add(words.suspect(leaks.get(i), paths.get(found.size() + i)));
                below.put(leaks.get(i), suspects.getLast());
            }
        }
        suspects.sort(Suspect.MOST_PRESSING_FIRST);
        return suspects;
    }

    private List<NamedAccumulation> merged(List<NamedAccumulation> all, List<KnownLeak> leaks) {
        AccumulationMerger merger =
                new AccumulationMerger(
                        retention,
                        words::contentKey,
                        each -> NearestKnownLeak.nearest(each.of(), leaks, retention) != null);
        return merger.inSeveralFields(merger.inSeveralObjects(all)).stream()
                .map(each -> each.inWords(holders::withCaller))
                .toList();
    }

    /**
     * Returns false for strings, arrays and other JDK objects with many holders: they are not
     * suspects.
     */
    private boolean isTelling(NamedAccumulation found) {
        DominatedGroup top = found.of().top();
        return top.objects() == 1 || !found.by().isEmpty() || words.isTelling(top);
    }

    private Set<Long> wanted() {
        Set<Long> wanted = new HashSet<>(holders.wanted());
        wanted.removeIf(holders::isKnown);
        return wanted;
    }

    /** The paths of each accumulation, then of each known leak. */
    private List<ShortestPathToRoot> paths(
            List<NamedAccumulation> found,
            List<KnownLeak> leaks,
            MemoryBudget budget,
            PhaseStarter phases)
            throws BudgetExceededException {
        int[] targets =
                IntStream.concat(
                                found.stream().mapToInt(NamedAccumulation::example),
                                leaks.stream().mapToInt(each -> node(each.holders()[0])))
                        .toArray();
        List<ShortestPathToRoot> strong =
                ShortestPathToRoot.find(
                        retention.graph().strong(),
                        targets,
                        LONGEST_PATH,
                        budget,
                        phases.cancelled());
        return strong.stream().noneMatch(path -> path.nearTarget().isEmpty())
                ? strong
                : ShortestPathToRoot.find(
                        retention.graph(), targets, LONGEST_PATH, budget, phases.cancelled());
    }

    /** The merged paths of accumulations in several places: no single path is significant. */
    private Map<Integer, List<HeldObjects.MergedStep>> mergedPaths(
            List<NamedAccumulation> found, MemoryBudget budget, PhaseStarter phases) {
        Map<Integer, List<HeldObjects.MergedStep>> merged = new HashMap<>();
        List<NamedAccumulation> several =
                found.stream()
                        .filter(each -> !each.isOne() && each.of().content() != null)
                        .filter(each -> each.by().size() != 1 && !each.of().top().isLeaf())
                        .filter(each -> words.severity(each) != Severity.INFORMATION)
                        .limit(MOST_MERGED)
                        .toList();
        if (several.isEmpty()) {
            return merged;
        }
        Set<Integer> numbers = new HashSet<>();
        several.forEach(each -> numbers.add(each.of().top().number()));
        long workers = several.stream().mapToLong(each -> each.of().top().objects()).sum();
        try (PathMerger paths =
                PathMerger.search(
                        retention,
                        keys,
                        rank -> numbers.contains(groups.groupOf(rank)),
                        workers,
                        budget,
                        phases.cancelled())) {
            for (NamedAccumulation each : several) {
                int group = each.of().top().number();
                merged.put(each.number(), paths.to(rank -> groups.groupOf(rank) == group));
            }
        } catch (BudgetExceededException e) {
            leftOut.add(budget.leftOut("merged paths to the roots", e));
        }
        return merged;
    }

    /** The place of the suspect above the object of a rank; "" if there is none. */
    public String placeAbove(int rank) {
        return below.placeAbove(rank);
    }

    /** The phases that did not fit in memory. */
    public List<SkippedPhase> leftOut() {
        return leftOut;
    }

    private List<NamedAccumulation> named(List<int[]> samples) {
        Map<Long, NamedAccumulation> byHeld = new LinkedHashMap<>();
        for (int i = 0; i < accumulations.size(); i++) {
            NamedAccumulation found = named(i, samples.get(i));
            long key = found.by().isEmpty() ? ~i : found.by().getFirst().held();
            NamedAccumulation first = byHeld.putIfAbsent(key, found);
            if (first != null) {
                first.more().add(found);
            }
        }
        return List.copyOf(byHeld.values());
    }

    private NamedAccumulation named(int number, int[] sample) {
        AccumulationPoint of = accumulations.get(number);
        DominatedGroup top = of.top();
        Map<HolderPlace, Holder> first = new LinkedHashMap<>();
        Map<HolderPlace, Integer> times = new LinkedHashMap<>();
        Set<Long> held = new HashSet<>();
        boolean inThreads = sample.length == 0 && of.holder().objects() > 1;
        int questions = 0;
        for (int rank : sample.length == 0 ? new int[] {top.largest()} : sample) {
            for (Holder holder : holders(of, rank)) {
                held.add(holder.held());
                HolderPlace place = holder.place().inAnyThread();
                first.merge(
                        place,
                        inThreads ? NamedAccumulation.inAnyThread(holder) : holder,
                        NamedAccumulation::either);
                times.merge(place, 1, Integer::sum);
            }
            questions++;
        }
        long largest = nodes.address(node(top.largest()));
        int enough = Math.max(1, questions / LEAST_PART);
        List<Holder> by =
                times.entrySet().stream()
                        .filter(each -> each.getValue() >= enough)
                        .sorted(Map.Entry.<HolderPlace, Integer>comparingByValue().reversed())
                        .map(each -> requireNonNull(first.get(each.getKey())))
                        .filter(groups::isTelling)
                        .limit(MOST_PLACES)
                        .toList();
        if (by.isEmpty() && of.content() == null && top.objects() == 1 && !top.isLeaf()) {
            by = holders.largestFrame(largest);
        }
        boolean itself = top.objects() > 1 && top.isLeaf() && held.contains(largest);
        List<Holder> within = by.isEmpty() ? List.of() : holders.above(by.getFirst());
        return new NamedAccumulation(
                of,
                number,
                by,
                numberOfHolders(of, by),
                by.size() == 1 && held.size() == 1 && of.holder().objects() == 1 && !itself,
                within,
                node(top.largest()),
                new ArrayList<>(),
                new ArrayList<>(),
                List.of());
    }

    private long numberOfHolders(AccumulationPoint of, List<Holder> by) {
        long objects = of.holder().objects();
        return objects > 1 && !by.isEmpty() && by.getFirst().place().isInSeveralThreads()
                ? holders.threadsAt(by.getFirst().place().name())
                : objects;
    }

    private List<Holder> holders(AccumulationPoint of, int owner) {
        int content = of.content() == null ? 0 : of.top().number();
        return holders(owner, rank -> content != 0 && groups.groupOf(rank) == content);
    }

    private List<Holder> holders(int owner, IntPredicate ignored) {
        long address = nodes.address(node(owner));
        int dominator =
                owner < 0
                        ? retention.largeLeaves().get(~owner).dominatorRank()
                        : retention.tree().dominatorRank(owner);
        return holders.find(address, dominator, ignored);
    }

    private int node(int owner) {
        return owner < 0
                ? retention.largeLeaves().get(~owner).leaf()
                : retention.tree().node(owner);
    }

    private Suspect suspect(
            NamedAccumulation found,
            @Nullable ReferrerPass counted,
            List<HeldObjects.MergedStep> merged,
            ShortestPathToRoot path) {
        return words.suspect(
                found, counted == null ? List.of() : ranked(below(found, counted)), merged, path);
    }

    private ClassTotals below(NamedAccumulation found, ReferrerPass counted) {
        ClassTotals all = new ClassTotals(classes.size());
        all.addAll(counted.below(found.number()));
        found.rest().forEach(each -> all.addAll(counted.below(each.number())));
        return all;
    }

    private List<Total.OfClass> ranked(ClassTotals totals) {
        List<Total.OfClass> all = ClassRanking.of(classes, totals, _ -> true);
        return all.subList(0, Math.min(MOST_CLASSES, all.size()));
    }
}
