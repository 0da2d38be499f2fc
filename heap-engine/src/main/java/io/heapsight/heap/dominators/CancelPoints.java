/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.dominators;

import io.heapsight.heap.memory.BudgetExceededException;
import io.heapsight.heap.memory.MemoryBudget;
import io.heapsight.unit.CancelSignal;
import java.util.function.LongConsumer;

/** Checks long work for cancellation, and reports its progress, from time to time. */
record CancelPoints(MemoryBudget budget, CancelSignal cancel, LongConsumer progress) {
    /** Number of steps between checks; sequential passes also read ahead by this many. */
    static final int STEPS = 1 << 16;

    CancelPoints reportingTo(LongConsumer listener) {
        return new CancelPoints(budget, cancel, listener);
    }

    /**
     * Checks for cancellation if the step is a multiple of {@link #STEPS}; returns whether it is.
     *
     * @throws BudgetExceededException if too much was read from tables in files
     */
    boolean at(int step) throws BudgetExceededException {
        if (!check(step)) {
            return false;
        }
        if (step > 0) {
            progress.accept(STEPS);
        }
        return true;
    }

    /** Does the same without progress, for extra work of a step. */
    boolean check(int step) throws BudgetExceededException {
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
