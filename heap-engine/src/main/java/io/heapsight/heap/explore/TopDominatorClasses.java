/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.explore;

import io.heapsight.heap.classes.ClassTotals;
import io.heapsight.heap.dominators.DominatorTree;
import io.heapsight.heap.objects.ReferenceReader;
import io.heapsight.summary.Total;
import io.heapsight.unit.CancelSignal;

/**
 * Sums up the objects at the top of the dominator tree by class; a class object counts for the
 * class that it describes, as in Eclipse MAT. Takes 24 bytes per class.
 */
public final class TopDominatorClasses {
    private static final int CHECKED_EVERY = 4_096;

    private final ClassTotals shallow;
    private final long[] retained;
    private int untilCheck = CHECKED_EVERY;

    private TopDominatorClasses(int classes) {
        shallow = new ClassTotals(classes);
        retained = new long[classes];
    }

    /** Reads the index once, and the headers of the objects at the top. */
    public static TopDominatorClasses of(IndexedHeap heap, CancelSignal cancel) {
        TopDominatorClasses all = new TopDominatorClasses(heap.classes().size());
        ReferenceReader reader = new ReferenceReader(heap.file().bytes(), heap.classes());
        heap.visitReachable(
                (address, object) -> {
                    if (--all.untilCheck == 0) {
                        all.untilCheck = CHECKED_EVERY;
                        cancel.throwIfCancelled();
                    }
                    if (object.dominator() == DominatorTree.ROOT) {
                        all.add(heap, reader, address, object.retainedBytes());
                    }
                });
        return all;
    }

    private void add(IndexedHeap heap, ReferenceReader reader, long address, long retainedBytes) {
        int described = heap.classAt(address);
        if (described >= 0) {
            add(described, heap.sizes().ofClassObject(described), retainedBytes);
            return;
        }
        long position = heap.position(address);
        if (position >= 0) {
            reader.open(position);
            if (reader.classIndex() >= 0) {
                add(reader.classIndex(), heap.sizes().of(reader), retainedBytes);
            }
        }
    }

    private void add(int classIndex, long shallowBytes, long retainedBytes) {
        shallow.add(classIndex, shallowBytes);
        retained[classIndex] += retainedBytes;
    }

    /** The objects of a class and their own bytes. */
    public Total of(int classIndex) {
        return shallow.of(classIndex);
    }

    /** The bytes retained by the objects of a class. */
    public long retainedBytes(int classIndex) {
        return retained[classIndex];
    }
}
