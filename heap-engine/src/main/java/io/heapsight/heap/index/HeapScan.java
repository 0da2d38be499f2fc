/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.index;

import io.heapsight.heap.classes.ClassTally;
import io.heapsight.heap.layout.ObjectLayout;
import io.heapsight.heap.memory.BudgetExceededException;
import io.heapsight.heap.memory.MemoryBudget;
import io.heapsight.heap.parallel.PhaseProgress;
import io.heapsight.heap.parallel.SegmentPass;
import io.heapsight.heap.parallel.WorkerThreads;
import io.heapsight.hprof.BasicType;
import io.heapsight.hprof.ClassDump;
import io.heapsight.hprof.HprofBytes;
import io.heapsight.hprof.HprofFile;
import io.heapsight.hprof.RecordCursor;
import io.heapsight.hprof.Segment;
import io.heapsight.hprof.SubRecord;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads a dump for the first time, segment by segment on several threads. Finds classes and GC
 * roots, counts the objects of each class, and adds each object to the index.
 */
public final class HeapScan {
    private final HprofFile file;
    private final @Nullable ObjectIndex index;
    private final int scale;
    private final @Nullable ObjectLayout arrays;
    private final MemoryBudget budget;

    private final List<ClassDump> classes = new ArrayList<>();
    private final GcRoots roots;
    private final ClassTally tally = new ClassTally();
    private final ScatteredBlocks splits = new ScatteredBlocks();
    private long unaligned;

    private HeapScan(
            HprofFile file,
            @Nullable ObjectIndex index,
            int scale,
            @Nullable ObjectLayout arrays,
            MemoryBudget budget) {
        this.file = file;
        this.index = index;
        this.scale = scale;
        this.arrays = arrays;
        this.budget = budget;
        this.roots = new GcRoots(budget);
    }

    /**
     * Reads the whole dump.
     *
     * @param index receives every object
     * @param scale of the index
     */
    static HeapScan index(
            HprofFile file,
            ObjectIndex index,
            int scale,
            MemoryBudget budget,
            WorkerThreads workers,
            PhaseProgress progress)
            throws BudgetExceededException {
        return new HeapScan(file, index, scale, null, budget)
                .run(file.segments(), workers, progress);
    }

    /**
     * Counts only.
     *
     * @param segments the segments to read
     * @param arrays computes the bytes of arrays; null to count only
     */
    public static HeapScan count(
            HprofFile file,
            List<Segment> segments,
            @Nullable ObjectLayout arrays,
            MemoryBudget budget,
            WorkerThreads workers,
            PhaseProgress progress)
            throws BudgetExceededException {
        return new HeapScan(file, null, 0, arrays, budget).run(segments, workers, progress);
    }

    private HeapScan run(List<Segment> segments, WorkerThreads workers, PhaseProgress progress)
            throws BudgetExceededException {
        for (Share share : SegmentPass.run(segments, workers, Share::new, progress)) {
            collect(share);
        }
        return this;
    }

    private void collect(Share share) throws BudgetExceededException {
        classes.addAll(share.classes);
        roots.addAll(share.roots);
        share.roots.release();
        tally.addAll(share.tally);
        if (share.run != null) {
            unaligned += share.run.unaligned();
        }
    }

    /** One thread's part of the pass. */
    private final class Share implements SegmentPass.Share {
        private final HprofBytes bytes = file.bytes();
        private final RecordCursor cursor = new RecordCursor(bytes);
        private final @Nullable IndexBatch run =
                index == null ? null : new IndexBatch(index, scale, splits);
        private final List<ClassDump> classes = new ArrayList<>();
        private final GcRoots roots = new GcRoots(budget);
        private final ClassTally tally = new ClassTally();
        private final int[] elementBytes = elementBytes();

        @Override
        public void read(Segment segment) throws BudgetExceededException {
            cursor.reset(segment.start(), segment.end());
            tally.begin();
            while (cursor.next()) {
                int tag = cursor.tag();
                if (tag == SubRecord.INSTANCE) {
                    tally.next(cursor.address(), tally.count(cursor.classAddress()));
                    object();
                } else if (tag == SubRecord.OBJECT_ARRAY) {
                    int type = BasicType.OBJECT.code();
                    tally.countArray(cursor.classAddress(), arrayBytes(type));
                    tally.nextArray(cursor.address(), type, cursor.length());
                    object();
                } else if (cursor.isObject()) {
                    int type = cursor.elementType();
                    tally.countPrimitiveArray(type, arrayBytes(type));
                    tally.nextArray(cursor.address(), type, cursor.length());
                    object();
                } else if (tag == SubRecord.CLASS) {
                    classes.add(ClassDump.read(bytes, cursor.position()));
                    tally.next(cursor.address(), ClassTally.NO_SLOT);
                } else if (cursor.isRoot()) {
                    roots.add(cursor);
                }
            }
            if (run != null) {
                run.flush();
            }
        }

        private int[] elementBytes() {
            int[] bytes = new int[BasicType.CODES];
            for (BasicType type : BasicType.values()) {
                bytes[type.code()] = arrays == null ? 0 : arrays.bytesOf(type);
            }
            return bytes;
        }

        private long arrayBytes(int type) {
            return arrays == null ? 0 : arrays.arrayBytes(elementBytes[type], cursor.length());
        }

        private void object() throws BudgetExceededException {
            if (run != null) {
                run.add(cursor.address(), cursor.position());
            }
        }
    }

    public List<ClassDump> classes() {
        return classes;
    }

    public GcRoots roots() {
        return roots;
    }

    public ClassTally tally() {
        return tally;
    }

    ScatteredBlocks splits() {
        return splits;
    }

    /** Number of objects that the index skipped for an impossible address. */
    long unaligned() {
        return unaligned;
    }
}
