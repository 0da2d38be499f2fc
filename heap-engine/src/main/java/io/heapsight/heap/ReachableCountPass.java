/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap;

import io.heapsight.heap.content.ContentHash;
import io.heapsight.heap.content.DumpedJdk;
import io.heapsight.heap.content.StringCursor;
import io.heapsight.heap.content.StringLayout;
import io.heapsight.heap.dominators.GraphSize;
import io.heapsight.heap.garbage.GarbageTracer;
import io.heapsight.heap.holders.WasteHolderPass;
import io.heapsight.heap.index.DumpedHeap;
import io.heapsight.heap.index.HeapLoader;
import io.heapsight.heap.index.ObjectIndex;
import io.heapsight.heap.layout.HeapFlags;
import io.heapsight.heap.memory.BudgetExceededException;
import io.heapsight.heap.memory.MemoryBudget;
import io.heapsight.heap.objects.ObjectSizes;
import io.heapsight.heap.objects.SizedLayout;
import io.heapsight.heap.parallel.PhaseStarter;
import io.heapsight.heap.parallel.SegmentPass;
import io.heapsight.heap.parallel.WorkerThreads;
import io.heapsight.heap.reachability.PossibleDominators;
import io.heapsight.heap.reachability.Reachability;
import io.heapsight.heap.reachability.ReachableHeap;
import io.heapsight.heap.retained.HeapGraph;
import io.heapsight.heap.unreachable.UnreachableHistogram;
import io.heapsight.hprof.BasicType;
import io.heapsight.hprof.HprofFile;
import io.heapsight.hprof.RecordCursor;
import io.heapsight.hprof.Segment;
import io.heapsight.hprof.SubRecord;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Counts the reachable objects, references and contents, which determine the size of an analysis'
 * tables. Marking the objects takes 1.5 times the memory of an analysis of garbage. Another pass
 * reads their references and contents.
 */
final class ReachableCountPass {
    private final HprofFile file;
    private final MemoryBudget budget;
    private final WorkerThreads workers;
    private final PhaseStarter phases;

    ReachableCountPass(
            HprofFile file, MemoryBudget budget, WorkerThreads workers, PhaseStarter phases) {
        this.file = file;
        this.budget = budget;
        this.workers = workers;
        this.phases = phases;
    }

    /**
     * The result.
     *
     * @param reachable number of reachable objects
     * @param classes of the dump
     */
    record Counted(DumpCounts counts, long reachable, long classes) {}

    /**
     * Marks and counts the reachable objects.
     *
     * @throws BudgetExceededException if the memory does not suffice to mark
     */
    Counted count() throws BudgetExceededException {
        HeapLoader.Loaded loaded = new HeapLoader(file, budget, workers, phases).load();
        DumpedHeap heap = loaded.heap();
        long objects = loaded.tally().objects();
        ObjectSizes sizes =
                SizedLayout.find(
                                heap.classes(),
                                loaded.tally(),
                                HeapFlags.NONE,
                                DumpedJdk.of(heap).version())
                        .sizes();
        Reachability marked;
        GraphSize graph;
        try (PossibleDominators inner = PossibleDominators.reserve(heap, budget)) {
            marked =
                    Reachability.mark(
                            heap, sizes, inner, budget, workers, phases.start("marking", objects));
            graph = size(new ReachableHeap(heap, sizes, marked.reachable()), inner);
        }
        UnreachableHistogram unreachable =
                UnreachableHistogram.count(
                        heap,
                        sizes,
                        marked,
                        workers,
                        phases.start("counting garbage", file.bytes().size()));
        Share contents = contents(heap);
        DumpCounts counts =
                new DumpCounts(
                        objects,
                        heap.positions() == null ? 0 : objects,
                        heap.roots().size(),
                        heap.index().pages(),
                        marked.postponed(),
                        GarbageTracer.bytesNeeded(unreachable),
                        unreachable
                                .unreachable()
                                .of(heap.classes().primitiveArray(BasicType.INT.code()))
                                .objects(),
                        graph,
                        contents.ofStrings.atMost(),
                        contents.ofArrays.atMost(),
                        workers.size());
        return new Counted(counts, marked.reachable().total().objects(), heap.classes().size());
    }

    private GraphSize size(ReachableHeap heap, PossibleDominators inner)
            throws BudgetExceededException {
        phases.start("counting references", 0);
        try (HeapGraph graph = HeapGraph.of(heap, inner, budget)) {
            return graph.size(workers, phases.cancelled());
        }
    }

    private Share contents(DumpedHeap heap) throws BudgetExceededException {
        Optional<StringLayout> layout = StringLayout.of(heap);
        List<Share> shares =
                SegmentPass.run(
                        heap.segments(),
                        workers,
                        () -> new Share(heap, layout),
                        phases.start("comparing contents", heap.bytes().size()));
        Share all = shares.getFirst();
        for (Share each : shares.subList(1, shares.size())) {
            all.ofStrings.addAll(each.ofStrings);
            all.ofArrays.addAll(each.ofArrays);
        }
        return all;
    }

    /**
     * One thread's part of the pass over the contents. An array that precedes its string also
     * counts as an array without a string.
     */
    private static final class Share implements SegmentPass.Share {
        private final DumpedHeap heap;
        private final RecordCursor cursor;
        private final long stringClass;
        private final @Nullable StringCursor string;
        private final DistinctCount ofStrings = new DistinctCount();
        private final DistinctCount ofArrays = new DistinctCount();

        Share(DumpedHeap heap, Optional<StringLayout> layout) {
            this.heap = heap;
            cursor = new RecordCursor(heap.bytes());
            stringClass = layout.map(StringLayout::classAddress).orElse(0L);
            string = layout.map(of -> new StringCursor(heap, of)).orElse(null);
        }

        @Override
        public void read(Segment segment) {
            cursor.reset(segment.start(), segment.end());
            while (cursor.next()) {
                if (cursor.tag() == SubRecord.PRIMITIVE_ARRAY) {
                    array();
                } else if (string != null
                        && cursor.tag() == SubRecord.INSTANCE
                        && cursor.classAddress() == stringClass
                        && heap.index().isMarked(cursor.address())) {
                    string(string);
                }
            }
        }

        private void string(StringCursor of) {
            long array = of.open(cursor.position());
            if (heap.index().set(array, ObjectIndex.SPARE) && of.openArray(array)) {
                int bytesPerChar = of.bytesPerChar();
                ofStrings.add(
                        ContentHash.of(
                                heap.bytes(), of.from(), of.length() * bytesPerChar, bytesPerChar));
            }
        }

        private void array() {
            long address = cursor.address();
            if (heap.index().isMarked(address)
                    && !heap.index().isSet(address, ObjectIndex.SPARE)
                    && WasteHolderPass.isCompared(heap.bytes(), cursor)) {
                ofArrays.add(WasteHolderPass.hash(heap.bytes(), cursor));
            }
        }
    }
}
