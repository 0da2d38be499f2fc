/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.memory;

import io.heapsight.unit.ByteSize;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Thrown when a phase needs more memory than its budget has left; nothing was allocated. */
public final class BudgetExceededException extends Exception {
    /**
     * @param purpose what the memory was for, as it reads after "for": "the object index"
     * @param availableBytes what the budget had left
     */
    public BudgetExceededException(String purpose, long neededBytes, long availableBytes) {
        this(
                "needs %s of %s for %s"
                        .formatted(
                                new ByteSize(neededBytes), new ByteSize(availableBytes), purpose),
                null);
    }

    /**
     * @param reason as it reads after "the phase": "needs 2 GiB of 1 GiB"
     */
    BudgetExceededException(String reason) {
        this(reason, null);
    }

    private BudgetExceededException(String reason, @Nullable Throwable cause) {
        super(reason, cause);
    }

    /** The same, where a file could not stand in for the memory either. */
    BudgetExceededException withoutSpill(String why, @Nullable Throwable cause) {
        return new BudgetExceededException(reason() + "; " + why, cause);
    }

    /** What was needed of what, and what for. */
    public String reason() {
        return Objects.requireNonNull(getMessage());
    }
}
