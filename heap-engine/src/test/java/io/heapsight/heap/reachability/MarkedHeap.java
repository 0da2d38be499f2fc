/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.reachability;

import io.heapsight.heap.classes.ClassKind;
import io.heapsight.heap.classes.ClassTotals;
import io.heapsight.heap.classes.HeapClass;
import io.heapsight.heap.classes.HeapClasses;
import io.heapsight.heap.index.DumpedHeap;
import io.heapsight.heap.index.HeapLoader;
import io.heapsight.heap.index.ObjectIndex;
import io.heapsight.heap.memory.BudgetExceededException;
import io.heapsight.heap.memory.MemoryBudget;
import io.heapsight.heap.objects.ObjectSizes;
import io.heapsight.heap.parallel.PhaseProgress;
import io.heapsight.heap.parallel.PhaseStarter;
import io.heapsight.heap.parallel.WorkerThreads;
import io.heapsight.hprof.BasicType;
import io.heapsight.hprof.DumpBuilder;
import io.heapsight.hprof.HprofFile;
import io.heapsight.hprof.RecordCursor;
import io.heapsight.hprof.Segment;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/** A dump with marked objects: the input of the waste analyses. */
public final class MarkedHeap implements AutoCloseable {
    private static final int MEMBERS = 2;
    private static final PhaseStarter PHASES =
            new PhaseStarter(Progress.SILENT, new CancelSignal());

    private final HprofFile file;
    private final WorkerThreads workers = new WorkerThreads(MEMBERS);
    private final MemoryBudget budget = new MemoryBudget(1L << 30);
    private final DumpedHeap heap;
    private final ObjectSizes sizes;
    private final ClassTotals reachable;

    private MarkedHeap(HprofFile file) throws BudgetExceededException {
        this.file = file;
        heap = new HeapLoader(file, budget, workers, PHASES).load().heap();
        sizes = compressedSizes(heap.classes());
        reachable = Reachability.mark(heap, sizes, null, budget, workers, progress()).reachable();
    }

    public static MarkedHeap of(DumpBuilder dump) throws BudgetExceededException {
        return new MarkedHeap(dump.open());
    }

    public static MarkedHeap of(Path file) throws IOException, BudgetExceededException {
        return new MarkedHeap(HprofFile.open(file));
    }

    /**
     * Sizes with compressed references and class pointers. Instances are exact if fields leave no
     * gaps.
     */
    private static ObjectSizes compressedSizes(HeapClasses classes) {
        int n = classes.size();
        long[] instances = new long[n];
        long[] headers = new long[n];
        long[] elements = new long[n];
        long[] classObjects = new long[n];
        for (HeapClass each : classes.all()) {
            int i = each.index();
            headers[i] = 16;
            elements[i] = Integer.BYTES;
            classObjects[i] = 112;
            instances[i] = each.kind() == ClassKind.INSTANCE ? instanceBytes(classes, each) : -1;
        }
        for (BasicType type : BasicType.values()) {
            if (type != BasicType.OBJECT) {
                elements[classes.primitiveArray(type.code())] = type.bytes();
            }
        }
        return new ObjectSizes(
                instances, headers, elements, classObjects, Long.BYTES, Optional.empty());
    }

    private static long instanceBytes(HeapClasses classes, HeapClass of) {
        long bytes = 12;
        for (HeapClass level : classes.lineage(of)) {
            if (level.dump() != null) {
                for (byte code : level.dump().fieldTypes()) {
                    BasicType type = Objects.requireNonNull(BasicType.ofCode(code));
                    bytes += type == BasicType.OBJECT ? Integer.BYTES : type.bytes();
                }
            }
        }
        return (bytes + 7) & -8;
    }

    public HprofFile file() {
        return file;
    }

    public DumpedHeap heap() {
        return heap;
    }

    public ObjectSizes sizes() {
        return sizes;
    }

    public WorkerThreads workers() {
        return workers;
    }

    public ClassTotals reachable() {
        return reachable;
    }

    public PhaseProgress progress() {
        return PHASES.start("test", 1);
    }

    /** The class with a name as Java source spells it. */
    public HeapClass classNamed(String name) {
        return heap.classes().get(heap.classes().named(name.replace('.', '/')).orElseThrow());
    }

    /** Number of objects whose spare bit is set. */
    public long spareBits() {
        ObjectIndex index = heap.index();
        long count = 0;
        for (int block = 0; block < index.blocks(); block++) {
            count += Long.bitCount(index.word(block, ObjectIndex.SPARE));
        }
        return count;
    }

    /** Passes the record of each reachable object to a visitor. */
    public void forEachReachable(Consumer<RecordCursor> visitor) {
        RecordCursor record = new RecordCursor(file.bytes());
        for (Segment segment : file.segments()) {
            record.reset(segment.start(), segment.end());
            while (record.next()) {
                if (record.isObject() && heap.index().isMarked(record.address())) {
                    visitor.accept(record);
                }
            }
        }
    }

    @Override
    public void close() {
        workers.close();
        budget.close();
        file.close();
    }
}
