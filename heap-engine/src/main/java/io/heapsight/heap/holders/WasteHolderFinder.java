/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.holders;

import io.heapsight.heap.classes.ClassTotals;
import io.heapsight.heap.classes.CodeOrigin;
import io.heapsight.heap.classes.HeapClass;
import io.heapsight.heap.classes.HeapClasses;
import io.heapsight.heap.content.DumpedText;
import io.heapsight.heap.dominators.DominatorTree;
import io.heapsight.heap.holders.HolderFinder.Holder;
import io.heapsight.heap.memory.BudgetExceededException;
import io.heapsight.heap.parallel.PhaseStarter;
import io.heapsight.heap.parallel.WorkerThreads;
import io.heapsight.heap.retained.RetainedHeap;
import io.heapsight.hprof.BasicType;
import io.heapsight.summary.HolderPlace;
import io.heapsight.summary.ThreadRow;
import io.heapsight.summary.Total;
import io.heapsight.summary.Waste.CollectionWaste;
import io.heapsight.summary.Waste.DuplicateStrings;
import io.heapsight.summary.WasteAt;
import io.heapsight.summary.WasteAt.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;

/** Finds the places in the program's code that hold most waste, unless there is little waste. */
public final class WasteHolderFinder {
    /** Minimum share of the reachable bytes, summed, for a pass over the dump. */
    private static final double WORTH_READING = 0.02;

    /** Minimum share of arrays in the reachable bytes for a search in them. */
    private static final double WORTH_LOOKING_INTO = 0.05;

    /** Minimum share of the reachable bytes for a reported place. */
    private static final double WORTH_TELLING = 0.001;

    /** Minimum share of the reachable bytes for a second pass over the dump. */
    private static final double WORTH_ASKING = 0.01;

    private static final int LEAST_BUFFERS = 16;
    private static final int MOST_ROWS = 50;

    private final RetainedHeap retention;
    private final HolderFinder holders;
    private final long reachableBytes;

    public WasteHolderFinder(RetainedHeap retention, DumpedText text, List<ThreadRow> threads) {
        this.retention = retention;
        this.holders = new HolderFinder(retention, text, threads);
        this.reachableBytes = retention.retained().bytes(DominatorTree.ROOT);
    }

    /** The kinds of waste that are large enough to search their places. */
    public Set<Kind> kinds(
            Optional<DuplicateStrings> strings,
            List<CollectionWaste> collections,
            List<Total.OfClass> boxed,
            ClassTotals reachable) {
        Set<Kind> kinds = EnumSet.noneOf(Kind.class);
        long least = (long) (WORTH_READING * reachableBytes);
        if (strings.map(DuplicateStrings::wastedBytes).orElse(0L) > least) {
            kinds.add(Kind.DUPLICATE_STRINGS);
        }
        if (collections.stream().mapToLong(CollectionWaste::savableBytes).sum() > least) {
            kinds.add(Kind.EMPTY_COLLECTIONS);
        }
        if (boxed.stream().mapToLong(row -> row.total().bytes()).sum() > least) {
            kinds.add(Kind.BOXED_NUMBERS);
        }
        if (primitives(reachable) > WORTH_LOOKING_INTO * reachableBytes) {
            kinds.add(Kind.DUPLICATE_ARRAYS);
        }
        HeapClasses classes = retention.heap().classes();
        if (classes.named("java/nio/DirectByteBuffer").stream()
                .anyMatch(each -> reachable.of(each).objects() >= LEAST_BUFFERS)) {
            kinds.add(Kind.DIRECT_BUFFERS);
        }
        return kinds;
    }

    private long primitives(ClassTotals reachable) {
        HeapClasses classes = retention.heap().classes();
        long bytes = 0;
        for (BasicType type : BasicType.values()) {
            if (type != BasicType.OBJECT) {
                bytes += reachable.of(classes.primitiveArray(type.code())).bytes();
            }
        }
        return bytes;
    }

