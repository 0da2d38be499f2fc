/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.memory;

import io.heapsight.unit.ByteSize;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Thrown if a phase needs more memory than its budget has left; nothing was allocated. */
public final class BudgetExceededException extends Exception {
    /**
     * @param purpose the purpose of the memory, in words that follow "for": "the object index"
     * @param availableBytes the budget's remaining bytes
     */
    public BudgetExceededException(String purpose, long neededBytes, long availableBytes) {
        this(
                "needs %s of %s for %s"
                        .formatted(
                                new ByteSize(neededBytes), new ByteSize(availableBytes), purpose),
                null);
    }

    /**
     * @param reason in words that follow "the phase": "needs 2 GiB of 1 GiB"
     */
    BudgetExceededException(String reason) {
        this(reason, null);
    }

    private BudgetExceededException(String reason, @Nullable Throwable cause) {
        super(reason, cause);
    }

    /** This exception, if a file could not replace the memory either. */
    BudgetExceededException withoutSpill(String why, @Nullable Throwable cause) {
        return new BudgetExceededException(reason() + "; " + why, cause);
    }

    /** The needed and the available bytes, and their purpose. */
    public String reason() {
        return Objects.requireNonNull(getMessage());
    }
}
