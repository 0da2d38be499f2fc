/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.memory;

import io.heapsight.unit.ByteSize;
import java.util.function.LongSupplier;

/**
 * Limits the bytes that an analysis reads from disks for tables that do not fit in memory. If
 * references lead to neighbours, one page serves many of them. If they are random, each one reads a
 * page: the work would take hours and slow other users of the disk.
 *
 * @param readBytes bytes that this process has read from disks so far
 * @param mostBytes maximum of these
 */
public record ReadAllowance(LongSupplier readBytes, long mostBytes) {
    /** No limit. */
    public static final ReadAllowance UNLIMITED = new ReadAllowance(() -> 0, Long.MAX_VALUE);

    /**
     * @throws BudgetExceededException if the limit is exceeded
     */
    void check() throws BudgetExceededException {
        if (readBytes.getAsLong() > mostBytes) {
            throw new BudgetExceededException(
                    "has tables in files with random access: "
                            + new ByteSize(mostBytes)
                            + " had been read from the disk, its limit, before it was complete");
        }
    }
}
