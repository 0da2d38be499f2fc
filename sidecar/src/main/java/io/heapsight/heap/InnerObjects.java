/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap;

import io.heapsight.hprof.RecordCursor;

/**
 * Finds each reachable object that may dominate another one: all but those of classes without
 * references. The dominator tree is built of these; a leaf's place in it follows from who refers to
 * it.
 */
final class InnerObjects {
    private InnerObjects() {}

    /**
     * Numbers them, and the leaves apart.
     *
     * @param leafClasses by the number of the class, see {@link HeapGraph}
     * @param numbers what learns which objects are inner ones
     */
    static void find(
            DumpedHeap heap,
            boolean[] leafClasses,
            ObjectNumbers numbers,
            Crew crew,
            PhaseProgress progress)
            throws BudgetExceededException {
        SegmentPass.run(heap.segments(), crew, () -> share(heap, leafClasses, numbers), progress);
        numbers.number();
    }

    private static SegmentPass.Share share(
            DumpedHeap heap, boolean[] leafClasses, ObjectNumbers numbers) {
        ObjectIndex index = heap.index();
        RecordCursor cursor = new RecordCursor(heap.bytes());
        ReferenceReader reader = new ReferenceReader(heap.bytes(), heap.classes());
        return segment -> {
            cursor.reset(segment.start(), segment.end());
            while (cursor.next()) {
                if (cursor.isObject() && index.isMarked(cursor.address())) {
                    reader.open(cursor.position());
                    if (!leafClasses[reader.classIndex()]) {
                        numbers.setInner(cursor.address());
                    }
                }
            }
        };
    }
}
