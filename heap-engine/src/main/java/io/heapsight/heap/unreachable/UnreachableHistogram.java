/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.unreachable;

import io.heapsight.heap.classes.ClassTotals;
import io.heapsight.heap.classes.HeapClass;
import io.heapsight.heap.classes.HeapClasses;
import io.heapsight.heap.index.AddressPartition;
import io.heapsight.heap.index.DumpedHeap;
import io.heapsight.heap.index.ObjectIndex;
import io.heapsight.heap.memory.BudgetExceededException;
import io.heapsight.heap.objects.ObjectSizes;
import io.heapsight.heap.objects.ReferenceReader;
import io.heapsight.heap.parallel.PhaseProgress;
import io.heapsight.heap.parallel.SegmentPass;
import io.heapsight.heap.parallel.WorkerThreads;
import io.heapsight.heap.reachability.Reachability;
import io.heapsight.hprof.RecordCursor;
import io.heapsight.hprof.Segment;
import io.heapsight.summary.ReferenceStrength;
import java.util.ArrayList;
import java.util.List;

/**
 * Counts the unreachable objects of each class, and sets the spare bit of those with an unreachable
 * referrer: the others are roots of garbage. Also counts the references of unreachable objects from
 * one part of the heap to another. Reads the file once, in order, on several threads.
 */
public final class UnreachableHistogram {
    private static final int CHUNK = 1_024;

    private final DumpedHeap heap;
    private final ObjectSizes sizes;
    private final AddressPartition parts;
    private final ClassTotals unreachable;
    private final long[] crossing;
    private final VmHeldSearch search;
    private final List<Share> shares = new ArrayList<>();

    private UnreachableHistogram(DumpedHeap heap, ObjectSizes sizes) {
        this.heap = heap;
        this.sizes = sizes;
        this.parts = new AddressPartition(heap.index());
        this.unreachable = new ClassTotals(heap.classes().size());
        this.crossing = new long[parts.count()];
        this.search = new VmHeldSearch(heap);
    }

    /** Starts a pass over the dump in which each {@link #share} reads a part. */
    public static UnreachableHistogram begin(DumpedHeap heap, ObjectSizes sizes) {
        return new UnreachableHistogram(heap, sizes);
    }

    /** Counts the unreachable objects, including filler. */
    public static UnreachableHistogram count(
            DumpedHeap heap,
            ObjectSizes sizes,
            Reachability reachability,
            WorkerThreads workers,
            PhaseProgress progress)
            throws BudgetExceededException {
        UnreachableHistogram histogram = begin(heap, sizes);
        SegmentPass.run(heap.segments(), workers, histogram::share, progress);
        histogram.end(reachability);
        return histogram;
    }

    /** Creates one thread's part of the pass. */
    public Share share() {
        Share share = new Share();
        shares.add(share);
        return share;
    }

    /** Sums up the shares. */
    public void end(Reachability reachability) {
        for (Share share : shares) {
            unreachable.addAll(share.unreachable);
            for (int part = 0; part < crossing.length; part++) {
                crossing[part] += share.crossing[part];
            }
        }
        countClassObjects(reachability);
    }

    /** The unreachable objects by class, including class objects. */
    public ClassTotals unreachable() {
        return unreachable;
    }

    /** Returns the unreachable objects that HotSpot may hold as objects of this kind. */
    VmHeldCandidates mayBeHeld(VmHeldKind kind) {
        VmHeldCandidates all = new VmHeldCandidates();
        shares.forEach(share -> all.addAll(share.mayBeHeld.of(kind)));
        return all;
    }

    /** Number of names of classes and their packages. */
    int names() {
        return search.names().size();
    }

    public AddressPartition parts() {
        return parts;
    }

    /** Number of references from a part's unreachable objects to those of other parts. */
    public long crossing(int part) {
        return crossing[part];
    }

    private void countClassObjects(Reachability reachability) {
        HeapClasses classes = heap.classes();
        ObjectIndex index = heap.index();
        for (HeapClass counted : classes.all()) {
            if (counted.dump() == null) {
                continue;
            }
            if (!reachability.isClassMarked(counted.index())) {
                unreachable.add(classes.javaLangClass(), sizes.ofClassObject(counted.index()));
                for (long reference : ReferenceReader.ofClass(counted.dump())) {
                    if (!index.isMarked(reference)) {
                        index.set(reference, ObjectIndex.SPARE);
                    }
                }
            }
        }
    }

    /** One thread's part of the pass. */
    public final class Share implements SegmentPass.Share {
        private final ClassTotals unreachable = new ClassTotals(heap.classes().size());
        private final long[] crossing = new long[parts.count()];
        private final ReferenceReader reader = new ReferenceReader(heap.bytes(), heap.classes());
        private final RecordCursor cursor = new RecordCursor(heap.bytes());
        private final ObjectIndex index = heap.index();
        private final long[] references = new long[CHUNK];
        private final VmHeldSearch.Share mayBeHeld = search.share();

        @Override
        public void read(Segment segment) {
            cursor.reset(segment.start(), segment.end());
            while (cursor.next()) {
                take(cursor);
            }
        }

        /** Counts a record if it is an unreachable object. */
        public void take(RecordCursor record) {
            long address = record.address();
            if (record.isObject() && !index.isMarked(address)) {
                reader.open(record.position());
                unreachable.add(reader.classIndex(), sizes.of(reader));
                mayBeHeld.take(reader.classIndex(), address, record.position());
                setSpareOfTargets(address);
            }
        }

        private void setSpareOfTargets(long referrer) {
            int count;
            do {
                count = reader.next(ReferenceStrength.PHANTOM, references);
                for (int i = 0; i < count; i++) {
                    setSpare(references[i], referrer);
                }
            } while (count == CHUNK);
        }

        private void setSpare(long address, long referrer) {
            int block = index.blockOfObject(address);
            if (block < 0) {
                return;
            }
            long bit = index.bit(address);
            if ((index.word(block, ObjectIndex.MARKS) & bit) == 0) {
                index.set(block, bit, ObjectIndex.SPARE);
                if (!parts.together(address, referrer)) {
                    crossing[parts.of(referrer)]++;
                }
            }
        }
    }
}
