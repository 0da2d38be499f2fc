/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.index;

import io.heapsight.heap.memory.BudgetExceededException;
import io.heapsight.heap.memory.MemoryBudget;
import io.heapsight.heap.parallel.PhaseProgress;
import io.heapsight.hprof.HprofFile;
import io.heapsight.hprof.RecordCursor;
import io.heapsight.hprof.Segment;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds records that repeat the address of an earlier record, because some programs dump an object
 * twice. The first record counts.
 */
final class DuplicateRecords {
    private final HprofFile file;
    private final ObjectIndex index;
    private final ScatteredBlocks splits = new ScatteredBlocks();
    private final List<Segment> left = new ArrayList<>();
    private long found;

    private DuplicateRecords(HprofFile file, ObjectIndex index) {
        this.file = file;
        this.index = index;
    }

    /**
     * Excludes duplicates from the segments of a file, which it reads on one thread.
     *
     * @return number of duplicates
     */
    static long leaveOut(HprofFile file, int scale, MemoryBudget budget, PhaseProgress progress)
            throws BudgetExceededException {
        ObjectIndex index = new ObjectIndex(budget, scale);
        DuplicateRecords duplicates = new DuplicateRecords(file, index);
        for (Segment segment : file.segments()) {
            duplicates.read(segment, new IndexBatch(index, scale, duplicates.splits));
            progress.add(segment.end() - segment.start());
        }
        index.release();
        file.leaveOut(duplicates.left);
        return duplicates.found;
    }

    private void read(Segment segment, IndexBatch run) throws BudgetExceededException {
        RecordCursor cursor = new RecordCursor(file.bytes());
        cursor.reset(segment.start(), segment.end());
        long start = segment.start();
        while (cursor.next()) {
            if (!cursor.isObject()) {
                continue;
            }
            run.flush();
            if (index.isObject(cursor.address())) {
                found++;
                if (cursor.position() > start) {
                    left.add(new Segment(start, cursor.position()));
                }
                start = cursor.nextPosition();
            } else {
                run.add(cursor.address(), cursor.position());
            }
        }
        run.flush();
        if (segment.end() > start) {
            left.add(new Segment(start, segment.end()));
        }
    }
}
