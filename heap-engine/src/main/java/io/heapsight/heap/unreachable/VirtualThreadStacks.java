/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.unreachable;

import io.heapsight.heap.classes.ClassTotals;
import io.heapsight.heap.classes.HeapClass;
import io.heapsight.heap.classes.HeapClasses;
import io.heapsight.heap.index.DumpedHeap;
import io.heapsight.heap.memory.BudgetExceededException;
import io.heapsight.heap.objects.ObjectFields;
import io.heapsight.heap.objects.StackChunks;
import io.heapsight.heap.parallel.PhaseProgress;
import io.heapsight.heap.parallel.SegmentPass;
import io.heapsight.heap.parallel.WorkerThreads;
import io.heapsight.hprof.BasicType;
import io.heapsight.hprof.RecordCursor;
import io.heapsight.hprof.Segment;
import io.heapsight.hprof.SubRecord;
import io.heapsight.unit.Thousands;
import java.util.List;
import java.util.Optional;

/**
 * Finds the stacks of unmounted virtual threads: lists of {@code StackChunk} objects, whose fields
 * are in a dump, but not their frames. Dumps since JDK 22 have each such thread as a root, with
 * what its frames refer to; before, the dump does not say what they hold.
 */
public final class VirtualThreadStacks {
    private static final String VIRTUAL_THREAD = "java/lang/VirtualThread";

    private final DumpedHeap heap;
    private final HeapClass chunks;
    private final int size;
    private final int sp;
    private final int bottom;

    private VirtualThreadStacks(DumpedHeap heap, HeapClass chunks) {
        this.heap = heap;
        this.chunks = chunks;
        this.size = StackChunks.sizeOffset(heap.classes(), chunks);
        this.sp = offset("sp");
        this.bottom = offset("bottom");
    }

    private int offset(String field) {
        return heap.classes().fieldOffset(chunks, StackChunks.CLASS_NAME, field, BasicType.INT);
    }

    /**
     * How many parts of stacks live whose frames the dump doesn't have.
     *
     * @param instances of each class, as far as they are reachable
     */
    public static long untold(
            DumpedHeap heap, ClassTotals instances, WorkerThreads workers, PhaseProgress progress)
            throws BudgetExceededException {
        Optional<HeapClass> type = StackChunks.classIn(heap.classes());
        if (type.isEmpty()
                || instances.of(type.get().index()).objects() == 0
                || hasVirtualThreads(heap)) {
            return 0;
        }
        VirtualThreadStacks stacks = new VirtualThreadStacks(heap, type.get());
        List<Share> shares = SegmentPass.run(heap.segments(), workers, stacks::share, progress);
        return shares.stream().mapToLong(share -> share.untold).sum();
    }

    /** For the user: what it means that the dump doesn't have them. */
    public static String warning(long untold) {
        return "the dump has "
                + Thousands.of(untold)
                + " pieces of stacks of virtual threads that are not mounted, but not what these"
                + " hold (JDK 22 and later dump it): nothing unreachable is told to be garbage";
    }

    private Share share() {
        return new Share();
    }

    private static boolean hasVirtualThreads(DumpedHeap heap) {
        ObjectFields thread = new ObjectFields(heap);
        for (long i = 0; i < heap.roots().size(); i++) {
            if (heap.roots().tag(i) == SubRecord.ROOT_THREAD_OBJECT
                    && thread.open(heap.roots().address(i))
                    && thread.type().rawName().equals(VIRTUAL_THREAD)) {
                return true;
            }
        }
        return false;
    }

    /** What one thread has counted. */
    private final class Share implements SegmentPass.Share {
        private final RecordCursor record = new RecordCursor(heap.bytes());
        private final ObjectFields chunk = new ObjectFields(heap);
        private long untold;

        @Override
        public void read(Segment segment) {
            record.reset(segment.start(), segment.end());
            while (record.next()) {
                if (record.tag() == SubRecord.INSTANCE
                        && record.classAddress() == chunks.address()
                        && heap.index().isMarked(record.address())) {
                    chunk.openRecord(record.position());
                    untold += isEmpty() ? 0 : 1;
                }
            }
        }

        /** A part that is mounted, or whose thread has ended, is empty from its top to its end. */
        private boolean isEmpty() {
            int words = chunk.intAt(size);
            int end = bottom == HeapClasses.ABSENT ? words : chunk.intAt(bottom);
            return words > 0 && chunk.intAt(sp) >= end;
        }
    }
}
