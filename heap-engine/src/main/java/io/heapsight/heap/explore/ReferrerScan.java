/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.explore;

import io.heapsight.heap.classes.HeapClass;
import io.heapsight.heap.memory.BudgetExceededException;
import io.heapsight.heap.objects.ReferenceReader;
import io.heapsight.heap.parallel.PhaseProgress;
import io.heapsight.heap.parallel.SegmentPass;
import io.heapsight.heap.parallel.WorkerThreads;
import io.heapsight.hprof.BasicType;
import io.heapsight.hprof.ClassDump;
import io.heapsight.hprof.RecordCursor;
import io.heapsight.hprof.Segment;
import io.heapsight.summary.ReferenceStrength;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.Progress;
import java.util.Set;
import java.util.TreeSet;

/**
 * Finds the referrers of an object by reading the dump once. The index lacks the referrers of
 * unreachable objects and class objects.
 */
final class ReferrerScan {
    private static final int CHUNK = 1_024;

    private final IndexedHeap heap;
    private final long target;

    /** The class whose instances count as referrers; -1 for none. */
    private final int instancesOf;

    private final Set<Long> found = new TreeSet<>();

    private ReferrerScan(IndexedHeap heap, long target, int instancesOf) {
        this.heap = heap;
        this.target = target;
        this.instancesOf = instancesOf;
    }

    /**
     * The addresses of all objects and class objects that refer to an address, ascending; without
     * the instances of a class at that address.
     */
    static Set<Long> of(IndexedHeap heap, long target, CancelSignal cancel) {
        return of(heap, target, -1, cancel);
    }

    /** Like {@link #of}, with the instances of the class. */
    static Set<Long> withInstances(IndexedHeap heap, long target, CancelSignal cancel) {
        return of(heap, target, heap.classAt(target), cancel);
    }

    private static Set<Long> of(
            IndexedHeap heap, long target, int instancesOf, CancelSignal cancel) {
        ReferrerScan scan = new ReferrerScan(heap, target, instancesOf);
        int threads = Math.clamp(Runtime.getRuntime().availableProcessors(), 1, 2);
        try (WorkerThreads workers = new WorkerThreads(threads)) {
            long bytes = heap.file().bytes().size();
            SegmentPass.run(
                    heap.file().segments(),
                    workers,
                    scan::share,
                    new PhaseProgress("looking for referrers", bytes, Progress.SILENT, cancel));
        } catch (BudgetExceededException e) {
            throw new IllegalStateException("a pass that needs no memory", e);
        }
        scan.addClasses();
        scan.addThreads();
        return scan.found;
    }

    private SegmentPass.Share share() {
        RecordCursor cursor = new RecordCursor(heap.file().bytes());
        ReferenceReader reader = new ReferenceReader(heap.file().bytes(), heap.classes());
        long[] references = new long[CHUNK];
        return (Segment segment) -> {
            cursor.reset(segment.start(), segment.end());
            while (cursor.next()) {
                if (cursor.isObject()) {
                    reader.open(cursor.position());
                    if ((instancesOf >= 0 && reader.classIndex() == instancesOf)
                            || refers(reader, references)) {
                        add(cursor.address());
                    }
                }
            }
        };
    }

    private boolean refers(ReferenceReader reader, long[] references) {
        if (!reader.isInstance() && !reader.isObjectArray()) {
            return false;
        }
        int count;
        do {
            count = reader.next(ReferenceStrength.PHANTOM, references);
            for (int i = 0; i < count; i++) {
                if (references[i] == target) {
                    return true;
                }
            }
        } while (count == CHUNK);
        return false;
    }

    private synchronized void add(long address) {
        if (heap.heap().index().isObject(address)) {
            found.add(address);
        }
    }

    private void addClasses() {
        for (HeapClass each : heap.classes().all()) {
            ClassDump dump = each.dump();
            if (dump == null) {
                continue;
            }
            boolean refers = dump.superAddress() == target || dump.loader() == target;
            for (int i = 0; i < dump.staticTypes().length; i++) {
                refers |=
                        dump.staticTypes()[i] == BasicType.OBJECT.code()
                                && dump.staticValues()[i] == target;
            }
            if (refers) {
                found.add(each.address());
            }
        }
    }

    private void addThreads() {
        for (long thread : heap.heap().threadRoots().threads()) {
            for (int root : heap.heap().threadRoots().of(thread)) {
                if (heap.heap().roots().address(root) == target) {
                    found.add(thread);
                }
            }
        }
    }
}
