/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.operation;

import io.heapsight.unit.CancelSignal;
import java.util.concurrent.atomic.AtomicLong;

/** A costly operation that runs now; its work reports here how much it moved. */
public final class Operation {
    private final OperationRequest request;
    private final long startedNanos;
    private final AtomicLong bytes = new AtomicLong();

    Operation(OperationRequest request, long startedNanos) {
        this.request = request;
        this.startedNanos = startedNanos;
    }

    public OperationRequest request() {
        return request;
    }

    /** When it started, by {@link io.heapsight.unit.SteadyClock#nanoTime}. */
    long startedNanos() {
        return startedNanos;
    }

    /** Set when nobody waits for the result any more. */
    public CancelSignal cancel() {
        return request.cancel();
    }

    /** Adds what the target sent or wrote, for the audit line. */
    public void addBytes(long count) {
        bytes.addAndGet(count);
    }

    long bytes() {
        return bytes.get();
    }
}