    /**
     * The places, those that waste most first, after the pass has read the whole dump.
     *
     * @param suspectOf the place of the leak suspect that dominates an object of a rank; "" without
     *     one
     */
    public List<WasteAt> find(
            WasteHolderPass swept,
            IntFunction<String> suspectOf,
            WorkerThreads workers,
            PhaseStarter phases)
            throws BudgetExceededException {
        WasteByHolder tally = swept.tally();
        askForReferrers(tally, workers, phases);
        return rows(
                WasteHolderPass.largest(tally, (long) (WORTH_TELLING * reachableBytes)), suspectOf);
    }

    /** Finds the referrers of large waste that several objects hold, in another pass. */
    private void askForReferrers(WasteByHolder tally, WorkerThreads workers, PhaseStarter phases)
            throws BudgetExceededException {
        WasteHolderPass.largest(tally, (long) (WORTH_ASKING * reachableBytes)).forEach(this::place);
        Set<Long> wanted = holders.wanted();
        if (!wanted.isEmpty()) {
            ReferrerPass.read(
                            retention,
                            ReferrerPass.Owners.NONE,
                            wanted,
                            null,
                            workers,
                            phases.start("waste", retention.heap().bytes().size()))
                    .referrers()
                    .forEach(holders::know);
        }
    }

    /** The key by which rows are merged. */
    private record At(Kind kind, HolderPlace place, String className, String suspect) {}

    private List<WasteAt> rows(List<WasteByHolder.Row> largest, IntFunction<String> suspectOf) {
        Map<At, long[]> sums = new LinkedHashMap<>();
        for (WasteByHolder.Row row : largest) {
            HeapClass of = retention.heap().classes().get(row.heldClass());
            long[] sum =
                    sums.computeIfAbsent(
                            new At(row.kind(), place(row), of.name(), suspect(row, suspectOf)),
                            _ -> new long[2]);
            sum[0] += row.objects();
            sum[1] += row.bytes();
        }
        List<WasteAt> rows = new ArrayList<>();
        sums.forEach(
                (at, sum) ->
                        rows.add(
                                new WasteAt(
                                        at.kind,
                                        at.place,
                                        at.className,
                                        sum[0],
                                        sum[1],
                                        at.suspect)));
        rows.sort(Comparator.comparingLong(WasteAt::bytes).reversed());
        return rows.subList(0, Math.min(MOST_ROWS, rows.size()));
    }

    /** The suspect that dominates most of the examples. */
    private static String suspect(WasteByHolder.Row row, IntFunction<String> suspectOf) {
        Map<String, Integer> times = new HashMap<>();
        for (WasteByHolder.Example each : row.examples()) {
            times.merge(each.above() == 0 ? "" : suspectOf.apply(each.above()), 1, Integer::sum);
        }
        return times.entrySet().stream()
                .max(
                        Map.Entry.<String, Integer>comparingByValue()
                                .thenComparing(Map.Entry.comparingByKey()))
                .map(Map.Entry::getKey)
                .orElse("");
    }

    /** The place of most of the examples. */
    private HolderPlace place(WasteByHolder.Row row) {
        Map<HolderPlace, Integer> times = new HashMap<>();
        for (WasteByHolder.Example each : row.examples()) {
            List<Holder> found = holders.find(each.held(), each.holder(), _ -> false);
            if (!found.isEmpty()) {
                times.merge(found.getFirst().place(), 1, Integer::sum);
            }
        }
        return times.entrySet().stream()
                .max(
                        Map.Entry.<HolderPlace, Integer>comparingByValue()
                                .thenComparing(entry -> entry.getKey().name()))
                .map(Map.Entry::getKey)
                .orElseGet(() -> unknown(row));
    }

    private HolderPlace unknown(WasteByHolder.Row row) {
        int holder = row.examples().isEmpty() ? 0 : row.examples().getFirst().holder();
        if (holder == 0) {
            return HolderPlace.SEVERAL;
        }
        int node = retention.tree().node(holder);
        HeapClass of =
                retention.graph().isClass(node)
                        ? retention.graph().classOf(node)
                        : retention.heap().classes().get(retention.classIndexAtRank(holder));
        return HolderPlace.of(
                HolderPlace.Kind.FIELD, of.name() + " (several fields)", CodeOrigin.isJdk(of));
    }
}
