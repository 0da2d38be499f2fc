/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.index;

import io.heapsight.heap.memory.BudgetExceededException;
import io.heapsight.heap.memory.LongList;
import io.heapsight.heap.memory.MemoryBudget;
import io.heapsight.hprof.RecordCursor;

/** Stores the GC roots of a dump: 24 bytes each. */
public final class GcRoots {
    /** Numbers stored for a root. */
    public static final int FIELDS = 3;

    private final LongList fields;

    /** Upper bound of the memory of this many roots; the list grows by halves. */
    public static long bytesNeeded(long roots) {
        return (roots + (roots >> 1)) * FIELDS * Long.BYTES + (4 << 10);
    }

    /**
     * Upper bound of the memory while this many roots are read into the lists of the threads and a
     * growing list of all.
     */
    public static long bytesWhileReading(long roots) {
        return 4 * roots * FIELDS * Long.BYTES + (16 << 10);
    }

    GcRoots(MemoryBudget budget) {
        this.fields = new LongList(budget, "roots");
    }

    /** Adds the current root of a cursor. */
    void add(RecordCursor root) throws BudgetExceededException {
        add(
                root.address(),
                root.tag(),
                ((long) root.threadSerial() << Integer.SIZE)
                        | (root.frameOrTrace() & 0xFFFF_FFFFL));
    }

    /** Adds a root in the form of {@link #raw}. */
    void addRaw(long address, long tag, long serials) throws BudgetExceededException {
        fields.add(address);
        fields.add(tag);
        fields.add(serials);
    }

    /** One of the three numbers stored for a root. */
    public long raw(long root, int field) {
        return fields.get(root * FIELDS + field);
    }

    void addAll(GcRoots others) throws BudgetExceededException {
        for (long i = 0; i < others.fields.size(); i++) {
            fields.add(others.fields.get(i));
        }
    }

    private void add(long address, int tag, long serials) throws BudgetExceededException {
        fields.add(address);
        fields.add(tag);
        fields.add(serials);
    }

    public long size() {
        return fields.size() / FIELDS;
    }

    public long address(long root) {
        return fields.get(root * FIELDS);
    }

    /** The root's tag in {@link io.heapsight.hprof.SubRecord}. */
    public int tag(long root) {
        return (int) fields.get(root * FIELDS + 1);
    }

    /** The serial number of a root's thread. */
    public int threadSerial(long root) {
        return (int) (fields.get(root * FIELDS + 2) >>> Integer.SIZE);
    }

    /** See {@link RecordCursor#frameOrTrace}. */
    public int frameOrTrace(long root) {
        return (int) fields.get(root * FIELDS + 2);
    }

    public void release() {
        fields.release();
    }
}
