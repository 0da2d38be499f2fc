/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.query;

import io.heapsight.unit.CancelSignal;
import java.time.Duration;

/** Until when a query or a search may take; shared by its threads. */
public final class Deadline {
    private final CancelSignal cancel;
    private final long end;

    public Deadline(CancelSignal cancel, Duration limit) {
        this.cancel = cancel;
        this.end = System.nanoTime() + limit.toNanos();
    }

    /**
     * To be called now and then: for each class, not for each object.
     *
     * @throws QueryTimeoutException when the time is over
     * @throws java.util.concurrent.CancellationException when it was cancelled
     */
    public void check() {
        cancel.throwIfCancelled();
        if (System.nanoTime() - end > 0) {
            throw new QueryTimeoutException();
        }
    }
}
