/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap;

import io.heapsight.heap.classes.ClassKind;
import io.heapsight.heap.classes.ClassTally;
import io.heapsight.heap.classes.ClassTotals;
import io.heapsight.heap.classes.HeapClass;
import io.heapsight.heap.classes.HeapClasses;
import io.heapsight.heap.index.HeapScan;
import io.heapsight.heap.layout.HeapFlags;
import io.heapsight.heap.layout.ObjectLayout;
import io.heapsight.heap.memory.BudgetExceededException;
import io.heapsight.heap.memory.MemoryBudget;
import io.heapsight.heap.objects.ObjectSizes;
import io.heapsight.heap.objects.ReferenceReader;
import io.heapsight.heap.objects.SizedLayout;
import io.heapsight.heap.parallel.PhaseStarter;
import io.heapsight.heap.parallel.SegmentPass;
import io.heapsight.heap.parallel.WorkerThreads;
import io.heapsight.hprof.BasicType;
import io.heapsight.hprof.HprofFile;
import io.heapsight.hprof.RecordCursor;
import io.heapsight.hprof.Segment;
import io.heapsight.hprof.SubRecord;
import io.heapsight.summary.HeapSummary.LayoutFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Counts objects and bytes by class in one pass over the dump. It first infers the layout, which
 * determines the bytes of an array, from a sample of the segments. If the whole dump shows another
 * layout, it reads the dump once more.
 */
final class HistogramPass {
    /**
     * Number of sampled segments at the start of the file, which contains the classes, and of those
     * spread over the file.
     */
    private static final int SAMPLE = 8;

    private final HprofFile file;
    private final HeapFlags flags;
    private final MemoryBudget budget;
    private final WorkerThreads workers;
    private final PhaseStarter phases;

    private HistogramPass(
            HprofFile file,
            HeapFlags flags,
            MemoryBudget budget,
            WorkerThreads workers,
            PhaseStarter phases) {
        this.file = file;
        this.flags = flags;
        this.budget = budget;
        this.workers = workers;
        this.phases = phases;
    }

    /** The counted objects and bytes by class. */
    record Counted(HeapClasses classes, ClassTotals totals, LayoutFacts layout) {}

    static Counted count(
            HprofFile file,
            HeapFlags flags,
            MemoryBudget budget,
            WorkerThreads workers,
            PhaseStarter phases)
            throws BudgetExceededException {
        return new HistogramPass(file, flags, budget, workers, phases).count();
    }

    private Counted count() throws BudgetExceededException {
        ObjectLayout assumed = layout(scan("sampling", sample(), null)).layout();
        HeapScan scan = scan("counting", file.segments(), assumed);
        SizedLayout found = layout(scan);
        if (!found.layout().equals(assumed)) {
            scan = scan("counting", file.segments(), found.layout());
        }
        HeapClasses classes = classes(scan);
        ClassTotals totals = totals(classes, scan, found.sizes());
        if (found.sizes().stackChunkClass() >= 0
                && totals.of(found.sizes().stackChunkClass()).objects() > 0) {
            measureStackChunks(classes, found.sizes(), totals);
        }
        return new Counted(classes, totals, found.facts());
    }

    /**
     * Adds the bytes of instances of {@code StackChunk} beyond their fields: reads the dump once
     * more.
     */
    private void measureStackChunks(HeapClasses classes, ObjectSizes sizes, ClassTotals totals)
            throws BudgetExceededException {
        int chunkClass = sizes.stackChunkClass();
        long address = classes.get(chunkClass).address();
        AtomicLong beyond = new AtomicLong();
        SegmentPass.run(
                file.segments(),
                workers,
                () -> {
                    RecordCursor cursor = new RecordCursor(file.bytes());
                    ReferenceReader reader = new ReferenceReader(file.bytes(), classes);
                    return segment -> {
                        cursor.reset(segment.start(), segment.end());
                        while (cursor.next()) {
                            if (cursor.tag() == SubRecord.INSTANCE
                                    && cursor.classAddress() == address) {
                                reader.open(cursor.position());
                                beyond.addAndGet(sizes.of(reader) - sizes.of(chunkClass, 0));
                            }
                        }
                    };
                },
                phases.start("measuring stacks", file.bytes().size()));
        totals.add(chunkClass, 0, beyond.get());
    }

    private List<Segment> sample() {
        List<Segment> all = file.segments();
        List<Segment> sample = new ArrayList<>(all.subList(0, Math.min(SAMPLE, all.size())));
        int step = Math.max(1, (all.size() - sample.size()) / SAMPLE);
        for (int i = sample.size(); i < all.size(); i += step) {
            sample.add(all.get(i));
        }
        return sample;
    }

    private HeapScan scan(String phase, List<Segment> segments, @Nullable ObjectLayout arrays)
            throws BudgetExceededException {
        long bytes = segments.stream().mapToLong(each -> each.end() - each.start()).sum();
        HeapScan scan =
                HeapScan.count(file, segments, arrays, budget, workers, phases.start(phase, bytes));
        scan.roots().release();
        return scan;
    }

    private HeapClasses classes(HeapScan scan) {
        return HeapClasses.of(file, scan.classes(), scan.tally().classAddresses());
    }

    private SizedLayout layout(HeapScan scan) {
        return SizedLayout.find(classes(scan), scan.tally(), flags, Optional.empty());
    }

    private static ClassTotals totals(HeapClasses classes, HeapScan scan, ObjectSizes sizes) {
        ClassTotals totals = new ClassTotals(classes.size());
        ClassTally tally = scan.tally();
        for (int slot = 0; slot < tally.size(); slot++) {
            int index = classes.indexOf(tally.classAddress(slot));
            boolean array = classes.get(index).kind() != ClassKind.INSTANCE;
            totals.add(
                    index,
                    tally.count(slot),
                    array ? tally.arrayBytes(slot) : tally.count(slot) * sizes.of(index, 0));
        }
        for (BasicType type : BasicType.values()) {
            if (type != BasicType.OBJECT) {
                totals.add(
                        classes.primitiveArray(type.code()),
                        tally.primitiveArrays(type.code()),
                        tally.primitiveArrayBytes(type.code()));
            }
        }
        for (HeapClass each : classes.all()) {
            if (each.dump() != null) {
                totals.add(classes.javaLangClass(), sizes.ofClassObject(each.index()));
            }
        }
        return totals;
    }
}
