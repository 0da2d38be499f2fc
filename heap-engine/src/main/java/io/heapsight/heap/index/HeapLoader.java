/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.index;

import io.heapsight.heap.classes.ClassTally;
import io.heapsight.heap.classes.HeapClasses;
import io.heapsight.heap.memory.BudgetExceededException;
import io.heapsight.heap.memory.MemoryBudget;
import io.heapsight.heap.parallel.PhaseStarter;
import io.heapsight.heap.parallel.SegmentPass;
import io.heapsight.heap.parallel.WorkerThreads;
import io.heapsight.hprof.HprofFile;
import io.heapsight.hprof.RecordCursor;

/**
 * Loads the heap of a dump: finds each object by its address, in any order of the file.
 *
 * <p>HotSpot's Serial, Parallel and G1 dump neighbours in the heap next to each other: one file
 * position per 128 bytes of heap suffices. ZGC and Shenandoah dump in the order of their traversal:
 * a second pass stores a position for each object.
 */
public final class HeapLoader {
    /** Shift for identifiers that are not aligned, such as the small numbers of old agents. */
    private static final int UNALIGNED_SCALE = 3;

    /**
     * One in this many objects may have an impossible address; with more, identifiers are
     * unaligned.
     */
    private static final int STRAY = 100;

    private final HprofFile file;
    private final MemoryBudget budget;
    private final WorkerThreads workers;
    private final PhaseStarter phases;

    public HeapLoader(
            HprofFile file, MemoryBudget budget, WorkerThreads workers, PhaseStarter phases) {
        this.file = file;
        this.budget = budget;
        this.workers = workers;
        this.phases = phases;
    }

    /**
     * The heap and the counts of its loading.
     *
     * @param strays number of objects skipped for an impossible address
     * @param repeated number of records skipped for a repeated address
     */
    public record Loaded(DumpedHeap heap, ClassTally tally, long strays, long repeated) {}

    /** Reads the dump once or twice; three times more if an address repeats. */
    public Loaded load() throws BudgetExceededException {
        int scale = 0;
        ObjectIndex index = new ObjectIndex(budget, scale);
        HeapScan scan = scan(index, scale);
        if (scan.unaligned() * STRAY > scan.tally().objects()) {
            index.release();
            scan.roots().release();
            scale = UNALIGNED_SCALE;
            index = new ObjectIndex(budget, scale);
            scan = scan(index, scale);
        }
        long repeated = 0;
        if (index.repeats()) {
            index.release();
            scan.roots().release();
            repeated =
                    DuplicateRecords.leaveOut(
                            file, scale, budget, phases.start("indexing", file.bytes().size()));
            index = new ObjectIndex(budget, scale);
            scan = scan(index, scale);
        }
        index.freeze();
        HeapClasses classes = HeapClasses.of(file, scan.classes(), scan.tally().classAddresses());
        boolean inOrder = !file.isSalvaged() && inOrder(index, scan.splits());
        FilePositions positions = inOrder ? null : positions(index);
        return new Loaded(
                new DumpedHeap(
                        file.bytes(),
                        file.segments(),
                        classes,
                        index,
                        positions,
                        scan.roots(),
                        new ThreadRoots(scan.roots(), index)),
                scan.tally(),
                scan.unaligned(),
                repeated);
    }

    private HeapScan scan(ObjectIndex index, int scale) throws BudgetExceededException {
        return HeapScan.index(
                file, index, scale, budget, workers, phases.start("indexing", file.bytes().size()));
    }

    private boolean inOrder(ObjectIndex index, ScatteredBlocks splits) {
        if (splits.overflown()) {
            return false;
        }
        for (int block : splits.distinct()) {
            if (!RecordSteps.isContiguous(index, file.bytes(), block)) {
                return false;
            }
        }
        return true;
    }

    private FilePositions positions(ObjectIndex index) throws BudgetExceededException {
        FilePositions positions = new FilePositions(budget, index.numberBlocks());
        SegmentPass.run(
                file.segments(),
                workers,
                () -> locate(index, positions),
                phases.start("locating", file.bytes().size()));
        return positions;
    }

    private SegmentPass.Share locate(ObjectIndex index, FilePositions positions) {
        RecordCursor cursor = new RecordCursor(file.bytes());
        return segment -> {
            cursor.reset(segment.start(), segment.end());
            while (cursor.next()) {
                if (cursor.isObject()) {
                    positions.set(index, cursor.address(), cursor.position());
                }
            }
        };
    }
}
