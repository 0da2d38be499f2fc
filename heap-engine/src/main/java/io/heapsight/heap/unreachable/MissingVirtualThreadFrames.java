/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.unreachable;

import io.heapsight.heap.classes.ClassTotals;
import io.heapsight.heap.classes.HeapClass;
import io.heapsight.heap.classes.HeapClasses;
import io.heapsight.heap.index.DumpedHeap;
import io.heapsight.heap.memory.BudgetExceededException;
import io.heapsight.heap.objects.ObjectFields;
import io.heapsight.heap.objects.StackChunkSizes;
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
 * Counts the stack chunks of unmounted virtual threads whose frames a dump lacks. A stack is a list
 * of {@code StackChunk} objects. A dump contains the fields of these objects, but not the frames.
 * Since JDK 22, each such thread is a root with the references of its frames. Earlier dumps lack
 * these references.
 */
public final class MissingVirtualThreadFrames {
    private static final String VIRTUAL_THREAD = "java/lang/VirtualThread";

    private final DumpedHeap heap;
    private final HeapClass chunks;
    private final int size;
    private final int sp;
    private final int bottom;

    private MissingVirtualThreadFrames(DumpedHeap heap, HeapClass chunks) {
        this.heap = heap;
        this.chunks = chunks;
        this.size = StackChunkSizes.sizeOffset(heap.classes(), chunks);
        this.sp = offset("sp");
        this.bottom = offset("bottom");
    }

    private int offset(String field) {
        return heap.classes().fieldOffset(chunks, StackChunkSizes.CLASS_NAME, field, BasicType.INT);
    }

    /**
     * Counts the live stack chunks without frames in the dump.
     *
     * @param instances reachable instances of each class
     */
    public static long countWithoutFrames(
            DumpedHeap heap, ClassTotals instances, WorkerThreads workers, PhaseProgress progress)
            throws BudgetExceededException {
        Optional<HeapClass> type = StackChunkSizes.classIn(heap.classes());
        if (type.isEmpty()
                || instances.of(type.get().index()).objects() == 0
                || hasVirtualThreads(heap)) {
            return 0;
        }
        MissingVirtualThreadFrames stacks = new MissingVirtualThreadFrames(heap, type.get());
        List<Share> shares = SegmentPass.run(heap.segments(), workers, stacks::share, progress);
        return shares.stream().mapToLong(share -> share.withoutFrames).sum();
    }

    /** The warning for the user. */
    public static String warning(long parts) {
        return "the dump has "
                + Thousands.of(parts)
                + " pieces of stacks of virtual threads that are not mounted, without the objects"
                + " that these hold (JDK 22 and later dump them): no object is certain garbage";
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

    /** One thread's part of the pass. */
    private final class Share implements SegmentPass.Share {
        private final RecordCursor record = new RecordCursor(heap.bytes());
        private final ObjectFields chunk = new ObjectFields(heap);
        private long withoutFrames;

        @Override
        public void read(Segment segment) {
            record.reset(segment.start(), segment.end());
            while (record.next()) {
                if (record.tag() == SubRecord.INSTANCE
                        && record.classAddress() == chunks.address()
                        && heap.index().isMarked(record.address())) {
                    chunk.openRecord(record.position());
                    withoutFrames += isEmpty() ? 0 : 1;
                }
            }
        }

        /** Returns whether a chunk has no frames, because it is mounted or its thread has ended. */
        private boolean isEmpty() {
            int words = chunk.intAt(size);
            int end = bottom == HeapClasses.ABSENT ? words : chunk.intAt(bottom);
            return words > 0 && chunk.intAt(sp) >= end;
        }
    }
}
