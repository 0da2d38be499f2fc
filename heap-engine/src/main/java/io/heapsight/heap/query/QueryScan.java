/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.query;

import io.heapsight.heap.classes.HeapClass;
import io.heapsight.heap.explore.IndexedHeap;
import io.heapsight.heap.index.ObjectIndex;
import io.heapsight.heap.memory.BudgetExceededException;
import io.heapsight.heap.parallel.PhaseProgress;
import io.heapsight.heap.parallel.SegmentPass;
import io.heapsight.heap.parallel.WorkerThreads;
import io.heapsight.hprof.RecordCursor;
import io.heapsight.hprof.Segment;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.Progress;
import java.util.List;
import java.util.function.Supplier;

/**
 * Reads the dump once, on two threads, and collects the objects that meet the test of their class.
 */
final class QueryScan {
    private static final int MOST_THREADS = 2;
    private static final int CHECKED_EVERY = 4_096;

    private final IndexedHeap heap;
    private final ClassesWithElementCount sized;
    private final ObjectPredicate[] tests;

    /** For each class, whether any of its objects can meet its test. */
    private final boolean[] possible;

    private final Supplier<ScanResult> nothing;
    private final QueryDeadline deadline;

    /**
     * @param tests by class
     * @param nothing an empty result for a thread
     */
    QueryScan(
            IndexedHeap heap,
            ClassesWithElementCount sized,
            ObjectPredicate[] tests,
            Supplier<ScanResult> nothing,
            QueryDeadline deadline) {
        this.heap = heap;
        this.sized = sized;
        this.tests = tests;
        this.possible = new boolean[tests.length];
        for (int i = 0; i < tests.length; i++) {
            possible[i] = !tests[i].equals(ObjectPredicate.NEVER);
        }
        this.nothing = nothing;
        this.deadline = deadline;
    }

    /** One thread's part. */
    private final class Share implements SegmentPass.Share {
        private final RecordCursor cursor = new RecordCursor(heap.file().bytes());
        private final ObjectIndex index = heap.heap().index();
        private final ScannedObject object = new ScannedObject(heap, sized);
        private final ScanResult found = nothing.get();
        private int untilCheck = CHECKED_EVERY;

        @Override
        public void read(Segment segment) {
            cursor.reset(segment.start(), segment.end());
            while (cursor.next()) {
                if (--untilCheck == 0) {
                    untilCheck = CHECKED_EVERY;
                    deadline.check();
                }
                if (cursor.isObject()) {
                    long address = cursor.address();
                    object.open(cursor.position(), address);
                    int of = object.classIndex();
                    if (of >= 0
                            && possible[of]
                            && index.isObject(address)
                            && tests[of].isMet(object)) {
                        found.add(object);
                    }
                }
            }
        }
    }

    ScanResult run() {
        int threads = Math.clamp(Runtime.getRuntime().availableProcessors(), 1, MOST_THREADS);
        ScanResult all = nothing.get();
        try (WorkerThreads workers = new WorkerThreads(threads)) {
            List<Share> shares =
                    SegmentPass.run(
                            heap.file().segments(),
                            workers,
                            Share::new,
                            new PhaseProgress(
                                    "answering the query",
                                    heap.file().bytes().size(),
                                    Progress.SILENT,
                                    new CancelSignal()));
            shares.forEach(share -> all.addAll(share.found));
        } catch (BudgetExceededException e) {
            throw new IllegalStateException("a pass that needs no memory", e);
        }
        addClassObjects(all);
        return all;
    }

    private void addClassObjects(ScanResult found) {
        ScannedObject object = new ScannedObject(heap, sized);
        ObjectPredicate test = tests[heap.classes().javaLangClass()];
        for (HeapClass each : heap.classes().all()) {
            if (each.dump() != null && heap.classAt(each.address()) == each.index()) {
                object.open(each);
                if (test.isMet(object)) {
                    found.add(object);
                }
            }
        }
    }
}
