/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.index;

import io.heapsight.heap.memory.BudgetExceededException;
import io.heapsight.heap.memory.LongList;
import io.heapsight.heap.memory.MemoryBudget;
import io.heapsight.hprof.RecordCursor;

/** Stores the GC roots of a dump: 24 bytes each. */
public final class GcRoots {
    /** How many numbers a root is kept as. */
    public static final int FIELDS = 3;

    private final LongList fields;

    GcRoots(MemoryBudget budget) {
        this.fields = new LongList(budget, "roots");
    }

    /** Keeps the root that a cursor stands on. */
    void add(RecordCursor root) throws BudgetExceededException {
        add(
                root.address(),
                root.tag(),
                ((long) root.threadSerial() << Integer.SIZE)
                        | (root.frameOrTrace() & 0xFFFF_FFFFL));
    }

    /** Adds a root as {@link #raw} gives it. */
    void addRaw(long address, long tag, long serials) throws BudgetExceededException {
        fields.add(address);
        fields.add(tag);
        fields.add(serials);
    }

    /** One of the three numbers that a root is kept as. */
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

    /** A tag of {@link io.heapsight.hprof.SubRecord}. */
    public int tag(long root) {
        return (int) fields.get(root * FIELDS + 1);
    }

    /** The number that the dump gives to the thread of a root. */
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
