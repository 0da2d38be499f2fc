/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap;

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
 * The first reading of a dump, segment by segment on several threads: what classes and roots there
 * are, how many objects of each class, and where each object is.
 */
final class HeapScan {
    private final HprofFile file;
    private final @Nullable ObjectIndex index;
    private final int scale;
    private final MemoryBudget budget;

    private final List<ClassDump> classes = new ArrayList<>();
    private final Roots roots;
    private final ClassTally tally = new ClassTally();
    private final SplitBlocks splits = new SplitBlocks();
    private long unaligned;
    private long cutAt = -1;

    private HeapScan(HprofFile file, @Nullable ObjectIndex index, int scale, MemoryBudget budget) {
        this.file = file;
        this.index = index;
        this.scale = scale;
        this.budget = budget;
        this.roots = new Roots(budget);
    }

    /**
     * Reads the whole dump.
     *
     * @param index gets every object; null when only classes are to be counted
     * @param scale of the index
     */
    static HeapScan run(
            HprofFile file,
            @Nullable ObjectIndex index,
            int scale,
            MemoryBudget budget,
            Crew crew,
            PhaseProgress progress)
            throws BudgetExceededException {
        HeapScan scan = new HeapScan(file, index, scale, budget);
        List<Share> shares = new ArrayList<>();
        for (int i = 0; i < crew.size(); i++) {
            shares.add(scan.new Share());
        }
        try {
            SegmentPass.run(file.segments(), crew, shares, progress);
            for (Share share : shares) {
                scan.collect(share);
            }
        } finally {
            shares.forEach(share -> share.roots.release());
        }
        return scan;
    }

    private void collect(Share share) throws BudgetExceededException {
        classes.addAll(share.classes);
        roots.addAll(share.roots);
        tally.addAll(share.tally);
        if (share.run != null) {
            unaligned += share.run.unaligned();
        }
        cutAt = Math.max(cutAt, share.cutAt);
    }

    /** What one thread has read. */
    private final class Share implements SegmentPass.Share {
        private final HprofBytes bytes = file.bytes();
        private final RecordCursor cursor = new RecordCursor(bytes);
        private final @Nullable IndexRun run =
                index == null ? null : new IndexRun(index, scale, splits);
        private final List<ClassDump> classes = new ArrayList<>();
        private final Roots roots = new Roots(budget);
        private final ClassTally tally = new ClassTally();
        private long cutAt = -1;

        @Override
        public void read(Segment segment) throws BudgetExceededException {
            cursor.reset(segment.start(), segment.end());
            while (cursor.next()) {
                int tag = cursor.tag();
                if (tag == SubRecord.INSTANCE || tag == SubRecord.OBJECT_ARRAY) {
                    int slot = tally.count(cursor.classAddress());
                    if (tag == SubRecord.INSTANCE) {
                        tally.next(cursor.address(), slot);
                    } else {
                        tally.nextArray(cursor.address(), BasicType.OBJECT.code(), cursor.length());
                    }
                    object();
                } else if (cursor.isObject()) {
                    tally.countPrimitiveArray(cursor.elementType());
                    tally.nextArray(cursor.address(), cursor.elementType(), cursor.length());
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
            if (cursor.nextPosition() < segment.end()) {
                cutAt = cursor.nextPosition();
            }
        }

        private void object() throws BudgetExceededException {
            if (run != null) {
                run.add(cursor.address(), cursor.position());
            }
        }
    }

    List<ClassDump> classes() {
        return classes;
    }

    Roots roots() {
        return roots;
    }

    ClassTally tally() {
        return tally;
    }

    SplitBlocks splits() {
        return splits;
    }

    /** Objects that the index left out since nothing can begin at their address. */
    long unaligned() {
        return unaligned;
    }

    /** Where the last, incomplete record begins; -1 when there is none. */
    long cutAt() {
        return cutAt;
    }
}
