/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap;

import io.heapsight.unit.ByteSize;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A phase needs more memory than its budget has left; nothing was allocated. */
public final class BudgetExceededException extends Exception {
    private final String purpose;
    private final long neededBytes;
    private final long availableBytes;

    public BudgetExceededException(String purpose, long neededBytes, long availableBytes) {
        super(text(purpose, neededBytes, availableBytes));
        this.purpose = purpose;
        this.neededBytes = neededBytes;
        this.availableBytes = availableBytes;
    }

    private BudgetExceededException(
            BudgetExceededException inMemory, String onDisk, @Nullable Throwable cause) {
        super(inMemory.getMessage() + "; " + onDisk, cause);
        purpose = inMemory.purpose;
        neededBytes = inMemory.neededBytes;
        availableBytes = inMemory.availableBytes;
    }

    /** The same, where a file could not stand in for the memory either. */
    BudgetExceededException withoutSpill(String onDisk, @Nullable Throwable cause) {
        return new BudgetExceededException(this, onDisk, cause);
    }

    private static String text(String purpose, long neededBytes, long availableBytes) {
        return "needs "
                + new ByteSize(neededBytes)
                + " of "
                + new ByteSize(availableBytes)
                + " for "
                + purpose;
    }

    /** What was needed of what, and what for. */
    public String reason() {
        return Objects.requireNonNullElse(getMessage(), purpose);
    }

    /** What the memory was for, as it reads after "for": "the object index". */
    public String purpose() {
        return purpose;
    }

    public long neededBytes() {
        return neededBytes;
    }

    /** What the budget had left. */
    public long availableBytes() {
        return availableBytes;
    }
}
