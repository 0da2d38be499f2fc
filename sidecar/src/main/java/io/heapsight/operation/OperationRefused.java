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

    /** How long to wait before it is worth asking again; at least a millisecond. */
    public Duration retryAfter() {
        return retryAfter;
    }
}
