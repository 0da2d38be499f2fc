/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.operation;

import io.heapsight.unit.CancelSignal;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** A costly operation that runs now; its work reports here how much it moved. */
public final class Operation {
    private final OperationRequest request;
    private final long startedNanos;
    private final AtomicLong bytes = new AtomicLong();
    private Pause pause = Pause.NONE;

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

    /** Set if no caller waits for the result any more. */
    public CancelSignal cancel() {
        return request.cancel();
    }

    /** Adds bytes that the target sent or wrote, for the audit line. */
    public void addBytes(long count) {
        bytes.addAndGet(count);
    }

    /** Records the expected pause of the target, for the audit log. */
    public synchronized void expectPause(Duration estimate) {
        pause = pause.expecting(estimate);
    }

    /** Adds for how long a command stopped the target. */
    public synchronized void paused(Duration more) {
        pause = pause.plus(more);
    }

    /** The estimate, and the pause measured so far. */
    public synchronized Pause pause() {
        return pause;
    }

    long bytes() {
        return bytes.get();
    }
}
