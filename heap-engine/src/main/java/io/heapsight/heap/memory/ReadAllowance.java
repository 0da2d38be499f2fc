/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.memory;

import io.heapsight.unit.ByteSize;
import java.util.function.LongSupplier;

/**
 * Bounds what an analysis reads from disks for tables that do not fit in memory. Where references
 * lead to neighbours, a page that was read serves many of them; where they lead anywhere, each one
 * reads a page of its own, and the work would take hours and the disk from others.
 *
 * @param readBytes what this process has read from disks so far
 * @param mostBytes that it may have read
 */
public record ReadAllowance(LongSupplier readBytes, long mostBytes) {
    /** No bound. */
    public static final ReadAllowance UNLIMITED = new ReadAllowance(() -> 0, Long.MAX_VALUE);

    /**
     * @throws BudgetExceededException when it is used up
     */
    void check() throws BudgetExceededException {
        if (readBytes.getAsLong() > mostBytes) {
            throw new BudgetExceededException(
                    "has tables in files, and reads its references from all over them: "
                            + new ByteSize(mostBytes)
                            + " had been read from the disk, and no end was in sight");
        }
    }
}
