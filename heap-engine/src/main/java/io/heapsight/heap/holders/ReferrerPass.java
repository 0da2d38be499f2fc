/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.holders;

import io.heapsight.heap.classes.ClassTotals;
import io.heapsight.heap.classes.HeapClass;
import io.heapsight.heap.index.DumpedHeap;
import io.heapsight.heap.memory.BudgetExceededException;
import io.heapsight.heap.objects.ReferenceReader;
import io.heapsight.heap.parallel.PhaseProgress;
import io.heapsight.heap.parallel.SegmentPass;
import io.heapsight.heap.parallel.WorkerThreads;
import io.heapsight.heap.reachability.ObjectNumbers;
import io.heapsight.heap.retained.HeapGraph;
import io.heapsight.heap.retained.RetainedHeap;
import io.heapsight.hprof.ClassDump;
import io.heapsight.hprof.LongMap;
import io.heapsight.hprof.RecordCursor;
import io.heapsight.hprof.Segment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads the dump once. Counts by class the objects that given owners dominate, and finds the strong
 * referrers of other given objects.
 */
public final class ReferrerPass {
    private static final int MOST_REFERRERS = 256;
    private static final int CHUNK = 1_024;

    private final DumpedHeap heap;
    private final RetainedHeap retention;
    private final Owners owners;
    private final @Nullable WasteHolderPass waste;
    private final LongMap targets = new LongMap();
    private final List<List<Long>> referrers = new ArrayList<>();
    private final List<ClassTotals> totals = new ArrayList<>();

    /** Maps objects to the one of several owners that dominates them. */
    public interface Owners {
        /** No owners. */
        Owners NONE =
                new Owners() {
                    @Override
                    public int count() {
                        return 0;
                    }

                    @Override
                    public int of(int rank) {
                        return -1;
                    }
                };

        /** Number of owners. */
        int count();

        /** The number of the owner above an object with this dominator, or -1. */
        int of(int rank);
    }

    private ReferrerPass(
            RetainedHeap retention,
            Owners owners,
            Set<Long> wanted,
            @Nullable WasteHolderPass waste) {
        this.waste = waste;
        this.retention = retention;
        this.heap = retention.heap();
        this.owners = owners;
        for (long address : wanted) {
            targets.put(address, referrers.size());
            referrers.add(new ArrayList<>());
        }
        for (int i = 0; i < owners.count(); i++) {
            totals.add(new ClassTotals(heap.classes().size()));
        }
    }

    /**
     * Reads the dump.
     *
     * @param wanted addresses whose referrers it finds
     * @param waste receives each object, too; null without a search for waste
     */
    public static ReferrerPass read(
            RetainedHeap retention,
            Owners owners,
            Set<Long> wanted,
            @Nullable WasteHolderPass waste,
            WorkerThreads workers,
            PhaseProgress progress)
            throws BudgetExceededException {
        ReferrerPass sweep = new ReferrerPass(retention, owners, wanted, waste);
        sweep.readClasses();
        sweep.readLocals();
        for (Share share :
                SegmentPass.run(
                        sweep.heap.segments(), workers, () -> sweep.new Share(), progress)) {
            for (int i = 0; i < share.counted.length; i++) {
                sweep.totals.get(i).addAll(share.counted[i]);
            }
        }
        return sweep;
    }

    private void readClasses() {
        HeapGraph graph = retention.graph();
        int javaLangClass = heap.classes().javaLangClass();
        for (HeapClass each : heap.classes().all()) {
            ClassDump dump = each.dump();
            if (dump == null) {
                continue;
            }
            for (long reference : ReferenceReader.ofClass(dump)) {
                note(reference, each.address());
            }
            int owner =
                    graph.isLeaf(each)
                            ? owners.of(retention.leaves().rank(graph.leafOf(each.index())))
                            : owners.of(retention.tree().rank(graph.nodeOf(each)));
            if (owner >= 0) {
                totals.get(owner).add(javaLangClass, retention.sizes().ofClassObject(each.index()));
            }
        }
    }

    private void readLocals() {
        for (long thread : heap.threadRoots().threads()) {
            for (int root : heap.threadRoots().of(thread)) {
                note(heap.roots().address(root), thread);
            }
        }
    }

    private void note(long target, long referrer) {
        long number = target == 0 ? LongMap.ABSENT : targets.get(target);
        if (number != LongMap.ABSENT) {
            List<Long> known = referrers.get((int) number);
            synchronized (known) {
                if (known.size() < MOST_REFERRERS) {
                    known.add(referrer);
                }
            }
        }
    }

    /** Objects that an owner dominates, by class. */
    public ClassTotals below(int owner) {
        return totals.get(owner);
    }

    /** The referrers of each wanted address, in ascending order. */
    public Map<Long, List<Long>> referrers() {
        Map<Long, List<Long>> byTarget = new HashMap<>();
        for (long target : targets.sortedKeys()) {
            List<Long> sorted = referrers.get((int) targets.get(target));
            sorted.sort(Long::compareUnsigned);
            byTarget.put(target, sorted);
        }
        return byTarget;
    }

    private final class Share implements SegmentPass.Share {
        private final RecordCursor record = new RecordCursor(heap.bytes());
        private final ReferenceReader object = new ReferenceReader(heap.bytes(), heap.classes());
        private final ObjectNumbers.Neighbours numbers = retention.graph().neighbours();
        private final long[] references = new long[CHUNK];
        private final ClassTotals[] counted = new ClassTotals[owners.count()];

        private final WasteHolderPass.@Nullable Share toWaste =
                waste == null ? null : waste.share(record, object);

        Share() {
            for (int i = 0; i < counted.length; i++) {
                counted[i] = new ClassTotals(heap.classes().size());
            }
        }

        @Override
        public void read(Segment segment) throws BudgetExceededException {
            record.reset(segment.start(), segment.end());
            while (record.next()) {
                int found = record.isObject() ? numbers.of(record.address()) : ObjectNumbers.NONE;
                if (found == ObjectNumbers.NONE) {
                    continue;
                }
                object.open(record.position());
                count(found);
                if (toWaste != null) {
                    toWaste.take(found);
                }
                if (found >= 0 && targets.size() > 0) {
                    follow();
                }
            }
        }

        private void count(int found) {
            int rank =
                    found >= 0
                            ? retention.tree().rank(found)
                            : retention.leaves().rank(retention.graph().leaf(found));
            int owner = owners.of(rank);
            if (owner >= 0) {
                counted[owner].add(object.classIndex(), retention.sizes().of(object));
            }
        }

        private void follow() {
            int read = 0;
            int n;
            do {
                n = object.read(read, references);
                for (int i = 0; i < n; i++) {
                    note(references[i], record.address());
                }
                read += n;
            } while (n == CHUNK);
        }
    }
}
