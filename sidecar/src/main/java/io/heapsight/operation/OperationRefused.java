/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.operation;

import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.time.Duration;

/** Not now: another operation runs, or the last one of this kind is too recent. */
public final class OperationRefused extends ProblemException {
    private final Duration retryAfter;

    OperationRefused(Problem problem, Duration retryAfter) {
        super(problem);
        this.retryAfter = retryAfter;
    }

    /** Time until a retry makes sense; at least one millisecond. */
    public Duration retryAfter() {
        return retryAfter;
    }
}
