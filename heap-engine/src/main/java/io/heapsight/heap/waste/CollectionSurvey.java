/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.waste;

import io.heapsight.heap.classes.ClassRanking;
import io.heapsight.heap.classes.ClassTotals;
import io.heapsight.heap.classes.HeapClasses;
import io.heapsight.heap.content.CollectionLayout;
import io.heapsight.heap.content.CollectionReader;
import io.heapsight.heap.index.DumpedHeap;
import io.heapsight.heap.index.ObjectIndex;
import io.heapsight.heap.objects.ObjectSizes;
import io.heapsight.heap.objects.ReferenceReader;
import io.heapsight.heap.parallel.SegmentPass;
import io.heapsight.hprof.RecordCursor;
import io.heapsight.hprof.Segment;
import io.heapsight.hprof.SubRecord;
import io.heapsight.summary.Total;
import io.heapsight.summary.Waste.CollectionWaste;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Counts the reachable collections of {@code java.util} and of their subclasses by memory use, and
 * the reachable arrays of length 0. A map inside a set belongs to the set and is not counted
 * itself. Reads the file once, and uses the spare bits of reachable objects.
 *
 * @param collections by class, those with the most savable bytes first; see {@link
 *     CollectionReader} for savable bytes
 * @param emptyArrays by class, the most bytes first
 */
public record CollectionSurvey(List<CollectionWaste> collections, List<Total.OfClass> emptyArrays) {
    /** The sum of all shares. */
    static CollectionSurvey of(HeapClasses classes, List<Share> shares) {
        CollectionTally tally = new CollectionTally(classes.size());
        ClassTotals arrays = new ClassTotals(classes.size());
        for (Share share : shares) {
            tally.addAll(share.tally);
            arrays.addAll(share.arrays);
        }
        return new CollectionSurvey(
                tally.rows(classes), ClassRanking.of(classes, arrays, _ -> true));
    }

    /** One thread's part of the pass. */
    static final class Share implements SegmentPass.Share {
        private final HeapClasses classes;
        private final ObjectIndex index;
        private final ObjectSizes sizes;
        private final @Nullable CollectionLayout[] layouts;
        private final RecordCursor record;
        private final ReferenceReader array;
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
            this.array = new ReferenceReader(heap.bytes(), heap.classes());
            this.collection = new CollectionReader(heap, sizes, layouts);
            this.tally = new CollectionTally(heap.classes().size());
            this.arrays = new ClassTotals(heap.classes().size());
        }

        @Override
        public void read(Segment segment) {
            record.reset(segment.start(), segment.end());
            while (record.next()) {
                take(record);
            }
        }

        /** Counts a record if it is a collection or an array of length 0. */
        void take(RecordCursor object) {
            if (object.tag() == SubRecord.INSTANCE) {
                takeInstance(object);
            } else if (object.isObject()
                    && object.length() == 0
                    && index.isMarked(object.address())) {
                array.open(object.position());
                if (array.classIndex() >= 0) {
                    arrays.add(array.classIndex(), sizes.of(array.classIndex(), 0));
                }
            }
        }

        private void takeInstance(RecordCursor instance) {
            if (instance.classAddress() != lastClass) {
                lastClass = instance.classAddress();
                lastIndex = classes.indexOf(lastClass);
            }
            CollectionLayout layout = lastIndex < 0 ? null : layouts[lastIndex];
            if (layout == null
                    || !index.isMarked(instance.address())
                    || !collection.read(instance.position(), layout)) {
                return;
            }
            tally.add(lastIndex, collection.fill(), collection.savableBytes());
            // The pass reads a map that belongs to a set as an object, too.
            if (index.set(collection.inner(), ObjectIndex.SPARE)) {
                tally.remove(
                        collection.innerClass(),
                        collection.fill(),
                        collection.innerSavableBytes(lastIndex));
            }
        }
    }
}
