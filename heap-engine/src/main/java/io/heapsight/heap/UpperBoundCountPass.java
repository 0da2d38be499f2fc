/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap;

import io.heapsight.heap.classes.HeapClass;
import io.heapsight.heap.classes.HeapClasses;
import io.heapsight.heap.index.GcRoots;
import io.heapsight.heap.index.HeapScan;
import io.heapsight.heap.memory.BudgetExceededException;
import io.heapsight.heap.memory.MemoryBudget;
import io.heapsight.heap.parallel.PhaseStarter;
import io.heapsight.heap.parallel.SegmentPass;
import io.heapsight.heap.parallel.WorkerThreads;
import io.heapsight.hprof.HprofFile;
import io.heapsight.hprof.RecordCursor;
import io.heapsight.hprof.Segment;
import io.heapsight.hprof.SubRecord;
import java.util.List;

/**
 * Counts upper bounds of the numbers that determine the size of an analysis' tables. It needs no
 * table itself, and reads the dump twice: first the classes and roots, then the objects and
 * references.
 */
final class UpperBoundCountPass {
    /**
     * A dump counts as sorted if at most one in this many objects has a lower address than its
     * predecessor. HotSpot's collectors except ZGC and Shenandoah dump regions of a thousand
     * objects or more.
     */
    static final int IN_ORDER = 1_000;

    private final HprofFile file;
    private final MemoryBudget budget;
    private final WorkerThreads workers;
    private final PhaseStarter phases;

    UpperBoundCountPass(
            HprofFile file, MemoryBudget budget, WorkerThreads workers, PhaseStarter phases) {
        this.file = file;
        this.budget = budget;
        this.workers = workers;
        this.phases = phases;
    }

    /** The counts, and the number of classes. */
    record Counted(DumpCounts counts, long classes) {}

    Counted count() throws BudgetExceededException {
        List<Segment> segments = file.segments();
        HeapScan scan =
                HeapScan.count(
                        file,
                        segments,
                        null,
                        budget,
                        workers,
                        phases.start("counting", file.bytes().size()));
        long roots = scan.roots().size();
        HeapClasses classes = HeapClasses.of(file, scan.classes(), scan.tally().classAddresses());
        boolean[] rootClasses = rootClasses(classes, scan.roots());
        scan.roots().release();
        List<Share> shares =
                SegmentPass.run(
                        segments,
                        workers,
                        () -> new Share(classes),
                        phases.start("measuring", file.bytes().size()));
        UpperBoundTally all = shares.getFirst().tally;
        for (Share each : shares.subList(1, shares.size())) {
            all.addAll(each.tally);
        }
        return new Counted(
                all.counts(rootClasses, roots, IN_ORDER, workers.size()), classes.size());
    }

    /** Marks the root classes: the graph has no edges to them. */
    private static boolean[] rootClasses(HeapClasses classes, GcRoots roots) {
        boolean[] rootClasses = new boolean[classes.size()];
        for (HeapClass each : classes.all()) {
            rootClasses[each.index()] = each.dump() == null;
        }
        for (long i = 0; i < roots.size(); i++) {
            int index = classes.indexOf(roots.address(i));
            if (index >= 0 && roots.raw(i, 1) == SubRecord.ROOT_STICKY_CLASS) {
                rootClasses[index] = true;
            }
        }
        return rootClasses;
    }

    /** One thread's part of the second pass. */
    private final class Share implements SegmentPass.Share {
        private final RecordCursor cursor = new RecordCursor(file.bytes());
        private final UpperBoundTally tally;

        Share(HeapClasses classes) {
            tally = new UpperBoundTally(classes, file.bytes());
        }

        @Override
        public void read(Segment segment) {
            tally.begin(file.bytes());
            cursor.reset(segment.start(), segment.end());
            while (cursor.next()) {
                if (cursor.isObject()) {
                    tally.add(cursor);
                }
            }
        }
    }
}
