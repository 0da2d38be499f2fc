/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.explore;

import io.heapsight.explore.ObjectList;
import io.heapsight.explore.ObjectList.Relation;
import io.heapsight.explore.ObjectRow;
import io.heapsight.heap.dominators.DominatorTree;
import io.heapsight.heap.memory.BudgetExceededException;
import io.heapsight.heap.objects.ReferenceReader;
import io.heapsight.heap.parallel.PhaseProgress;
import io.heapsight.heap.parallel.SegmentPass;
import io.heapsight.heap.parallel.WorkerThreads;
import io.heapsight.hprof.RecordCursor;
import io.heapsight.hprof.Segment;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.Progress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Finds the references, referrers and dominated objects of an object, and the instances of a class.
 */
public final class RelatedObjects {
    private final IndexedHeap heap;
    private final ObjectDescriber describer;
    private final DumpReferences references;
    private final CancelSignal cancel;

    public RelatedObjects(IndexedHeap heap, ObjectDescriber describer, CancelSignal cancel) {
        this.heap = heap;
        this.describer = describer;
        this.references = new DumpReferences(heap);
        this.cancel = cancel;
    }

    /**
     * The objects to which an object refers, its class first.
     *
     * @param most maximum number of rows
     */
    public ObjectList references(long address, int most) {
        List<ObjectRow> rows = new ArrayList<>();
        long[] total = {0};
        references.of(
                address,
                (name, target) -> {
                    if (heap.isThere(target)) {
                        total[0]++;
                        if (rows.size() < most) {
                            rows.add(describer.row(target).by(name));
                        }
                    }
                    return true;
                });
        return new ObjectList(
                Relation.REFERENCES,
                Optional.of(describer.row(address)),
                rows,
                OptionalLong.of(total[0]),
                List.of());
    }

    /**
     * The referrers of an object in the order of addresses; for a class object without its
     * instances.
     */
    public ObjectList referrers(long address, int most) {
        Optional<IndexedObject> found = heap.find(address);
        List<ObjectRow> rows = new ArrayList<>();
        List<String> notes = new ArrayList<>();
        long total;
        if (found.isPresent() && heap.classAt(address) < 0) {
            boolean own = refersToItself(address);
            total = found.get().referrers() + (own ? 1L : 0L);
            if (own && most > 0) {
                rows.add(referrer(address, address));
            }
            for (int number : heap.referrers(address, most - rows.size())) {
                rows.add(referrer(heap.addressOf(number), address));
            }
        } else {
            Set<Long> all = ReferrerScan.of(heap, address, cancel);
            total = all.size();
            for (long referrer : all) {
                if (rows.size() < most) {
                    rows.add(referrer(referrer, address));
                }
            }
            notes.add(
                    found.isPresent()
                            ? "The instances of a class are not among its referrers."
                            : "The object is unreachable, and so are its referrers.");
        }
        return new ObjectList(
                Relation.REFERRERS,
                Optional.of(describer.row(address)),
                rows,
                OptionalLong.of(total),
                notes);
    }

    private ObjectRow referrer(long referrer, long target) {
        return describer.row(referrer).by(references.name(referrer, target));
    }

    private boolean refersToItself(long address) {
        boolean[] own = {false};
        references.of(
                address,
                (_, target) -> {
                    own[0] |= target == address;
                    return !own[0];
                });
        return own[0];
    }

    /**
     * The objects that an object immediately dominates, the largest first; without an object the
     * top of the dominator tree.
     */
    public ObjectList dominated(OptionalLong of, int most) {
        int number = DominatorTree.ROOT;
        if (of.isPresent()) {
            number =
                    heap.find(of.getAsLong())
                            .map(IndexedObject::number)
                            .orElse(IndexedObject.NO_NUMBER);
        }
        TopObjects top = new TopObjects(most);
        long[] total = {0};
        if (number != IndexedObject.NO_NUMBER) {
            int wanted = number;
            heap.visitReachable(
                    (address, object) -> {
                        if (object.dominator() == wanted) {
                            total[0]++;
                            top.add(address, object.retainedBytes());
                        }
                    });
        }
        List<ObjectRow> rows = new ArrayList<>();
        for (TopObjects.Ranked each : top.ranked()) {
            rows.add(describer.row(each.address(), OptionalLong.of(each.rank())));
        }
        return new ObjectList(
                Relation.DOMINATED,
                of.isPresent() ? Optional.of(describer.row(of.getAsLong())) : Optional.empty(),
                rows,
                OptionalLong.of(total[0]),
                List.of());
    }

    /** The objects of some classes, ranked by retained bytes; unreachable ones last. */
    public ObjectList instances(boolean[] ofClasses, int most) {
        TopObjects top = new TopObjects(most);
        AtomicLong total = new AtomicLong();
        int threads = Math.clamp(Runtime.getRuntime().availableProcessors(), 1, 2);
        try (WorkerThreads workers = new WorkerThreads(threads)) {
            SegmentPass.run(
                    heap.file().segments(),
                    workers,
                    () -> instances(ofClasses, top, total),
                    new PhaseProgress(
                            "looking for instances",
                            heap.file().bytes().size(),
                            Progress.SILENT,
                            cancel));
        } catch (BudgetExceededException e) {
            throw new IllegalStateException("a pass that needs no memory", e);
        }
        List<ObjectRow> rows = new ArrayList<>();
        for (TopObjects.Ranked each : top.ranked()) {
            rows.add(describer.row(each.address()));
        }
        return new ObjectList(
                Relation.INSTANCES,
                Optional.empty(),
                rows,
                OptionalLong.of(total.get()),
                List.of());
    }

    private SegmentPass.Share instances(boolean[] ofClasses, TopObjects top, AtomicLong total) {
        RecordCursor cursor = new RecordCursor(heap.file().bytes());
        ReferenceReader reader = new ReferenceReader(heap.file().bytes(), heap.classes());
        return (Segment segment) -> {
            cursor.reset(segment.start(), segment.end());
            while (cursor.next()) {
                if (!cursor.isObject()) {
                    continue;
                }
                reader.open(cursor.position());
                int classIndex = reader.classIndex();
                if (classIndex >= 0
                        && ofClasses[classIndex]
                        && heap.heap().index().isObject(cursor.address())) {
                    total.incrementAndGet();
                    synchronized (top) {
                        long retained =
                                heap.find(cursor.address())
                                        .map(IndexedObject::retainedBytes)
                                        .orElse(-1L);
                        top.add(cursor.address(), retained);
                    }
                }
            }
        };
    }
}
