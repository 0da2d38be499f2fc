/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.query;

import io.heapsight.unit.CancelSignal;
import java.time.Duration;

/** Ends a query or search at its deadline; all its threads share the object. */
public final class QueryDeadline {
    private final CancelSignal cancel;
    private final long end;

    public QueryDeadline(CancelSignal cancel, Duration limit) {
        this.cancel = cancel;
        this.end = System.nanoTime() + limit.toNanos();
    }

    /**
     * Checks the deadline. Call it for each class, not for each object.
     *
     * @throws QueryTimeoutException if the deadline has passed
     * @throws java.util.concurrent.CancellationException if it was cancelled
     */
    public void check() {
        cancel.throwIfCancelled();
        if (System.nanoTime() - end > 0) {
            throw new QueryTimeoutException();
        }
    }
}
