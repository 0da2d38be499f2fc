/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.operation;

import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.time.Duration;

/** Thrown if another operation is running, or the last one of this kind is too recent. */
public final class OperationRefused extends ProblemException {
    private final Duration retryAfter;

    OperationRefused(Problem problem, Duration retryAfter) {
        super(problem);
        this.retryAfter = retryAfter;
    }

    /** Returns the time until a useful retry; at least one millisecond. */
    public Duration retryAfter() {
        return retryAfter;
    }
}
