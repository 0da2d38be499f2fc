/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.dominators;

import io.heapsight.heap.memory.BudgetExceededException;
import io.heapsight.heap.memory.MemoryBudget;
import io.heapsight.unit.CancelSignal;

/** Looks now and then whether long work is to go on. */
record Checkpoints(MemoryBudget budget, CancelSignal cancel) {
    /** After so many steps it looks; passes in order have as many read ahead. */
    static final int STEPS = 1 << 16;

    /**
     * Looks, if this is one of the steps for it; whether it was one.
     *
     * @throws BudgetExceededException when too much was read of tables in files
     */
    boolean at(int step) throws BudgetExceededException {
        if (!isOne(step)) {
            return false;
        }
        cancel.throwIfCancelled();
        budget.checkReads();
        return true;
    }

    static boolean isOne(int step) {
        return (step & (STEPS - 1)) == 0;
    }
}
