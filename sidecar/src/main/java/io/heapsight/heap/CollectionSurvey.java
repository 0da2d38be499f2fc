/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap;

import io.heapsight.hprof.RecordCursor;
import io.heapsight.hprof.Segment;
import io.heapsight.hprof.SubRecord;
import io.heapsight.summary.ClassTotal;
import io.heapsight.summary.CollectionWaste;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The reachable collections of {@code java.util} and of classes that extend them, by how well they
 * use their memory, and the reachable arrays of length 0. A map inside a set is part of the set and
 * no collection of its own. Reads the file once, and takes the index's spare bits.
 *
 * @param collections by class, those with the most to save first; see {@link CollectionReader} for
 *     what can be saved
 * @param emptyArrays by class, the most bytes first
 */
record CollectionSurvey(List<CollectionWaste> collections, List<ClassTotal> emptyArrays) {
    static CollectionSurvey take(
            DumpedHeap heap, ObjectSizes sizes, Crew crew, PhaseProgress progress)
            throws BudgetExceededException {
        HeapClasses classes = heap.classes();
        @Nullable CollectionLayout[] layouts = CollectionLayout.ofAll(heap);
        List<Share> shares;
        heap.index().clear(ObjectIndex.SPARE);
        try {
            shares =
                    SegmentPass.run(
                            heap.segments(), crew, () -> new Share(heap, sizes, layouts), progress);
        } finally {
            heap.index().clear(ObjectIndex.SPARE);
        }
        CollectionTally tally = new CollectionTally(classes.size());
        ClassTotals arrays = new ClassTotals(classes.size());
        for (Share share : shares) {
            tally.addAll(share.tally);
            arrays.addAll(share.arrays);
        }
        return new CollectionSurvey(
                tally.rows(classes), ClassRanking.of(classes, arrays, _ -> true));
    }

    /** What one thread finds. */
    private static final class Share implements SegmentPass.Share {
        private final HeapClasses classes;
        private final ObjectIndex index;
        private final ObjectSizes sizes;
        private final @Nullable CollectionLayout[] layouts;
        private final RecordCursor record;
        private final ReferenceReader object;
        private final CollectionReader collection;
        private final CollectionTally tally;
        private final ClassTotals arrays;
        private long lastClass;
        private int lastIndex = -1;

        Share(DumpedHeap heap, ObjectSizes sizes, @Nullable CollectionLayout[] layouts) {
            this.classes = heap.classes();
            this.index = heap.index();
            this.sizes = sizes;
            this.layouts = layouts;
            this.record = new RecordCursor(heap.bytes());
            this.object = new ReferenceReader(heap.bytes(), heap.classes());
            this.collection = new CollectionReader(heap, sizes, layouts);
            this.tally = new CollectionTally(heap.classes().size());
            this.arrays = new ClassTotals(heap.classes().size());
        }

        @Override
        public void read(Segment segment) {
            record.reset(segment.start(), segment.end());
            while (record.next()) {
                if (record.tag() == SubRecord.INSTANCE) {
                    instance();
                } else if (record.isObject()
                        && record.length() == 0
                        && index.isMarked(record.address())) {
                    object.open(record.position());
                    if (object.classIndex() >= 0) {
                        arrays.add(object.classIndex(), sizes.of(object.classIndex(), 0));
                    }
                }
            }
        }

        private void instance() {
            if (record.classAddress() != lastClass) {
                lastClass = record.classAddress();
                lastIndex = classes.indexOf(lastClass);
            }
            CollectionLayout layout = lastIndex < 0 ? null : layouts[lastIndex];
            if (layout == null
                    || !index.isMarked(record.address())
                    || !collection.read(record.position(), layout)) {
                return;
            }
            tally.add(lastIndex, collection.state(), collection.savableBytes());
            // A map that is part of a set comes by as an object, too.
            if (index.set(collection.inner(), ObjectIndex.SPARE)) {
                tally.remove(
                        collection.innerClass(),
                        collection.state(),
                        collection.innerSavableBytes(lastIndex));
            }
        }
    }
}
